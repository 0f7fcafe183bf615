package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.QuotientField.Atom.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A polynomial with rational coefficients in one variable.
 *
 * @param coefficients the lowest first, the last one not zero
 */
record UnivariatePolynomial(String variable, List<Rational> coefficients) {

    private static final int MAX_DEGREE = 12;
    private static final int MAX_HALVINGS = 200;

    /** Returns a normal form as such a polynomial, or null if it is none or constant. */
    static @Nullable UnivariatePolynomial of(Quot value, QuotientField field) {
        if (!value.isPoly() || value.isConstant()) {
            return null;
        }
        String variable = null;
        Rational[] coefficients = new Rational[MAX_DEGREE + 1];
        int degree = 0;
        for (Map.Entry<Mono, Rational> term : value.over().terms().entrySet()) {
            Mono mono = term.getKey();
            int power = 0;
            if (!mono.isOne()) {
                QuotientField.Atom atom = field.atom(mono.atoms[0]);
                power = mono.over[0];
                if (mono.atoms.length != 1
                        || atom.kind() != Kind.VARIABLE
                        || mono.under[0] != 1
                        || power < 0
                        || power > MAX_DEGREE
                        || (variable != null && !variable.equals(atom.key()))) {
                    return null;
                }
                variable = (String) atom.key();
            }
            coefficients[power] = term.getValue().divide(value.under().constant());
            degree = Math.max(degree, power);
        }
        List<Rational> all = new ArrayList<>();
        for (int i = 0; i <= degree; i++) {
            all.add(coefficients[i] == null ? Rational.ZERO : coefficients[i]);
        }
        return variable == null ? null : new UnivariatePolynomial(variable, all);
    }

    /** Returns an interval inside of each gap between the zeros of these polynomials, null for an end that is infinite. */
    static @Nullable List<Rational[]> gaps(List<UnivariatePolynomial> polynomials, ComparisonBudget budget) {
        UnivariatePolynomial product = polynomials.getFirst();
        for (UnivariatePolynomial next : polynomials.subList(1, polynomials.size())) {
            product = product.times(next);
        }
        if (product.degree() > MAX_DEGREE) {
            return null;
        }
        List<UnivariatePolynomial> chain = product.sturm(budget);
        Rational bound = product.bound();
        List<Rational[]> zeros = new ArrayList<>();
        isolate(chain, bound.negate(), bound, zeros, budget, 0);
        List<Rational[]> gaps = new ArrayList<>();
        Rational low = null;
        for (Rational[] zero : zeros) {
            gaps.add(new Rational[] {low, zero[0]});
            low = zero[1];
        }
        gaps.add(new Rational[] {low, null});
        return gaps;
    }

    /** Returns a number between two ends, of which either may be infinite. */
    static Rational inside(@Nullable Rational low, @Nullable Rational high) {
        if (low == null) {
            return high == null ? Rational.ZERO : high.subtract(Rational.ONE);
        }
        return high == null ? low.add(Rational.ONE) : low.add(high).multiply(Rational.HALF);
    }

    /** Collects intervals with one zero each, none of which touch: the ends are no zeros. */
    private static void isolate(
            List<UnivariatePolynomial> chain,
            Rational low,
            Rational high,
            List<Rational[]> zeros,
            ComparisonBudget budget,
            int depth) {
        budget.step(20);
        int count = changes(chain, low) - changes(chain, high);
        if (count == 0) {
            return;
        }
        Rational third = high.subtract(low).divide(Rational.of(3));
        if (count == 1 && depth > 0) {
            // Narrower than the interval it was found in, so that a gap stays on either side.
            Rational nearLow = avoiding(chain, low, third);
            Rational nearHigh = avoiding(chain, high, third.negate());
            if (changes(chain, nearLow) - changes(chain, nearHigh) == 1) {
                zeros.add(new Rational[] {nearLow, nearHigh});
                return;
            }
        }
        if (depth > MAX_HALVINGS) {
            throw UndecidedException.INSTANCE;
        }
        Rational middle = avoiding(chain, low, third.multiply(Rational.of(3, 2)));
        isolate(chain, low, middle, zeros, budget, depth + 1);
        isolate(chain, middle, high, zeros, budget, depth + 1);
    }

    /** Returns a number about that far from another one that is no zero. */
    private static Rational avoiding(List<UnivariatePolynomial> chain, Rational from, Rational step) {
        Rational share = step;
        while (chain.getFirst().at(from.add(share)).isZero()) {
            share = share.multiply(Rational.of(15, 16));
        }
        return from.add(share);
    }

    private static int changes(List<UnivariatePolynomial> chain, Rational at) {
        int changes = 0;
        int last = 0;
        for (UnivariatePolynomial polynomial : chain) {
            int sign = polynomial.at(at).signum();
            if (sign != 0) {
                changes += last != 0 && sign != last ? 1 : 0;
                last = sign;
            }
        }
        return changes;
    }

    /** Returns the polynomial, its derivative and the negated remainders of each division (Sturm's theorem counts zeros with them). */
    private List<UnivariatePolynomial> sturm(ComparisonBudget budget) {
        List<UnivariatePolynomial> chain = new ArrayList<>(List.of(this, derivative()));
        while (chain.getLast().degree() > 0) {
            budget.step(50);
            UnivariatePolynomial remainder = chain.get(chain.size() - 2).remainder(chain.getLast());
            if (remainder.coefficients.isEmpty()) {
                break;
            }
            chain.add(remainder.negate());
        }
        return chain;
    }

    private int degree() {
        return coefficients.size() - 1;
    }

    /** Returns a number that no zero reaches (Cauchy's bound). */
    private Rational bound() {
        Rational largest = Rational.ZERO;
        for (Rational coefficient : coefficients) {
            Rational share = coefficient.divide(coefficients.getLast()).abs();
            largest = share.compareTo(largest) > 0 ? share : largest;
        }
        return largest.add(Rational.TWO);
    }

    private Rational at(Rational x) {
        Rational value = Rational.ZERO;
        for (int i = degree(); i >= 0; i--) {
            value = value.multiply(x).add(coefficients.get(i));
        }
        return value;
    }

    private UnivariatePolynomial times(UnivariatePolynomial other) {
        Rational[] product = new Rational[degree() + other.degree() + 1];
        java.util.Arrays.fill(product, Rational.ZERO);
        for (int i = 0; i <= degree(); i++) {
            for (int k = 0; k <= other.degree(); k++) {
                product[i + k] = product[i + k].add(coefficients.get(i).multiply(other.coefficients.get(k)));
            }
        }
        return new UnivariatePolynomial(variable, List.of(product));
    }

    /** Returns the polynomial of which this is the square, or null if there is none. */
    @Nullable
    UnivariatePolynomial squareRoot() {
        Rational lead = root(coefficients.getLast());
        if (lead == null || degree() % 2 != 0) {
            return null;
        }
        int half = degree() / 2;
        Rational[] root = new Rational[half + 1];
        root[half] = lead;
        for (int k = half - 1; k >= 0; k--) {
            Rational rest = coefficients.get(half + k);
            for (int i = k + 1; i < half; i++) {
                rest = rest.subtract(root[i].multiply(root[half + k - i]));
            }
            root[k] = rest.divide(lead.multiply(Rational.TWO));
        }
        UnivariatePolynomial found = new UnivariatePolynomial(variable, List.of(root));
        return found.times(found).equals(this) ? found : null;
    }

    private static @Nullable Rational root(Rational square) {
        if (square.signum() <= 0) {
            return null;
        }
        Rational root =
                Rational.of(square.numerator().sqrt(), square.denominator().sqrt());
        return root.multiply(root).equals(square) ? root : null;
    }

    Node node() {
        List<Node> terms = new ArrayList<>();
        for (int i = 0; i <= degree(); i++) {
            Node power = i == 0 ? Node.Num.ONE : new Node.Pow(new Node.Sym(variable), Node.Num.of(i));
            terms.add(new Node.Mul(List.of(Node.Num.of(coefficients.get(i)), power)));
        }
        return new Node.Add(terms);
    }

    private UnivariatePolynomial derivative() {
        List<Rational> slope = new ArrayList<>();
        for (int i = 1; i <= degree(); i++) {
            slope.add(coefficients.get(i).multiply(Rational.of(i)));
        }
        return new UnivariatePolynomial(variable, slope);
    }

    private UnivariatePolynomial negate() {
        return new UnivariatePolynomial(
                variable, coefficients.stream().map(Rational::negate).toList());
    }

    private UnivariatePolynomial remainder(UnivariatePolynomial divisor) {
        List<Rational> rest = new ArrayList<>(coefficients);
        while (rest.size() >= divisor.coefficients.size()) {
            Rational factor = rest.getLast().divide(divisor.coefficients.getLast());
            int shift = rest.size() - divisor.coefficients.size();
            for (int i = 0; i < divisor.coefficients.size(); i++) {
                rest.set(shift + i, rest.get(shift + i).subtract(factor.multiply(divisor.coefficients.get(i))));
            }
            while (!rest.isEmpty() && rest.getLast().isZero()) {
                rest.removeLast();
            }
        }
        return new UnivariatePolynomial(variable, rest);
    }
}

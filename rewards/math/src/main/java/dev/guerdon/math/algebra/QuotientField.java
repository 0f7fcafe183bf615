package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.QuotientField.Atom.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Arithmetic of {@link Quot}s over the atoms of one comparison, reduced by what is known of the atoms. */
final class QuotientField {

    private static final int MAX_TERMS = 3000;

    private final List<Atom> atoms = new ArrayList<>();
    private final Map<Atom, Integer> ids = new HashMap<>();
    final ComparisonBudget budget;

    QuotientField(ComparisonBudget budget) {
        this.budget = budget;
    }

    int id(Kind kind, Object key) {
        return ids.computeIfAbsent(new Atom(kind, key), atom -> {
            atoms.add(atom);
            return atoms.size() - 1;
        });
    }

    Atom atom(int id) {
        return atoms.get(id);
    }

    Quot value(Kind kind, Object key) {
        return Quot.of(Mono.of(id(kind, key), 1, 1));
    }

    Quot imaginary() {
        return value(Kind.I, "");
    }

    Quot pi() {
        return value(Kind.PI, "");
    }

    Quot add(Quot a, Quot b) {
        if (a.isPoly() && b.isPoly()) {
            return Quot.of(limited(a.over().plus(b.over())));
        }
        if (a.under().equals(b.under())) {
            return quotient(a.over().plus(b.over()), a.under());
        }
        return quotient(times(a.over(), b.under()).plus(times(b.over(), a.under())), times(a.under(), b.under()));
    }

    Quot negate(Quot a) {
        return new Quot(a.over().negate(), a.under());
    }

    Quot subtract(Quot a, Quot b) {
        return add(a, negate(b));
    }

    Quot multiply(Quot a, Quot b) {
        if (a.isPoly() && b.isPoly()) {
            return Quot.of(times(a.over(), b.over()));
        }
        return quotient(times(a.over(), b.over()), times(a.under(), b.under()));
    }

    Quot divide(Quot a, Quot b) {
        return multiply(a, inverse(b));
    }

    Quot inverse(Quot a) {
        if (a.over().isZero()) {
            throw UndefinedException.INSTANCE;
        }
        return quotient(a.under(), a.over());
    }

    /** over/under with a denominator of one term folded into the numerator. */
    Quot quotient(Poly over, Poly under) {
        if (under.isZero()) {
            throw UndefinedException.INSTANCE;
        }
        if (under.size() > 1) {
            if (over.isZero()) {
                return Quot.ZERO;
            }
            Rational lead = under.sorted().getFirst().getValue();
            return over.equals(under) ? Quot.ONE : new Quot(over.scale(lead.inverse()), under.scale(lead.inverse()));
        }
        Map.Entry<Mono, Rational> only = under.single();
        if (only.getKey().isOne()) {
            return Quot.of(over.scale(only.getValue().inverse()));
        }
        return Quot.of(
                times(over, reduced(only.getValue().inverse(), only.getKey().pow(-1, 1))));
    }

    /** Charges for arithmetic with a coefficient: reducing a long fraction takes time in the square of its length. */
    private void charge(Rational coefficient) {
        long shorter = Math.min(
                coefficient.numerator().bitLength(), coefficient.denominator().bitLength());
        budget.step(1 + (coefficient.bits() >> 9) + shorter * shorter / 3200);
    }

    private Poly limited(Poly poly) {
        if (poly.isConstant()) {
            charge(poly.constant());
        } else {
            int longest = 0;
            for (Rational coefficient : poly.terms().values()) {
                longest = Math.max(longest, coefficient.bits());
            }
            budget.step(1 + poly.size() * (1L + longest / 300));
        }
        if (poly.size() > MAX_TERMS) {
            throw UndecidedException.INSTANCE;
        }
        return poly;
    }

    Poly times(Poly a, Poly b) {
        if (a.isZero() || b.isZero()) {
            return Poly.ZERO;
        }
        if (a.isConstant()) {
            charge(a.constant(), b);
            return b.scale(a.constant());
        }
        if (b.isConstant()) {
            charge(b.constant(), a);
            return a.scale(b.constant());
        }
        long products = (long) a.size() * b.size();
        if (!budget.affords(products)) {
            throw UndecidedException.INSTANCE;
        }
        budget.step(products);
        Map<Mono, Rational> sum = new HashMap<>();
        for (Map.Entry<Mono, Rational> x : a.terms().entrySet()) {
            for (Map.Entry<Mono, Rational> y : b.terms().entrySet()) {
                Rational coefficient = x.getValue().multiply(y.getValue());
                charge(coefficient);
                Mono mono = product(x.getKey(), y.getKey());
                if (isReduced(mono)) {
                    Poly.accumulate(sum, mono, coefficient);
                } else {
                    reduced(coefficient, mono).terms().forEach((m, c) -> Poly.accumulate(sum, m, c));
                }
            }
            if (sum.size() > MAX_TERMS) {
                throw UndecidedException.INSTANCE;
            }
        }
        return new Poly(sum);
    }

    private void charge(Rational constant, Poly poly) {
        for (int i = 0; i < Math.min(poly.size(), 8); i++) {
            charge(constant);
        }
        if (poly.isConstant()) {
            charge(poly.constant());
        }
        budget.step(poly.size());
        if (constant.bits() > 4L * budget.limits().digits() * 2) {
            throw UndecidedException.INSTANCE;
        }
    }

    private static Mono product(Mono a, Mono b) {
        try {
            return a.times(b);
        } catch (ArithmeticException e) {
            throw UndecidedException.INSTANCE;
        }
    }

    private boolean isReduced(Mono mono) {
        for (int i = 0; i < mono.atoms.length; i++) {
            switch (atoms.get(mono.atoms[i]).kind()) {
                case I -> {
                    if (mono.under[i] == 1 && mono.over[i] != 1) {
                        return false;
                    }
                }
                case PRIME, RADICAND, ROOT -> {
                    if (mono.over[i] < 0 || mono.over[i] >= mono.under[i]) {
                        return false;
                    }
                }
                case FUNCTION -> {
                    if (mono.over[i] > 1 && mono.under[i] == 1 && isSine(atoms.get(mono.atoms[i]))) {
                        return false;
                    }
                }
                default -> {}
            }
        }
        return true;
    }

    /** Returns a term with powers of i, of primes and of roots brought back into their ranges. */
    Poly reduced(Rational coefficient, Mono mono) {
        Rational factor = coefficient;
        Mono rest = mono;
        Poly extra = Poly.ONE;
        for (int i = 0; i < mono.atoms.length; i++) {
            Atom atom = atoms.get(mono.atoms[i]);
            int over = mono.over[i];
            int under = mono.under[i];
            if (atom.kind() == Kind.I && under == 1) {
                int power = Math.floorMod(over, 4);
                rest = strip(rest, mono.atoms[i], power % 2, 1);
                if (power >= 2) {
                    factor = factor.negate();
                }
            } else if (atom.kind() == Kind.FUNCTION && over > 1 && under == 1 && isSine(atom)) {
                // sin² = 1 - cos²
                rest = strip(rest, mono.atoms[i], over % 2, 1);
                int cosine = id(
                        Kind.FUNCTION, new PowerRules.Function("cos", ((PowerRules.Function) atom.key()).argument()));
                Poly square = Poly.ONE.plus(Poly.of(Rational.MINUS_ONE, Mono.of(cosine, 2, 1)));
                extra = times(extra, power(square, over / 2));
            } else if (atom.kind() == Kind.PRIME || atom.kind() == Kind.RADICAND || atom.kind() == Kind.ROOT) {
                int whole = Math.floorDiv(over, under);
                if (whole != 0) {
                    rest = strip(rest, mono.atoms[i], over - whole * under, under);
                    if (atom.key() instanceof BigInteger n) {
                        checkPower(n.bitLength(), whole);
                        factor = factor.multiply(Rational.of(n).pow(whole));
                    } else if (whole > 0) {
                        extra = times(extra, power((Poly) atom.key(), whole));
                    } else {
                        // The denominator would have several terms; leave the exponent negative.
                        rest = strip(rest, mono.atoms[i], over, under);
                    }
                }
            }
        }
        Poly term = Poly.of(factor, rest);
        if (extra.equals(Poly.ONE)) {
            return term;
        }
        Map<Mono, Rational> sum = new HashMap<>();
        Rational scale = factor;
        Mono base = rest;
        extra.terms().forEach((m, c) -> {
            Poly part = reduced(c.multiply(scale), product(m, base));
            part.terms().forEach((pm, pc) -> Poly.accumulate(sum, pm, pc));
        });
        return new Poly(sum);
    }

    private static boolean isSine(Atom atom) {
        return atom.key() instanceof PowerRules.Function f && f.name().equals("sin");
    }

    private static Mono strip(Mono mono, int atom, int over, int under) {
        int index = mono.indexOf(atom);
        return index < 0 ? mono : product(mono.without(index), Mono.of(atom, over, under));
    }

    void checkPower(long bits, long exponent) {
        if (bits * Math.abs(exponent) > 3.4 * budget.limits().digits()) {
            throw UndecidedException.INSTANCE;
        }
        budget.step(1 + bits * Math.abs(exponent) / 500);
    }

    Poly power(Poly base, int exponent) {
        if (exponent == 0) {
            return Poly.ONE;
        }
        if (base.isConstant()) {
            if (base.constant().abs().isOne()) {
                return exponent % 2 == 0 ? Poly.ONE : base;
            }
            checkPower(base.constant().bits(), exponent);
            return Poly.of(base.constant().pow(exponent));
        }
        if (base.size() == 1) {
            Map.Entry<Mono, Rational> only = base.single();
            checkPower(only.getValue().bits(), exponent);
            try {
                return reduced(only.getValue().pow(exponent), only.getKey().pow(exponent, 1));
            } catch (ArithmeticException e) {
                throw UndecidedException.INSTANCE;
            }
        }
        if ((long) exponent * (base.size() - 1) > 400) {
            throw UndecidedException.INSTANCE;
        }
        Poly result = Poly.ONE;
        Poly square = base;
        for (int n = exponent; n > 0; n >>= 1) {
            if ((n & 1) == 1) {
                result = times(result, square);
            }
            if (n > 1) {
                square = times(square, square);
            }
        }
        return result;
    }

    Quot power(Quot base, int exponent) {
        if (exponent < 0) {
            return power(inverse(base), Math.negateExact(exponent));
        }
        if (base.isPoly()) {
            return Quot.of(power(base.over(), exponent));
        }
        return quotient(power(base.over(), exponent), power(base.under(), exponent));
    }

    /** Returns whether a nonzero normal form proves that the value is not zero. */
    boolean proves(Quot difference) {
        int radicands = 0;
        for (Mono mono : difference.over().terms().keySet()) {
            for (int id : mono.atoms) {
                Atom atom = atoms.get(id);
                if (!atom.independent()) {
                    return false;
                }
                if (atom.kind() == Kind.RADICAND) {
                    radicands++;
                }
            }
        }
        return radicands <= 1;
    }

    boolean hasHuge() {
        for (Atom atom : atoms) {
            if (atom.kind() == Kind.HUGE) {
                return true;
            }
        }
        return false;
    }

    /** Returns a text that is the same for equal normal forms of this comparison. */
    static String key(Quot value) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Mono, Rational> term : value.over().sorted()) {
            text.append(term.getValue()).append('*').append(term.getKey()).append('+');
        }
        if (!value.isPoly()) {
            text.append('/');
            for (Map.Entry<Mono, Rational> term : value.under().sorted()) {
                text.append(term.getValue()).append('*').append(term.getKey()).append('+');
            }
        }
        return text.toString();
    }

    /**
     * Smallest part of the polynomials of one comparison.
     *
     * @param kind what it is
     * @param key what distinguishes it from others of its kind
     */
    record Atom(Kind kind, Object key) {

        enum Kind {
            /** The imaginary unit; exponents are reduced to 0 and 1. */
            I,
            /** A prime number; exponents are fractions between 0 and 1. */
            PRIME,
            /** A number without small prime factors that was not factored further; exponents as for a prime. */
            RADICAND,
            /** A variable. */
            VARIABLE,
            /** The number π. */
            PI,
            /** The number e. */
            E,
            /** The natural logarithm of a prime. */
            LOG_PRIME,
            /** A polynomial under a root; exponents between 0 and 1. */
            ROOT,
            /** The exponential of a monomial. */
            EXP,
            /** A function value. */
            FUNCTION,
            /** A number too long to write out. */
            HUGE
        }

        /** Returns whether polynomials in such atoms are equal only if they are identical. */
        boolean independent() {
            return switch (kind) {
                case I, PRIME, RADICAND, VARIABLE, PI, E, LOG_PRIME -> true;
                case ROOT, EXP, FUNCTION, HUGE -> false;
            };
        }

        /** Returns whether its value is a positive real number. */
        boolean positive() {
            return switch (kind) {
                case PRIME, RADICAND, PI, E, HUGE, LOG_PRIME -> true;
                case I, VARIABLE, ROOT, EXP, FUNCTION -> false;
            };
        }
    }
}

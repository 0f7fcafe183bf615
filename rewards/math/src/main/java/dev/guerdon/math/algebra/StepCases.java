package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.QuotientField.Atom.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Cases of a comparison without floors, remainders and common divisors.
 *
 * <p>With a period p of all of them, a variable is p times a whole number of turns plus a rest below p. For each rest that is a whole number,
 * or each breakpoint and each gap between two of them, every step is then a polynomial in the turns.
 */
final class StepCases {

    private static final int MAX_CASES = 256;
    private static final int MAX_GROWTH = 4;

    /** Names of the number of turns and of a place inside a gap; no answer can spell them. */
    private static final Sym TURNS = new Sym("whole turns");

    private static final Sym INSIDE = new Sym("inside the step");

    private static final Set<String> STEPS = Set.of("floor", "ceil", "mod", "gcd", "lcm");

    private final Node a;
    private final Node b;
    private final Sym variable;
    private final boolean whole;
    private final Algebra algebra;

    private StepCases(Node a, Node b, Sym variable, boolean whole, ComparisonBudget budget) {
        this.a = a;
        this.b = b;
        this.variable = variable;
        this.whole = whole;
        this.algebra = new Algebra(budget);
    }

    /** Returns the cases that the expressions must agree in, or null if no period is found that is short enough. */
    static @Nullable List<ExpressionCase> of(Node a, Node b, ExpressionFeatures features, ComparisonBudget budget) {
        String name = variable(new Add(List.of(a, b)));
        return name == null
                ? null
                : new StepCases(a, b, new Sym(name), features.onIntegers() || features.wholeNumbers(), budget).split();
    }

    /** Returns a variable that stands in a step, or null if one stands in a sum or an integral, too. */
    private static @Nullable String variable(Node node) {
        if (node instanceof Node.Big && ExpressionFeatures.of(node).stepping()) {
            throw UndecidedException.INSTANCE;
        }
        if (node instanceof Call c
                && STEPS.contains(c.function())
                && !node.variables().isEmpty()) {
            return node.variables().iterator().next();
        }
        for (Node part : node.children()) {
            String found = variable(part);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable List<ExpressionCase> split() {
        BigInteger period = BigInteger.ONE;
        for (int growth = 0; growth <= MAX_GROWTH; growth++) {
            if (period.bitLength() > 20) {
                return null;
            }
            try {
                return cases(Rational.of(period));
            } catch (TooShort e) {
                period = period.multiply(e.factor);
            }
        }
        return null;
    }

    private @Nullable List<ExpressionCase> cases(Rational period) {
        List<ExpressionCase> cases = new ArrayList<>();
        if (whole) {
            resolved(a, Num.of(Rational.ZERO), period, null);
            resolved(b, Num.of(Rational.ZERO), period, null);
            if (period.compareTo(Rational.of(MAX_CASES)) > 0) {
                return null;
            }
            for (int rest = 0; rest < period.intValue(); rest++) {
                Node at = Num.of(rest);
                cases.add(new ExpressionCase(resolved(a, at, period, null), resolved(b, at, period, null), List.of()));
            }
            return cases;
        }
        Set<Rational> breaks = new TreeSet<>(Set.of(Rational.ZERO, period));
        if (!breakpoints(a, period, breaks) || !breakpoints(b, period, breaks)) {
            return null;
        }
        Rational low = null;
        for (Rational high : breaks) {
            if (low != null) {
                Node at = Num.of(low);
                cases.add(new ExpressionCase(resolved(a, at, period, null), resolved(b, at, period, null), List.of()));
                Rational[] gap = {low, high};
                Node x = resolved(a, INSIDE, period, gap);
                Node y = resolved(b, INSIDE, period, gap);
                Node place = ExpressionCase.between(low, high, INSIDE);
                cases.add(new ExpressionCase(x, y, x.replace(INSIDE, place), y.replace(INSIDE, place), List.of()));
            }
            low = high;
        }
        return cases;
    }

    /** Collects where a step of a linear argument is within one period; false where there are too many. */
    private boolean breakpoints(Node node, Rational period, Set<Rational> breaks) {
        if (node instanceof Call c && STEPS.contains(c.function()) && isOf(node)) {
            if (!node.children().stream().allMatch(part -> breakpoints(part, period, breaks))) {
                return false;
            }
            if (node.children().stream()
                    .anyMatch(part -> ExpressionFeatures.of(part).stepping())) {
                return true;
            }
            Node argument = c.function().equals("mod")
                    ? new Div(c.arguments().getFirst(), c.arguments().getLast())
                    : c.arguments().getFirst();
            Linear linear = linear(argument, variable);
            Rational end = linear.shift.add(linear.slope.multiply(period));
            BigInteger from = (linear.shift.compareTo(end) < 0 ? linear.shift : end).floor();
            BigInteger to = (linear.shift.compareTo(end) < 0 ? end : linear.shift).floor();
            if (to.subtract(from).bitLength() > 7 || linear.slope.isZero()) {
                return linear.slope.isZero();
            }
            for (BigInteger k = from; k.compareTo(to) <= 0; k = k.add(BigInteger.ONE)) {
                Rational at = Rational.of(k).subtract(linear.shift).divide(linear.slope);
                if (at.signum() > 0 && at.compareTo(period) < 0) {
                    breaks.add(at);
                }
            }
            return breaks.size() <= MAX_CASES / 2;
        }
        return node.children().stream().allMatch(part -> breakpoints(part, period, breaks));
    }

    private boolean isOf(Node node) {
        return node.variables().contains(variable.name());
    }

    /** Returns the expression where the variable is so many periods and that rest, without steps. */
    private Node resolved(Node node, Node rest, Rational period, Rational @Nullable [] gap) {
        if (node.equals(variable)) {
            return new Add(List.of(new Mul(List.of(Num.of(period), TURNS)), rest));
        }
        if (!isOf(node)) {
            return node;
        }
        Node inner = node.map(part -> resolved(part, rest, period, gap));
        if (whole && inner instanceof Node.Pow p && p.base() instanceof Neg base) {
            return alternating(base.of(), p.exponent());
        }
        if (whole
                && inner instanceof Node.Pow p
                && p.base() instanceof Num n
                && n.value().signum() < 0) {
            return alternating(Num.of(n.value().negate()), p.exponent());
        }
        if (!(inner instanceof Call c) || !STEPS.contains(c.function())) {
            return inner;
        }
        Node first = c.arguments().getFirst();
        Node last = c.arguments().getLast();
        return switch (c.function()) {
            case "floor" -> floor(first, gap);
            case "ceil" -> new Neg(floor(new Neg(first), gap));
            case "mod" -> new Add(List.of(first, new Neg(new Mul(List.of(last, floor(new Div(first, last), gap))))));
            default -> {
                if (c.arguments().size() != 2) {
                    throw UndecidedException.INSTANCE;
                }
                Node divisor = divisor(first, last);
                yield c.function().equals("gcd")
                        ? divisor
                        : new Div(Call.of("abs", new Mul(List.of(first, last))), divisor);
            }
        };
    }

    /** Returns a power of a negative number, whose sign is the same after each period. */
    private Node alternating(Node positive, Node exponent) {
        Turning parts = turning(exponent);
        whole(parts.turns, BigInteger.TWO);
        if (!parts.rest.shift.isInteger()) {
            throw UndecidedException.INSTANCE;
        }
        Node power = new Node.Pow(positive, exponent);
        return parts.rest.shift.numerator().testBit(0) ? new Neg(power) : power;
    }

    private Node floor(Node argument, Rational @Nullable [] gap) {
        Turning parts = turning(argument);
        Rational low = parts.rest.shift;
        Rational high = low;
        if (gap != null && !parts.rest.slope.isZero()) {
            Rational p = low.add(parts.rest.slope.multiply(gap[0]));
            Rational q = low.add(parts.rest.slope.multiply(gap[1]));
            low = p.compareTo(q) < 0 ? p : q;
            high = p.compareTo(q) < 0 ? q : p;
            BigInteger below = high.negate().floor().negate().subtract(BigInteger.ONE);
            if (!below.equals(low.floor())) {
                throw UndecidedException.INSTANCE;
            }
        }
        whole(parts.turns, BigInteger.ONE);
        Node turns = new Mul(List.of(Num.of(parts.turns), TURNS));
        return new Add(List.of(turns, Num.of(Rational.of(low.floor()))));
    }

    private Node divisor(Node first, Node last) {
        Turning x = turning(first);
        Turning y = turning(last);
        if (!x.turns.isZero() && !y.turns.isZero()) {
            // gcd(n, n+6) = gcd(n, 6)
            if (!x.turns.equals(y.turns)) {
                throw UndecidedException.INSTANCE;
            }
            y = new Turning(Rational.ZERO, new Linear(Rational.ZERO, y.rest.shift.subtract(x.rest.shift)));
        }
        Turning fixed = x.turns.isZero() ? x : y;
        Turning other = x.turns.isZero() ? y : x;
        BigInteger modulus = fixed.rest.shift.numerator().abs();
        BigInteger rest = other.rest.shift.numerator();
        if (!whole || modulus.signum() == 0 || !fixed.rest.shift.isInteger() || !other.rest.shift.isInteger()) {
            throw UndecidedException.INSTANCE;
        }
        whole(other.turns, modulus);
        return Num.of(Rational.of(modulus.gcd(rest)));
    }

    /** Asks for a longer period where this many turns are no multiple. */
    private static void whole(Rational turns, BigInteger multiple) {
        Rational share = turns.divide(Rational.of(multiple));
        if (!share.isInteger()) {
            throw new TooShort(share.denominator());
        }
    }

    /** The parts of an argument: so many turns, and a rest that is linear in the place inside the gap. */
    private record Turning(Rational turns, Linear rest) {}

    /** A value that is linear in one variable. */
    private record Linear(Rational slope, Rational shift) {}

    private Turning turning(Node node) {
        Rational[] parts = coefficients(node, TURNS, INSIDE);
        return new Turning(parts[0], new Linear(parts[1], parts[2]));
    }

    private Linear linear(Node node, Sym in) {
        Rational[] parts = coefficients(node, in, INSIDE);
        return new Linear(parts[0], parts[2]);
    }

    /** Returns the coefficients of two variables and the constant of an expression that is linear in both and holds no other. */
    private Rational[] coefficients(Node node, Sym first, Sym second) {
        Quot value = algebra.normal(node);
        if (!value.isPoly()) {
            throw UndecidedException.INSTANCE;
        }
        Mono one = Mono.of(algebra.field.id(Kind.VARIABLE, first.name()), 1, 1);
        Mono other = Mono.of(algebra.field.id(Kind.VARIABLE, second.name()), 1, 1);
        Rational under = value.under().constant();
        Rational[] parts = {Rational.ZERO, Rational.ZERO, Rational.ZERO};
        for (Map.Entry<Mono, Rational> term : value.over().terms().entrySet()) {
            Mono mono = term.getKey();
            int part = mono.equals(one) ? 0 : mono.equals(other) ? 1 : 2;
            if (part == 2 && !mono.isOne()) {
                throw UndecidedException.INSTANCE;
            }
            parts[part] = term.getValue().divide(under);
        }
        return parts;
    }

    /** A period that must be this many times as long. */
    private static final class TooShort extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final BigInteger factor;

        TooShort(BigInteger factor) {
            super("a longer period", null, false, false);
            this.factor = factor;
        }
    }
}

package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Features of expressions, as far as they matter for the points at which they are compared. */
final class ExpressionFeatures {

    private static final int MAX_NUMBERS = 12;
    private static final int MAX_TURNS = 6;

    private static final Set<String> ON_INTEGERS = Set.of("factorial", "factorial2", "binom", "gcd", "lcm");
    private static final Set<String> WITH_STEPS = Set.of("floor", "ceil", "mod", "gcd", "lcm");
    private static final Set<String> INVERSES = Set.of("asin", "acos", "atan", "acot");
    private static final Set<String> RESTRICTED =
            Set.of("root", "ln", "log", "lg", "asin", "acos", "acosh", "atanh", "factorial", "factorial2", "binom");

    private final Set<String> variables = new LinkedHashSet<>();
    private final Set<Rational> numbers = new LinkedHashSet<>();
    private final Set<Node> turns = new LinkedHashSet<>();
    private boolean converging;
    private boolean imaginary;
    private boolean onIntegers;
    private boolean stepping;
    private boolean turning;
    private boolean branching;
    private int names;
    private boolean alternating;
    private boolean restricted;

    private ExpressionFeatures() {}

    static ExpressionFeatures of(Node... nodes) {
        ExpressionFeatures features = new ExpressionFeatures();
        for (Node node : nodes) {
            features.collect(node);
        }
        return features;
    }

    /** Returns the names of the free variables, in the order of their first appearance. */
    Set<String> variables() {
        return variables;
    }

    /** Returns some of the numbers that are written out: where a root turns is near one of them. */
    Set<Rational> numbers() {
        return numbers;
    }

    /** Expressions at whose zeros a function may turn: what stands under a root. */
    Set<Node> turns() {
        return turns;
    }

    /** Returns whether there is a limit, an integral or an infinite sum. */
    boolean converging() {
        return converging;
    }

    /** Returns whether the imaginary unit occurs. */
    boolean imaginary() {
        return imaginary;
    }

    /** Returns whether something is defined on whole numbers only. */
    boolean onIntegers() {
        return onIntegers;
    }

    /** Returns whether whole numbers are where to look: factorials, powers of a negative number. */
    boolean discrete() {
        return onIntegers || alternating;
    }

    /** Returns whether there is a floor, a remainder or a common divisor of something that varies. */
    boolean stepping() {
        return stepping;
    }

    /** Returns whether there is an absolute value, a maximum, a minimum or a root of a square of something that varies. */
    boolean turning() {
        return turning;
    }

    /** Returns whether there is an inverse of a periodic function that undoes it on one period only. */
    boolean branching() {
        return branching;
    }

    /** Returns whether all variables have names of whole numbers. */
    boolean wholeNumbers() {
        for (String name : variables) {
            if ("nmkjlNMK".indexOf(name.charAt(0)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the expression may be without a real value somewhere. */
    boolean restricted() {
        return restricted;
    }

    private void collect(Node node) {
        switch (node) {
            case Sym s -> {
                names++;
                variables.add(s.name());
            }
            case Const c -> imaginary |= c == Const.I;
            case Num n -> number(n.value());
            case Call c -> {
                onIntegers |= ON_INTEGERS.contains(c.function());
                restricted |= RESTRICTED.contains(c.function());
                int before = names;
                all(c.arguments());
                if (names > before) {
                    varying(c);
                }
            }
            case Pow p -> {
                boolean constant = (p.exponent() instanceof Num n && n.value().isInteger())
                        || (p.exponent() instanceof Neg m
                                && m.of() instanceof Num k
                                && k.value().isInteger());
                restricted |= !constant;
                turning |= !constant && isSquareLike(p.base());
                alternating |= !constant && isNegative(p.base());
                if (constant && p.base() instanceof Num n && p.exponent() instanceof Num k) {
                    power(n.value(), k.value());
                }
                collect(p.base());
                collect(p.exponent());
            }
            case Big b -> big(b);
            default -> all(node.children());
        }
    }

    /** A function of something that varies. */
    private void varying(Call call) {
        Node first = call.arguments().getFirst();
        stepping |= WITH_STEPS.contains(call.function());
        branching |= INVERSES.contains(call.function())
                && first instanceof Call c
                && (c.function().length() == 3 && "sin cos tan cot sec csc".contains(c.function()));
        switch (call.function()) {
            case "abs", "max", "min" -> turning = true;
            case "root" -> {
                turning |= isSquareLike(first);
                if (turns.size() < MAX_TURNS) {
                    turns.add(first);
                }
            }
            default -> {}
        }
    }

    /** Returns whether a root of this may turn: a power, or a sum that may be one written out. */
    private static boolean isSquareLike(Node node) {
        return node instanceof Pow p
                ? SignCases.isEven(p.exponent())
                : node instanceof Node.Add a
                        && a.terms().size() > 2
                        && !a.variables().isEmpty();
    }

    private static boolean isNegative(Node base) {
        return base instanceof Neg || (base instanceof Num n && n.value().signum() < 0);
    }

    private void big(Big b) {
        boolean known = variables.contains(b.variable().name());
        collect(b.body());
        if (!known) {
            variables.remove(b.variable().name());
        }
        Node from = b.from();
        Node to = b.to();
        if (from != null) {
            collect(from);
        }
        if (to != null) {
            collect(to);
        }
        boolean series = b.operator().equals("sum") || b.operator().equals("prod");
        converging |= !series || to == Const.INFINITY;
        onIntegers |= series && to != Const.INFINITY;
        restricted = true;
    }

    private void power(Rational base, Rational exponent) {
        if (exponent.isInt() && Math.abs(exponent.intValue()) * (long) base.bits() < 400 && !base.isZero()) {
            number(base.pow(exponent.intValue()));
        }
    }

    private void number(Rational value) {
        if (numbers.size() < MAX_NUMBERS && !value.isZero() && value.bits() < 400) {
            numbers.add(value);
        }
    }

    private void all(List<Node> nodes) {
        for (Node node : nodes) {
            collect(node);
        }
    }

    /**
     * Bounds of the real values that an expression takes anywhere.
     *
     * @param low no value is less
     * @param high no value is more
     */
    record ValueRange(double low, double high) {

        private static final ValueRange ANY = new ValueRange(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        private static final ValueRange POSITIVE = new ValueRange(0, Double.POSITIVE_INFINITY);

        /** Returns whether no value is negative, for certain. */
        static boolean isNonNegative(Node node) {
            return of(node).low >= 0;
        }

        private static ValueRange of(Node node) {
            return switch (node) {
                case Num n -> {
                    double value = n.value().toDouble();
                    boolean exact = n.value().isInteger() && n.value().bits() < 53;
                    yield exact
                            ? new ValueRange(value, value)
                            : new ValueRange(Math.nextDown(value), Math.nextUp(value));
                }
                case Const c ->
                    c == Const.PI ? new ValueRange(3.1415, 3.1416) : c == Const.E ? new ValueRange(2, 3) : ANY;
                case Neg n -> of(n.of()).negated();
                case Add a -> a.terms().stream().map(ValueRange::of).reduce(new ValueRange(0, 0), ValueRange::plus);
                case Mul m -> m.factors().stream().map(ValueRange::of).reduce(new ValueRange(1, 1), ValueRange::times);
                case Div d -> of(d.under()).low >= 0 && of(d.over()).low >= 0 ? POSITIVE : ANY;
                case Pow p -> SignCases.isEven(p.exponent()) || of(p.base()).low >= 0 ? POSITIVE : ANY;
                case Call c ->
                    switch (c.function()) {
                        case "sin", "cos" -> new ValueRange(-1, 1);
                        case "exp", "abs", "norm", "acos" -> POSITIVE;
                        case "cosh" -> new ValueRange(1, Double.POSITIVE_INFINITY);
                        case "tanh" -> new ValueRange(-1, 1);
                        case "atan", "asin" -> new ValueRange(-1.571, 1.571);
                        case "root" -> SignCases.isEven(c.arguments().getLast()) ? POSITIVE : ANY;
                        default -> ANY;
                    };
                default -> ANY;
            };
        }

        private ValueRange negated() {
            return new ValueRange(-high, -low);
        }

        private ValueRange plus(ValueRange other) {
            return new ValueRange(sum(low, other.low, -1), sum(high, other.high, 1));
        }

        /** Returns the sum, rounded outwards where it may have been rounded at all. */
        private static double sum(double a, double b, int outwards) {
            double sum = a + b;
            boolean exact = isWhole(a) && isWhole(b);
            return exact ? sum : outwards < 0 ? Math.nextDown(sum) : Math.nextUp(sum);
        }

        private static boolean isWhole(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15;
        }

        private ValueRange times(ValueRange other) {
            if (low >= 0 && other.low >= 0) {
                return new ValueRange(
                        Math.max(0, Math.nextDown(product(low, other.low))), Math.nextUp(product(high, other.high)));
            }
            if (low == high && low < 0) {
                return new ValueRange(-low, -low).times(other).negated();
            }
            if (low == high && low > 0) {
                return new ValueRange(Math.nextDown(product(low, other.low)), Math.nextUp(product(low, other.high)));
            }
            return other.low == other.high && other.low != 0 ? other.times(this) : ANY;
        }

        private static double product(double a, double b) {
            return a == 0 || b == 0 ? 0 : a * b;
        }
    }
}

package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Rational;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of a number too large to compute: the number is ±10^(10^(...^x)) with so many tens, and x between two doubles.
 *
 * @param sign -1, 0 or 1
 * @param level how many tens; 0 where the bounds are those of the absolute value itself
 * @param low lower bound of x
 * @param high upper bound of x
 */
record Magnitude(int sign, int level, double low, double high) {

    private static final double SLACK = 1e-13;

    /** Returns the magnitude of a constant expression, null where it cannot be bounded. */
    static @Nullable Magnitude of(Node node, ComparisonBudget budget) {
        budget.step(1);
        return switch (node) {
            case Num n -> number(n.value());
            case Neg n -> {
                Magnitude of = of(n.of(), budget);
                yield of == null ? null : new Magnitude(-of.sign, of.level, of.low, of.high);
            }
            case Const c ->
                switch (c) {
                    case PI -> new Magnitude(1, 0, 3.14159, 3.1416);
                    case E -> new Magnitude(1, 0, 2.71828, 2.71829);
                    case I, INFINITY -> null;
                };
            case Quantity q -> of(q.value(), budget);
            case Pow p -> power(of(p.base(), budget), of(p.exponent(), budget));
            case Call c -> call(c, budget);
            case Mul m -> {
                Magnitude product = number(Rational.ONE);
                for (Node factor : m.factors()) {
                    product = product == null ? null : product.times(of(factor, budget));
                }
                yield product;
            }
            case Div d -> {
                Magnitude over = of(d.over(), budget);
                Magnitude under = of(d.under(), budget);
                yield over == null || under == null || under.sign == 0 ? null : over.times(under.inverse());
            }
            case Add a -> sum(a, budget);
            case Big b ->
                b.operator().equals("prod") && b.body().equals(b.variable()) && b.to() != null
                        ? of(Call.of("factorial", b.to()), budget)
                        : null;
            default -> null;
        };
    }

    private static @Nullable Magnitude number(Rational value) {
        if (value.isZero()) {
            return new Magnitude(0, 0, 0, 0);
        }
        if (value.isInteger() && value.bits() < 53) {
            double exact = value.abs().toDouble();
            return new Magnitude(value.signum(), 0, exact, exact);
        }
        double log = log10(value.abs());
        return new Magnitude(value.signum(), 1, log - SLACK, log + SLACK).lowered();
    }

    private static double log10(Rational value) {
        return log10(value.numerator()) - log10(value.denominator());
    }

    private static double log10(java.math.BigInteger value) {
        int shift = Math.max(0, value.bitLength() - 900);
        return Math.log10(value.shiftRight(shift).doubleValue()) + shift * Math.log10(2);
    }

    /** Returns the same bounds with as few tens as the doubles allow. */
    private Magnitude lowered() {
        Magnitude m = this;
        while (m.level > 0 && m.low > -300 && m.high < 300) {
            m = new Magnitude(
                    m.sign, m.level - 1, Math.pow(10, m.low) * (1 - SLACK), Math.pow(10, m.high) * (1 + SLACK));
        }
        return m;
    }

    /** Returns the same bounds of the logarithm: level at least 1. */
    private @Nullable Magnitude logarithm() {
        if (sign == 0) {
            return null;
        }
        if (level > 0) {
            return new Magnitude(1, level - 1, low, high);
        }
        return low <= 0 ? null : new Magnitude(1, 0, Math.log10(low) - SLACK, Math.log10(high) + SLACK);
    }

    private Magnitude inverse() {
        return level == 0
                ? new Magnitude(sign, 0, 1 / high, 1 / low)
                : level == 1 ? new Magnitude(sign, 1, -high, -low) : new Magnitude(sign, -1, low, high);
    }

    private @Nullable Magnitude times(@Nullable Magnitude other) {
        if (other == null || level < 0 || other.level < 0) {
            return null;
        }
        if (sign == 0 || other.sign == 0) {
            return new Magnitude(0, 0, 0, 0);
        }
        if (level > 2 || other.level > 2 || (level == 2 && other.level == 2)) {
            // The smaller factor does not show at this height.
            Magnitude big = level > other.level || (level == other.level && low > other.low) ? this : other;
            return new Magnitude(sign * other.sign, big.level, big.low - 1e-6, big.high + 0.31);
        }
        if (level == 2 || other.level == 2) {
            Magnitude big = level == 2 ? this : other;
            return new Magnitude(sign * other.sign, 2, big.low - 1e-6, big.high + 0.31);
        }
        Magnitude a = logarithm();
        Magnitude b = other.logarithm();
        if (a == null || b == null) {
            return null;
        }
        return new Magnitude(sign * other.sign, 1, a.low + b.low, a.high + b.high).lowered();
    }

    private static @Nullable Magnitude power(@Nullable Magnitude base, @Nullable Magnitude exponent) {
        if (base == null || exponent == null || base.sign <= 0) {
            return null;
        }
        if (exponent.sign == 0) {
            return number(Rational.ONE);
        }
        Magnitude log = base.logarithm();
        if (log == null || (log.level == 0 && log.low <= 0)) {
            return null;
        }
        // log10(b^e) = e log10 b
        Magnitude product = new Magnitude(1, log.level, log.low, log.high)
                .times(new Magnitude(1, exponent.level, exponent.low, exponent.high));
        if (product == null) {
            return null;
        }
        if (exponent.sign < 0) {
            return product.level == 0
                    ? new Magnitude(1, 1, -product.high, -product.low).lowered()
                    : new Magnitude(1, -1, product.low, product.high);
        }
        return product.level == 0
                ? new Magnitude(1, 1, product.low, product.high).lowered()
                : new Magnitude(1, product.level + 1, product.low, product.high);
    }

    private static @Nullable Magnitude call(Call call, ComparisonBudget budget) {
        return switch (call.function()) {
            case "factorial" -> {
                Magnitude n = of(call.arguments().getFirst(), budget);
                if (n == null || n.sign <= 0) {
                    yield null;
                }
                if (n.level == 0) {
                    double low = n.low < 10 ? 0 : stirling(n.low) - 1e-3;
                    double high = n.high < 10 ? 7 : stirling(n.high) + 1e-2;
                    yield new Magnitude(1, 1, low, high).lowered();
                }
                // For such n: n^(n/2) < n! < n^n.
                Magnitude log = n.logarithm();
                Magnitude product = log == null ? null : n.times(log);
                yield product == null || product.level == 0
                        ? null
                        : new Magnitude(1, product.level + 1, product.low - 0.31, product.high);
            }
            case "binom" -> {
                Magnitude n = of(call.arguments().getFirst(), budget);
                Magnitude k = of(call.arguments().get(1), budget);
                if (n == null || k == null || n.level != 0 || k.level != 0 || n.sign <= 0 || k.sign <= 0) {
                    yield null;
                }
                double small = Math.min(k.low, n.low - k.high);
                // (n/k)^k ≤ C(n,k) < (en/k)^k
                if (small < 1) {
                    yield null;
                }
                double ratio = Math.log10(n.low / small);
                yield new Magnitude(1, 1, small * ratio * (1 - SLACK), (small + 1) * (ratio + 0.4344)).lowered();
            }
            case "root" -> {
                Magnitude radicand = of(call.arguments().getFirst(), budget);
                Magnitude index = of(call.arguments().get(1), budget);
                yield index == null ? null : power(radicand, index.inverse());
            }
            default -> null;
        };
    }

    /** Returns the decimal logarithm of n! but for less than 1/(12 n). */
    private static double stirling(double n) {
        return n * (Math.log10(n) - Math.log10(Math.E)) + 0.5 * Math.log10(2 * Math.PI * n);
    }

    private static @Nullable Magnitude sum(Add add, ComparisonBudget budget) {
        Magnitude largest = null;
        Magnitude second = null;
        for (Node term : add.terms()) {
            Magnitude m = of(term, budget);
            if (m == null || m.level < 0) {
                return null;
            }
            if (largest == null || m.compareSize(largest) > 0) {
                second = largest;
                largest = m;
            } else if (second == null || m.compareSize(second) > 0) {
                second = m;
            }
        }
        if (largest == null || second == null) {
            return largest;
        }
        int count = add.terms().size();
        if (largest.level == 0) {
            return null;
        }
        // The rest must be less than half of the largest together.
        boolean clear = second.sign == 0
                || second.level < largest.level
                || (second.level == 1 && second.high + Math.log10(count) + 0.4 < largest.low)
                || (second.level > 1 && second.high + 0.1 < largest.low);
        if (!clear) {
            return null;
        }
        return new Magnitude(largest.sign, largest.level, largest.low - 0.31, largest.high + 0.31);
    }

    private int compareSize(Magnitude other) {
        return level != other.level ? Integer.compare(level, other.level) : Double.compare(low, other.low);
    }

    /** Returns whether the two can't be the same number. */
    boolean differsFrom(Magnitude other) {
        if (sign != other.sign) {
            return true;
        }
        if (sign == 0) {
            return false;
        }
        Magnitude a = lowered();
        Magnitude b = other.lowered();
        if (a.level == b.level) {
            return a.high < b.low || b.high < a.low;
        }
        if (a.level < 0 || b.level < 0) {
            // One is tiny beyond measure, the other is not.
            Magnitude measured = a.level < 0 ? b : a;
            return measured.level >= 0
                    && (measured.level > 1 || (measured.low > -1e8 && measured.level == 1) || measured.level == 0);
        }
        Magnitude tall = a.level > b.level ? a : b;
        Magnitude flat = a.level > b.level ? b : a;
        if (tall.level == 1 && flat.level == 0) {
            return (tall.low > 1 && Math.pow(10, Math.min(tall.low, 305)) > flat.high)
                    || (tall.high < 0 && Math.pow(10, tall.high) < flat.low);
        }
        return (tall.low > 2.5 && tall.level == flat.level + 1)
                ? Math.pow(10, Math.min(tall.low, 305)) > flat.high
                : tall.level > flat.level + 1 && tall.low > 0.5;
    }
}

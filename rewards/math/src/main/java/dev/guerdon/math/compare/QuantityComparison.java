package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.MeasureUnits;
import dev.guerdon.math.algebra.MeasureUnits.Unit;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Degree;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.Quantity;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.spi.MathOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares single values with what is written around them: units, percent and degree signs, infinities. */
final class QuantityComparison {

    private final AnswerComparison comparison;
    private final ScalarComparison scalars;
    private final MathOptions options;

    QuantityComparison(AnswerComparison comparison, ScalarComparison scalars, MathOptions options) {
        this.comparison = comparison;
        this.scalars = scalars;
        this.options = options;
    }

    boolean equal(Node a, Node b) {
        Quantity x = quantity(a);
        Quantity y = quantity(b);
        if (x != null || y != null) {
            if (options.units() == MathOptions.Units.REQUIRED && y != null && x == null) {
                return false;
            }
            if (x != null && y != null && options.units() != MathOptions.Units.IGNORED) {
                return both(x, y);
            }
            Unit only = x != null ? x.unit() : y != null ? y.unit() : Unit.NONE;
            if (options.units() != MathOptions.Units.IGNORED && (x == null || y == null)) {
                if (only.isGroup()) {
                    return false;
                }
                if (only.equals(MeasureUnits.RADIAN) && bare(x == null ? a : b) != null) {
                    return scalars.equal(x == null ? a : x.value(), y == null ? b : y.value());
                }
            }
            return comparison.equal(x == null ? a : x.value(), y == null ? b : y.value());
        }
        return value(a, b);
    }

    private static @Nullable Quantity quantity(Node node) {
        if (node instanceof Neg n && n.of() instanceof Quantity q) {
            return new Quantity(new Neg(q.value()), q.unit());
        }
        return node instanceof Quantity q ? q : null;
    }

    private boolean both(Quantity x, Quantity y) {
        Unit p = x.unit();
        Unit q = y.unit();
        if (p.isGeneric() || q.isGeneric()) {
            return p.power() == q.power() && comparison.equal(x.value(), y.value());
        }
        if (!p.dimensions().equals(q.dimensions())) {
            return false;
        }
        if (p.factor().equals(q.factor())) {
            return comparison.equal(x.value(), y.value());
        }
        return scalars.equal(
                new Mul(List.of(x.value(), Num.of(p.factor()))), new Mul(List.of(y.value(), Num.of(q.factor()))));
    }

    private boolean value(Node a, Node b) {
        if (mentionsInfinity(a) || mentionsInfinity(b)) {
            Integer infinite = infinity(a);
            return infinite != null && infinite != 0 && infinite.equals(infinity(b));
        }
        Node bareA = bare(a);
        Node bareB = bare(b);
        if (bareA == null && bareB == null) {
            return scalars.equal(a, b);
        }
        boolean percent = isPercent(a) || isPercent(b);
        if (bareA != null && bareB != null) {
            return isPercent(a) == isPercent(b) ? scalars.equal(bareA, bareB) : scalars.equal(a, b);
        }
        // Only one side has a percent or degree sign: it may be presentation.
        Node x = bareA == null ? a : bareA;
        Node y = bareB == null ? b : bareB;
        return ((!percent || atLeastOne(x)) && scalars.equal(x, y)) || scalars.equal(a, b);
    }

    private static boolean mentionsInfinity(Node node) {
        return switch (node) {
            case Const c -> c == Const.INFINITY;
            case Neg n -> mentionsInfinity(n.of());
            case Div d -> mentionsInfinity(d.over());
            case Add a -> a.terms().stream().anyMatch(QuantityComparison::mentionsInfinity);
            case Mul m -> m.factors().stream().anyMatch(QuantityComparison::mentionsInfinity);
            default -> false;
        };
    }

    /** Returns the sign of an infinite value, 0 for a finite constant, null for what has no value or not only one. */
    private @Nullable Integer infinity(Node node) {
        return switch (node) {
            case Const c -> c == Const.INFINITY ? 1 : 0;
            case Neg n -> {
                Integer of = infinity(n.of());
                yield of == null ? null : Integer.valueOf(-of);
            }
            case Add a -> {
                int sum = 0;
                for (Node term : a.terms()) {
                    Integer next = infinity(term);
                    if (next == null || sum * next < 0) {
                        yield null;
                    }
                    sum = next == 0 ? sum : next;
                }
                yield sum;
            }
            case Mul m -> product(m.factors());
            case Div d -> {
                Integer over = infinity(d.over());
                Integer under = infinity(d.under());
                yield over == null || under == null || under != 0
                        ? null
                        : Integer.valueOf(over == 0 ? 0 : over * scalars.sign(d.under()));
            }
            default -> node.variables().isEmpty() && !holdsInfinity(node) ? 0 : null;
        };
    }

    private @Nullable Integer product(List<Node> factors) {
        boolean infinite = false;
        int sign = 1;
        for (Node factor : factors) {
            Integer next = infinity(factor);
            if (next == null) {
                return null;
            }
            infinite |= next != 0;
            sign *= next != 0 ? next : scalars.sign(factor);
        }
        return !infinite ? Integer.valueOf(0) : sign == 0 ? null : Integer.valueOf(sign);
    }

    private static boolean holdsInfinity(Node node) {
        return node == Const.INFINITY || node.children().stream().anyMatch(QuantityComparison::holdsInfinity);
    }

    private static boolean isPercent(Node node) {
        return node instanceof Percent || (node instanceof Neg n && isPercent(n.of()));
    }

    /** Returns the value without its percent or degree sign, null if it has none. */
    private static @Nullable Node bare(Node node) {
        return switch (node) {
            case Percent p -> p.of();
            case Degree d -> d.of();
            case Neg n -> {
                Node of = bare(n.of());
                yield of == null ? null : new Neg(of);
            }
            default -> null;
        };
    }

    /** A percent sign is presentation on 50, not on 0.07, which reads as a share itself. */
    private static boolean atLeastOne(Node node) {
        Node positive = node instanceof Neg n ? n.of() : node;
        if (positive instanceof Num n) {
            return n.value().abs().compareTo(Rational.ONE) >= 0;
        }
        return !(positive instanceof Div);
    }
}

package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Algebra;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.ExpressionCase;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Quot;
import dev.guerdon.math.algebra.RandomPointComparison;
import dev.guerdon.math.algebra.RandomPointComparison.Verdict;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.algebra.UndecidedException;
import dev.guerdon.math.algebra.UndefinedException;
import dev.guerdon.math.spi.MathOptions;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether two expressions have the same value. */
final class ScalarComparison {

    /** Place where the points begin at which two expressions are measured against each other. */
    private static final int[] FIRST_VALUES = {7, 13, 19, 29};

    private final ComparisonBudget budget;
    private final MathOptions.Tolerance tolerance;

    /** Exact equality. */
    ScalarComparison(ComparisonBudget budget) {
        this(budget, MathOptions.Tolerance.NONE);
    }

    /** Equality of real numbers up to a tolerance. */
    ScalarComparison(ComparisonBudget budget, MathOptions.Tolerance tolerance) {
        this.budget = budget;
        this.tolerance = tolerance;
    }

    boolean equal(Node a, Node b) {
        return exactly(a, b) || (!tolerance.isNone() && nearly(a, b));
    }

    private boolean nearly(Node a, Node b) {
        if (!a.variables().isEmpty() || !b.variables().isEmpty()) {
            return false;
        }
        BigDecimal x = RandomPointComparison.decimal(a, budget);
        BigDecimal y = x == null ? null : RandomPointComparison.decimal(b, budget);
        if (x == null || y == null) {
            return false;
        }
        BigDecimal distance = x.subtract(y).abs();
        if (tolerance.digits() > 0) {
            MathContext rounding = new MathContext(tolerance.digits(), RoundingMode.HALF_UP);
            if (x.round(rounding).compareTo(y.round(rounding)) == 0) {
                return true;
            }
        }
        return distance.compareTo(BigDecimal.valueOf(tolerance.absolute())) <= 0
                || distance.compareTo(x.abs().max(y.abs()).multiply(BigDecimal.valueOf(tolerance.relative()))) <= 0;
    }

    /** Returns whether two expressions agree on a part of their domain. */
    private boolean agree(ExpressionCase part) {
        budget.step(20);
        Algebra algebra = new Algebra(budget);
        try {
            if (algebra.subtract(algebra.normal(part.a()), algebra.normal(part.b()))
                    .isZero()) {
                return true;
            }
        } catch (UndecidedException | UndefinedException e) {
            // Values may still decide.
        }
        return exactly(part.placedA(), part.placedB(), part.positive());
    }

    private boolean exactly(Node a, Node b) {
        return exactly(a, b, List.of());
    }

    /** Returns whether two expressions have the same value wherever some others are positive. */
    private boolean exactly(Node a, Node b, List<Node> positive) {
        Rational x = rational(a);
        Rational y = x == null ? null : rational(b);
        if (x != null && y != null) {
            return x.equals(y);
        }
        RandomPointComparison points = new RandomPointComparison(a, b, positive, budget);
        if (points.differ(true)) {
            return false;
        }
        boolean huge = false;
        Algebra algebra = new Algebra(budget);
        try {
            Quot left = algebra.normal(a);
            Quot right = algebra.normal(b);
            Quot difference = algebra.subtract(left, right);
            if (difference.isZero()) {
                return !ExpressionCase.isNarrower(a, b, budget);
            }
            if (algebra.proves(difference)) {
                return false;
            }
            huge = algebra.hasHuge();
        } catch (UndefinedException e) {
            return false;
        } catch (UndecidedException e) {
            huge = algebra.hasHuge();
        }
        if (points.differ(false)) {
            return false;
        }
        if (!huge) {
            List<ExpressionCase> cases = ExpressionCase.of(a, b, budget);
            if (cases == null) {
                return false;
            }
            if (!cases.isEmpty()) {
                return cases.stream().allMatch(this::agree);
            }
            Verdict verdict = points.compare(this::exactly);
            if (verdict != Verdict.UNKNOWN) {
                return verdict == Verdict.EQUAL;
            }
        }
        Magnitude m = Magnitude.of(a, budget);
        Magnitude n = Magnitude.of(b, budget);
        if (m != null && n != null && m.differsFrom(n)) {
            return false;
        }
        if (huge || (m != null && m.level() > 0) || (n != null && n.level() > 0)) {
            throw ComparisonBudget.exhausted(
                    "a number of more than " + budget.limits().digits() + " digits");
        }
        return false;
    }

    /** Returns whether one expression is a constant multiple of the other: x - 5 and 10 - 2x. */
    boolean proportional(Node p, Node q, boolean positive) {
        // p(x) q(c) = p(c) q(x) for all x, at a point c where neither vanishes.
        Set<String> names = new LinkedHashSet<>(p.variables());
        names.addAll(q.variables());
        if (p.variables().isEmpty() || q.variables().isEmpty()) {
            // Without variables a relation is a statement, and any two true ones would be multiples of each other.
            return equal(p, q);
        }
        for (int first : FIRST_VALUES) {
            Node pc = p;
            Node qc = q;
            int value = first;
            for (String name : names) {
                Num at = Num.of(Rational.of(value, 3));
                value += first + 2;
                pc = pc.replace(new Sym(name), at);
                qc = qc.replace(new Sym(name), at);
            }
            boolean pZero = equal(pc, Num.of(0));
            boolean qZero = equal(qc, Num.of(0));
            if (pZero && qZero) {
                continue; // The point lies on both, which says nothing yet.
            }
            return !pZero
                    && !qZero
                    && !(positive && sign(pc) * sign(qc) <= 0)
                    && equal(new Mul(List.of(p, qc)), new Mul(List.of(pc, q)))
                    // Where the variables cancel, "3 = 0" and "4 = 0" are two statements.
                    && (equal(pc, qc) || !equal(p, pc));
        }
        return equal(p, q);
    }

    /** Returns whether an expression is a whole number, for certain. */
    boolean isWhole(Node node) {
        try {
            Quot value = new Algebra(budget).normal(node);
            return value.isConstant() && value.constant().isInteger();
        } catch (UndecidedException | UndefinedException e) {
            return false;
        }
    }

    /** Returns the sign of a real constant, 0 if it is zero or not certain. */
    int sign(Node node) {
        Rational value = rational(node);
        if (value != null) {
            return value.signum();
        }
        return RandomPointComparison.sign(node, budget);
    }

    /** Returns the value of plain arithmetic with whole numbers and fractions, null for anything else. */
    private @Nullable Rational rational(Node node) {
        return switch (node) {
            case Num n -> n.value();
            case Neg n -> {
                Rational of = rational(n.of());
                yield of == null ? null : of.negate();
            }
            case Div d -> {
                Rational over = rational(d.over());
                Rational under = over == null ? null : rational(d.under());
                yield over == null || under == null || under.isZero() || over.bits() + under.bits() > 4000
                        ? null
                        : over.divide(under);
            }
            case Add a -> {
                Rational sum = Rational.ZERO;
                for (Node term : a.terms()) {
                    Rational value = rational(term);
                    if (value == null || sum.bits() > 4000) {
                        yield null;
                    }
                    sum = sum.add(value);
                }
                yield sum;
            }
            case Mul m -> {
                Rational product = Rational.ONE;
                for (Node factor : m.factors()) {
                    Rational value = rational(factor);
                    if (value == null || product.bits() > 4000) {
                        yield null;
                    }
                    product = product.multiply(value);
                }
                yield product;
            }
            default -> null;
        };
    }
}

package dev.guerdon.math.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Algebra;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Apply;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Percent;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.SetOp;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Quot;
import dev.guerdon.math.algebra.RandomPointComparison;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.algebra.UndecidedException;
import dev.guerdon.math.algebra.UndefinedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares what Math-Verify parsed, gold against prediction, by its rules; the two are not interchangeable. */
@Internal
public final class VerifyMatch {

    private static final int ROUNDING = 6;
    private static final Rational SMALL = Rational.of(10).pow(-15);
    private static final Rational HALF_SMALL = SMALL.multiply(Rational.HALF);
    private static final BigDecimal CHOPPED = new BigDecimal("1e-15");

    private final ComparisonBudget budget;
    private final ScalarComparison scalars;

    public VerifyMatch(ComparisonBudget budget) {
        this.budget = budget;
        this.scalars = new ScalarComparison(budget);
    }

    public boolean equal(Node goldAsRead, Node predictionAsRead) {
        budget.step(1);
        Node gold = relation(goldAsRead);
        Node prediction = relation(predictionAsRead);
        boolean goldEquation = isEquation(gold);
        boolean predictionEquation = isEquation(prediction);
        if (predictionEquation && !goldEquation) {
            prediction = last(prediction);
        } else if (isAssignment(gold) && !predictionEquation) {
            gold = last(gold);
        }
        if (gold instanceof Relation r && isSet(prediction)) {
            Node set = asInterval(r);
            gold = set == null ? gold : set;
        }
        if (gold.equals(prediction)) {
            return !isUndefined(gold);
        }
        if (gold instanceof Relation g && prediction instanceof Relation p) {
            return relations(g, p);
        }
        if (isSet(gold) || isSet(prediction)) {
            return new SetMatch(this, budget).equal(gold, prediction);
        }
        if (gold instanceof Relation || prediction instanceof Relation) {
            return false;
        }
        if (gold instanceof Sym || prediction instanceof Sym) {
            return symbols(gold, prediction);
        }
        if (gold instanceof Matrix g) {
            return prediction instanceof Matrix p && matrices(g, p);
        }
        if (prediction instanceof Matrix) {
            return false;
        }
        return numbers(gold, prediction);
    }

    /** Membership counts as equality, an approximation as one of its sides, a chain of assignments as its ends. */
    private static Node relation(Node node) {
        if (!(node instanceof Relation r)) {
            return node;
        }
        if (r.operators().size() == 1 && r.operators().getFirst().equals("∈")) {
            return new Relation(r.sides(), List.of("="));
        }
        if (r.operators().size() == 1 && r.operators().getFirst().equals("≈")) {
            return onlySymbols(r.sides().getFirst())
                    ? r.sides().getLast()
                    : r.sides().getFirst();
        }
        if (isAssignment(r) && r.sides().size() > 2) {
            return new Relation(List.of(r.sides().getFirst(), r.sides().getLast()), List.of("="));
        }
        return r;
    }

    private static boolean isEquation(Node node) {
        return node instanceof Relation r && r.operators().stream().allMatch("="::equals);
    }

    private static boolean isAssignment(Node node) {
        return isEquation(node) && onlySymbols(((Relation) node).sides().getFirst());
    }

    private static boolean onlySymbols(Node node) {
        return switch (node) {
            case Sym s -> true;
            case Mul m -> m.factors().stream().allMatch(VerifyMatch::onlySymbols);
            case Apply a -> a.arguments().stream().allMatch(VerifyMatch::onlySymbols);
            case Div d -> onlySymbols(d.over()) && onlySymbols(d.under());
            case Group g -> !g.items().isEmpty() && g.items().stream().allMatch(VerifyMatch::onlySymbols);
            default -> false;
        };
    }

    private static Node last(Node relation) {
        return ((Relation) relation).sides().getLast();
    }

    static boolean isSet(Node node) {
        return node instanceof Group
                || node instanceof SetOp
                || node instanceof PlusMinus
                || (node instanceof Sym s
                        && s.name().startsWith("set")
                        && s.name().length() == 4);
    }

    private static boolean isUndefined(Node node) {
        return node instanceof Div d && d.under() instanceof Num n && n.value().isZero();
    }

    /** Returns a condition on one variable as an interval, null if it is not that simple. */
    private static @Nullable Node asInterval(Relation r) {
        Node low = new Neg(Const.INFINITY);
        Node high = Const.INFINITY;
        boolean lowOpen = true;
        boolean highOpen = true;
        String name = null;
        for (int i = 0; i < r.operators().size(); i++) {
            Node left = r.sides().get(i);
            Node right = r.sides().get(i + 1);
            String operator = r.operators().get(i);
            boolean less = operator.equals("<") || operator.equals("≤");
            boolean greater = operator.equals(">") || operator.equals("≥");
            boolean open = operator.equals("<") || operator.equals(">");
            if ((!less && !greater) || (left instanceof Sym) == (right instanceof Sym)) {
                return null;
            }
            Sym variable = (Sym) (left instanceof Sym ? left : right);
            if (name != null && !name.equals(variable.name())) {
                return null;
            }
            name = variable.name();
            boolean upper = left instanceof Sym == less;
            Node bound = left instanceof Sym ? right : left;
            if (upper) {
                high = bound;
                highOpen = open;
            } else {
                low = bound;
                lowOpen = open;
            }
        }
        return new Group(lowOpen ? '(' : '[', highOpen ? ')' : ']', ',', List.of(low, high));
    }

    private boolean relations(Relation gold, Relation prediction) {
        if (gold.operators().size() != prediction.operators().size()) {
            return false;
        }
        for (int i = 0; i < gold.operators().size(); i++) {
            if (!relation(
                    gold.sides().get(i),
                    gold.operators().get(i),
                    gold.sides().get(i + 1),
                    prediction.sides().get(i),
                    prediction.operators().get(i),
                    prediction.sides().get(i + 1))) {
                return false;
            }
        }
        return true;
    }

    private boolean relation(Node gl, String go, Node gr, Node pl, String po, Node pr) {
        if (isSet(gl) || isSet(gr) || isSet(pl) || isSet(pr)) {
            return go.equals(po) && equal(gl, pl) && equal(gr, pr);
        }
        Node gold = minus(gl, gr);
        Node prediction = minus(pl, pr);
        if (go.equals(po) && (scalars.equal(gold, prediction) || isMultiple(go, gold, prediction))) {
            return true;
        }
        String flipped = switch (go) {
            case "<" -> ">";
            case ">" -> "<";
            case "≤" -> "≥";
            case "≥" -> "≤";
            default -> go;
        };
        return flipped.equals(po) && !go.equals("≠") && scalars.equal(gold, minus(pr, pl));
    }

    /** An equation of several variables may be multiplied by a number. */
    private boolean isMultiple(String operator, Node gold, Node prediction) {
        return operator.equals("=")
                && gold.variables().size() > 1
                && prediction.variables().size() > 1
                && scalars.proportional(gold, prediction, false);
    }

    private static Node minus(Node a, Node b) {
        return new Node.Add(List.of(a, new Neg(b)));
    }

    private boolean symbols(Node gold, Node prediction) {
        String g = letters(gold);
        String p = letters(prediction);
        return g != null && g.equals(p);
    }

    private static @Nullable String letters(Node node) {
        return switch (node) {
            case Sym s -> s.name().replace("~", "");
            case Const c when c == Const.E -> "e";
            case Mul m -> {
                StringBuilder all = new StringBuilder();
                for (Node factor : m.factors()) {
                    String part = letters(factor);
                    if (part == null) {
                        yield null;
                    }
                    all.append(part);
                }
                yield all.toString();
            }
            default -> null;
        };
    }

    private boolean matrices(Matrix gold, Matrix prediction) {
        return Pairing.inOrder(gold.rows(), prediction.rows(), (g, p) -> Pairing.inOrder(g, p, this::numbers));
    }

    private boolean numbers(Node gold, Node prediction) {
        Rational left = wholeOrPercent(gold);
        Rational right = wholeOrPercent(prediction);
        if (left != null && right != null) {
            // 9% is 9.
            return left.equals(right);
        }
        boolean literal = isLiteral(gold) || isLiteral(prediction);
        Rational exact = difference(gold, prediction);
        if (exact != null && exact.isZero()) {
            return true;
        }
        if (literal && (isFloat(gold) || isFloat(prediction))) {
            if (isWhole(gold) || isWhole(prediction)) {
                // A whole number is not rounded to a decimal: only the exact value equals it.
                return false;
            }
            BigDecimal g = constant(gold);
            BigDecimal p = constant(prediction);
            return g != null
                    && p != null
                    && g.setScale(ROUNDING, RoundingMode.HALF_EVEN)
                                    .compareTo(p.setScale(ROUNDING, RoundingMode.HALF_EVEN))
                            == 0;
        }
        if (exact != null) {
            return !literal && exact.abs().compareTo(SMALL) < 0;
        }
        if (!literal) {
            BigDecimal g = constant(gold);
            BigDecimal p = g == null ? null : constant(prediction);
            if (g != null && p != null && g.subtract(p).abs().compareTo(CHOPPED) < 0) {
                return true;
            }
        }
        return RealSet.infinite(gold) == RealSet.infinite(prediction)
                && (RealSet.infinite(gold) != 0 || scalars.equal(gold, prediction));
    }

    /** Returns a whole number, or that of a percentage, as it is written; null for anything else. */
    private static @Nullable Rational wholeOrPercent(Node node) {
        return switch (node) {
            case Num n when n.value().isInteger() && !n.decimal() -> n.value();
            case Percent p -> wholeOrPercent(p.of());
            case Neg n -> {
                Rational value = wholeOrPercent(n.of());
                yield value == null ? null : value.negate();
            }
            default -> null;
        };
    }

    /** Returns the difference if it is a rational number that can be written out. */
    private @Nullable Rational difference(Node gold, Node prediction) {
        Algebra algebra = new Algebra(budget);
        try {
            Quot left = algebra.normal(gold);
            Quot right = algebra.normal(prediction);
            if (left.isConstant() && right.isConstant()) {
                Rational g = left.constant();
                Rational p = right.constant();
                if (g.abs().compareTo(SMALL) < 0 && p.abs().compareTo(SMALL) < 0 && !g.equals(p)) {
                    // Both are nothing at this precision; their exact difference would be long to write.
                    return HALF_SMALL;
                }
            }
            Quot difference = algebra.subtract(left, right);
            return difference.isConstant() ? difference.constant() : null;
        } catch (UndecidedException | UndefinedException e) {
            return null;
        }
    }

    private boolean isWhole(Node node) {
        if (isFloat(node)) {
            return false;
        }
        Rational value = difference(node, Num.of(0));
        return value != null && value.isInteger();
    }

    @Nullable
    BigDecimal constant(Node node) {
        Set<String> variables = node.variables();
        return variables.isEmpty() ? RandomPointComparison.decimal(node, budget) : null;
    }

    private static boolean isLiteral(Node node) {
        return switch (node) {
            case Num n -> true;
            case Neg n -> isLiteral(n.of());
            case Percent p -> isLiteral(p.of());
            case Div d -> d.over() instanceof Num a && d.under() instanceof Num b && !a.decimal() && !b.decimal();
            default -> false;
        };
    }

    private static boolean isFloat(Node node) {
        return switch (node) {
            case Num n -> n.decimal();
            case Neg n -> isFloat(n.of());
            case Percent p -> isFloat(p.of());
            default -> false;
        };
    }
}

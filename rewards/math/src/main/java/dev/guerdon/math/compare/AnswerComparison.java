package dev.guerdon.math.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Algebra;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Derivative;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Moment;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.Ratio;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.SetBuilder;
import dev.guerdon.math.algebra.Node.SetOp;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Node.Word;
import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.algebra.UndecidedException;
import dev.guerdon.math.algebra.UndefinedException;
import dev.guerdon.math.spi.MathOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares two answers by the conventions of answers, the kinds of docs/design/math.md; values are left to {@link ScalarComparison}. */
@Internal
public final class AnswerComparison {

    private final ComparisonBudget budget;
    private final MathOptions options;
    private final ScalarComparison scalars;
    private final RelationComparison relations;
    private final SolutionSets solutions;
    private final QuantityComparison quantities;
    private final VectorNotation vectors;
    private final PiecewiseComparison piecewise;
    private final MatrixArithmetic matrices;
    private final ParameterFamilies families;

    public AnswerComparison(ComparisonBudget budget, MathOptions options) {
        this.budget = budget;
        this.options = options;
        this.scalars = new ScalarComparison(budget, options.tolerance());
        this.relations = new RelationComparison(this, scalars);
        this.solutions = new SolutionSets(scalars);
        this.quantities = new QuantityComparison(this, scalars, options);
        this.vectors = new VectorNotation(this, scalars);
        this.matrices = new MatrixArithmetic(budget);
        this.families = new ParameterFamilies(this, scalars);
        this.piecewise = new PiecewiseComparison(this, scalars, solutions);
    }

    /** Brings every value of an answer to its normal form, for what that costs alone, and returns the answer. */
    public static Node measured(Node answer, ComparisonBudget budget) {
        Algebra algebra = new Algebra(budget);
        try {
            algebra.normal(answer);
        } catch (UndecidedException | UndefinedException e) {
            answer.children().forEach(part -> measured(part, budget));
        }
        if (algebra.hasHuge()) {
            throw ComparisonBudget.exhausted(
                    "a number of more than " + budget.limits().digits() + " digits");
        }
        return answer;
    }

    public boolean equal(Node first, Node second) {
        budget.step(1);
        if (first.equals(second)) {
            return true;
        }
        Node a = matrices.evaluated(AnswerValues.shaped(first));
        Node b = matrices.evaluated(AnswerValues.shaped(second));
        if (a instanceof Moment || b instanceof Moment) {
            return moments(a, b);
        }
        if (PiecewiseComparison.isPiecewise(a) || PiecewiseComparison.isPiecewise(b)) {
            return piecewise.equal(a, b);
        }
        Optional<Boolean> family = families.equal(a, b);
        if (family.isPresent()) {
            return family.get();
        }
        if (SolutionSets.isSolution(a) || SolutionSets.isSolution(b)) {
            Optional<Boolean> verdict = solutions.equal(a, b);
            if (verdict.isPresent()) {
                return verdict.get();
            }
        }
        if (a instanceof Relation || b instanceof Relation) {
            return relation(a, b);
        }
        if (isPlural(a) || isPlural(b)) {
            return plural(a, b);
        }
        if (a instanceof SetOp || b instanceof SetOp) {
            return a instanceof SetOp x && b instanceof SetOp y && setOperation(x, y);
        }
        if (VectorNotation.isVector(a) || VectorNotation.isVector(b)) {
            return vectors.equal(a, b);
        }
        if (a instanceof Group x) {
            return b instanceof Group y && group(x, y);
        }
        if (b instanceof Group) {
            return false;
        }
        if (a instanceof Matrix x) {
            return b instanceof Matrix y && matrix(x, y);
        }
        if (b instanceof Matrix) {
            return false;
        }
        if (a instanceof SetBuilder x) {
            return b instanceof SetBuilder y && equal(x.head(), y.head()) && equal(x.condition(), y.condition());
        }
        if (isAntiderivative(a) != isAntiderivative(b)) {
            return differentiated(isAntiderivative(a) ? a : b, isAntiderivative(a) ? b : a);
        }
        if (a instanceof Word || b instanceof Word) {
            return TextAnswers.equal(a, b).orElseGet(() -> quantities.equal(a, b));
        }
        return quantities.equal(a, b);
    }

    private static boolean isAntiderivative(Node node) {
        return node instanceof Big big && big.operator().equals("int") && big.from() == null;
    }

    /** Returns an indefinite integral equals what has its body as derivative. */
    private boolean differentiated(Node integral, Node other) {
        Big big = (Big) integral;
        try {
            return scalars.equal(Derivative.of(other, big.variable(), budget), big.body());
        } catch (UndecidedException e) {
            return false;
        }
    }

    private boolean moments(Node a, Node b) {
        if (a instanceof Moment x && b instanceof Moment y) {
            return x.moment().equals(y.moment());
        }
        Node other = a instanceof Moment ? b : a;
        if (other instanceof Ratio r
                && r.left() instanceof Num hour
                && r.right() instanceof Num minute
                && (hour.value().isZero() || hour.value().compareTo(Rational.of(12)) > 0)) {
            // 15:07 needs no p.m.
            Moment moment = (Moment) (a instanceof Moment ? a : b);
            return moment.moment().equals("time " + hour.value() + ":" + minute.value());
        }
        return equal(a instanceof Moment x ? x.bare() : a, b instanceof Moment y ? y.bare() : b);
    }

    private boolean relation(Node a, Node b) {
        if (a instanceof Relation r && b instanceof Relation s) {
            return relations.equal(r, s);
        }
        if (RelationComparison.conjunction(a) && RelationComparison.conjunction(b)) {
            return relations.equalAll(a, b);
        }
        Relation relation = (Relation) (a instanceof Relation ? a : b);
        if (!relations.holds(relation)) {
            return false;
        }
        if (isPlural(a) || isPlural(b)) {
            return plural(a, b);
        }
        Node value = relations.value(relation);
        boolean first = a instanceof Relation;
        return value != null && equal(first ? value : a, first ? b : value);
    }

    /** Bare lists and plus-minus: several values without brackets. */
    private static boolean isPlural(Node node) {
        return (node instanceof Group g && g.isList())
                || node instanceof PlusMinus
                || (node instanceof Relation r && r.sides().getLast() instanceof PlusMinus);
    }

    private boolean plural(Node a, Node b) {
        Optional<Boolean> assigned = AnswerValues.assignment(a, b, this);
        if (assigned.isPresent()) {
            return assigned.get();
        }
        AnswerValues x = AnswerValues.of(a, relations);
        AnswerValues y = AnswerValues.of(b, relations);
        if (x == null || y == null) {
            return false;
        }
        if (x.named() && y.named()) {
            return x.joins(y) && bound(x.items(), y.items());
        }
        if (x.named() != y.named()) {
            // x_1=2, x_2=3 against 2, 3
            AnswerValues inOrder = (x.named() ? x : y).numbered();
            if (inOrder != null) {
                AnswerValues others = x.named() ? y : x;
                boolean any = options.order() == MathOptions.Order.ANY || others.anyOrder();
                return !others.hasRelations()
                        && others.separator() != '&'
                        && (any
                                ? unordered(inOrder.items(), others.items())
                                : ordered(inOrder.items(), others.items()));
            }
            // x=1, x=2 against 1, 2
            if ((!x.singleName() && !y.singleName()) || (x.named() ? y : x).hasRelations()) {
                return false;
            }
            x = x.withoutNames();
            y = y.withoutNames();
        }
        if (options.order() == MathOptions.Order.GIVEN
                && ((isSet(a) && isPlainList(b)) || (isSet(b) && isPlainList(a)))) {
            // A bare list of values is in order, a set is not: they say different things.
            return false;
        }
        boolean anyOrder = options.order() == MathOptions.Order.ANY
                || x.anyOrder()
                || y.anyOrder()
                || (x.isPoints() && y.isPoints());
        if (!anyOrder && x.separator() != y.separator()) {
            return false;
        }
        return anyOrder ? unordered(x.items(), y.items()) : ordered(x.items(), y.items());
    }

    /** Returns whether the relations of two lists are the same ones, names and all. */
    private boolean bound(List<Node> x, List<Node> y) {
        return Pairing.inAnyOrder(x, y, this::equalBound);
    }

    private boolean equalBound(Node a, Node b) {
        if (a instanceof Relation r && b instanceof Relation s) {
            return relations.equalBound(r, s);
        }
        return equal(a, b);
    }

    private static boolean isSet(Node node) {
        return node instanceof Group g && g.isSet();
    }

    private static boolean isPlainList(Node node) {
        return node instanceof Group g
                && g.isList()
                && g.items().stream().noneMatch(item -> item instanceof PlusMinus || item instanceof Relation);
    }

    private boolean group(Group x, Group y) {
        if (x.isSet() && y.isSet()) {
            return sets(x.items(), y.items());
        }
        if (x.open() != y.open() || x.close() != y.close() || x.separator() != y.separator()) {
            return false;
        }
        if (x.open() == ':' && x.items().size() == y.items().size()) {
            return ordered(shares(x), shares(y));
        }
        return ordered(x.items(), y.items());
    }

    /** Returns the parts of a ratio over its first part. */
    private static List<Node> shares(Group ratio) {
        List<Node> shares = new ArrayList<>();
        for (Node item : ratio.items()) {
            shares.add(new Div(item, ratio.items().getFirst()));
        }
        return shares;
    }

    boolean ordered(List<Node> x, List<Node> y) {
        return Pairing.inOrder(x, y, this::equal);
    }

    boolean unordered(List<Node> x, List<Node> y) {
        return Pairing.inAnyOrder(x, y, this::equal);
    }

    private boolean sets(List<Node> x, List<Node> y) {
        List<Node> expandedX = AnswerValues.expand(x);
        List<Node> expandedY = AnswerValues.expand(y);
        return Pairing.covers(expandedX, expandedY, false, this::equal)
                && Pairing.covers(expandedY, expandedX, false, this::equal);
    }

    private boolean setOperation(SetOp x, SetOp y) {
        if (x.operator() != y.operator()) {
            return false;
        }
        if (x.operator() == '∖') {
            return equal(x.left(), y.left()) && equal(x.right(), y.right());
        }
        List<Node> left = new ArrayList<>();
        List<Node> right = new ArrayList<>();
        flatten(x, x.operator(), left);
        flatten(y, x.operator(), right);
        return unordered(left, right);
    }

    static void flatten(Node node, char operator, List<Node> parts) {
        if (node instanceof SetOp op && op.operator() == operator) {
            flatten(op.left(), operator, parts);
            flatten(op.right(), operator, parts);
        } else {
            parts.add(node);
        }
    }

    boolean matrix(Matrix x, Matrix y) {
        return x.kind().equals(y.kind()) && Pairing.inOrder(x.rows(), y.rows(), this::ordered);
    }

    /** Returns whether a node is a name that an equation may define. */
    static boolean isName(Node node) {
        return node instanceof Sym
                || (node instanceof Const c && (c == Const.E || c == Const.I))
                || node instanceof Word
                || (node instanceof Call c
                        && c.function().equals("abs")
                        && isName(c.arguments().getFirst()))
                || (node instanceof Mul m && m.factors().stream().allMatch(AnswerComparison::isLetter))
                || (node instanceof Node.Div d && isDifferential(d.over()) && isDifferential(d.under()));
    }

    /** {@code dy}, as in {@code dy/dx}. */
    private static boolean isDifferential(Node node) {
        return node instanceof Mul m
                && m.factors().size() == 2
                && m.factors().getFirst() instanceof Sym d
                && d.name().equals("d")
                && isLetter(m.factors().getLast());
    }

    private static boolean isLetter(Node node) {
        return node instanceof Sym s && s.name().length() == 1;
    }
}

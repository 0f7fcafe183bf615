package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares equations and inequalities by what they say. */
final class RelationComparison {

    static final Set<String> INEQUALITIES = Set.of("<", ">", "≤", "≥");

    private final AnswerComparison comparison;
    private final ScalarComparison scalars;

    RelationComparison(AnswerComparison comparison, ScalarComparison scalars) {
        this.comparison = comparison;
        this.scalars = scalars;
    }

    /**
     * One relation as {@code expression operator 0}.
     *
     * @param operator one of {@code = ≠ < ≤}, or another that is kept as it is
     */
    private record Simple(Node left, Node right, String operator) {
        Node expression() {
            return new Add(List.of(left, new Neg(right)));
        }
    }

    static boolean isEquation(Node node) {
        return node instanceof Relation r && r.operators().stream().allMatch("="::equals);
    }

    static boolean isInequality(Node node) {
        return node instanceof Relation r && r.operators().stream().allMatch(INEQUALITIES::contains);
    }

    /** Returns the set that a membership names, null for other relations. */
    static @Nullable Node membership(Relation relation) {
        return relation.operators().size() == 1
                        && relation.operators().getFirst().equals("∈")
                        && AnswerComparison.isName(relation.sides().getFirst())
                ? relation.sides().getLast()
                : null;
    }

    /** Returns whether no link of a chain is refuted by the values of its sides, as far as they have no variables. */
    boolean holds(Relation relation) {
        Node before = null;
        String operator = "";
        for (int i = 0; i < relation.sides().size(); i++) {
            Node side = relation.sides().get(i);
            String next = i < relation.operators().size() ? relation.operators().get(i) : "";
            if (isPlain(side) && !isStructured(side)) {
                if (before != null && !holds(before, operator, side)) {
                    return false;
                }
                before = side;
                operator = next;
            } else if (before != null && !(operator.equals("=") && next.equals("="))) {
                // Only equality carries over a side whose value is not known.
                before = null;
            }
        }
        return true;
    }

    private boolean holds(Node left, String operator, Node right) {
        return switch (operator) {
            case "=" -> comparison.equal(left, right);
            case "≠" -> !comparison.equal(left, right);
            case "<" -> order(left, right) < 0;
            case ">" -> order(left, right) > 0;
            case "≤" -> order(left, right) < 0 || comparison.equal(left, right);
            case "≥" -> order(left, right) > 0 || comparison.equal(left, right);
            default -> true;
        };
    }

    private int order(Node left, Node right) {
        return scalars.sign(new Add(List.of(left, new Neg(right))));
    }

    /** Returns the value that a chain of equations gives to a name, or that all its sides have; null where it says something else. */
    @Nullable
    Node value(Relation relation) {
        int exact = relation.operators().size();
        for (int i = relation.operators().size() - 1; i >= 0; i--) {
            String operator = relation.operators().get(i);
            if (operator.equals("≈")) {
                exact = i;
            } else if (!operator.equals("=")) {
                return null;
            }
        }
        Node first = relation.sides().getFirst();
        Node last = relation.sides().getLast();
        if (AnswerComparison.isName(first) || isNames(first, last)) {
            // What is exact counts, not what it is about.
            Node value = exact == 0 ? last : relation.sides().get(exact);
            return agree(relation.sides().subList(1, Math.max(1, exact)), value) ? value : null;
        }
        if (AnswerComparison.isName(last) && relation.sides().size() == 2) {
            return first;
        }
        if (exact < relation.operators().size() || last instanceof Node.Group || first instanceof Node.Group) {
            return null;
        }
        for (int i = 1; i < relation.sides().size(); i++) {
            if (!comparison.equal(relation.sides().get(i - 1), relation.sides().get(i))) {
                return null;
            }
        }
        return last;
    }

    /** Returns whether names stand in brackets or a ratio, and as many values beside them: {@code (x,y)=(1,2)}. */
    static boolean isNames(Node names, Node values) {
        if (names instanceof Node.Ratio r) {
            return values instanceof Node.Ratio
                    && AnswerComparison.isName(r.left())
                    && AnswerComparison.isName(r.right());
        }
        return names instanceof Node.Group n
                && values instanceof Node.Group v
                && n.open() == v.open()
                && n.close() == v.close()
                && (n.open() == '(' || n.open() == ':')
                && n.items().size() == v.items().size()
                && n.items().stream().allMatch(AnswerComparison::isName)
                && v.items().stream().noneMatch(AnswerComparison::isName);
    }

    /** Returns whether the steps of a chain that hold no further variables have the value that it ends with. */
    private boolean agree(List<Node> steps, Node value) {
        Set<String> known = value.variables();
        for (Node step : steps) {
            boolean open = known.isEmpty() || AnswerComparison.isName(step) || isStructured(step);
            if (!open && !(known.containsAll(step.variables()) && comparison.equal(step, value))) {
                return false;
            }
        }
        return true;
    }

    private boolean isComputation(Relation definition) {
        List<Node> sides = definition.sides();
        return sides.size() == 2 || agree(sides.subList(1, sides.size() - 1), sides.getLast());
    }

    boolean equal(Relation a, Relation b) {
        if (isPlain(a) || isPlain(b) || !holds(a) || !holds(b)) {
            return sideBySide(a, b);
        }
        if (isDefinition(a) && isDefinition(b) && isComputation(a) && isComputation(b)) {
            Node x = a.sides().getLast();
            Node y = b.sides().getLast();
            boolean same = a.sides().getFirst().equals(b.sides().getFirst());
            if (same || isGraph(a, b) || isGraph(b, a)) {
                if (comparison.equal(x, y)) {
                    return true;
                }
                if (isPlain(x) && isPlain(y)) {
                    return false;
                }
            }
        }
        return equal(simple(a), simple(b));
    }

    /** Returns whether two relations of a list say the same; names count. */
    boolean equalBound(Relation a, Relation b) {
        if (isDefinition(a)
                && isDefinition(b)
                && !a.sides().getFirst().equals(b.sides().getFirst())) {
            boolean plain = isPlain(a.sides().getLast()) && isPlain(b.sides().getLast());
            return !plain && equal(simple(a), simple(b));
        }
        return equal(a, b);
    }

    private boolean sideBySide(Relation a, Relation b) {
        return a.operators().equals(b.operators()) && comparison.ordered(a.sides(), b.sides());
    }

    /** Returns whether an answer is one chain of inequalities, or several joined by commas or "and". */
    static boolean conjunction(Node node) {
        if (node instanceof Relation) {
            return isInequality(node);
        }
        return node instanceof Node.Group g
                && g.isList()
                && g.separator() != '|'
                && g.items().stream().allMatch(RelationComparison::isInequality);
    }

    boolean equalAll(Node a, Node b) {
        return equal(all(a), all(b));
    }

    private static List<Simple> all(Node node) {
        if (node instanceof Relation r) {
            return simple(r);
        }
        List<Simple> all = new ArrayList<>();
        for (Node item : ((Node.Group) node).items()) {
            all.addAll(simple((Relation) item));
        }
        return all;
    }

    private boolean equal(List<Simple> left, List<Simple> right) {
        return Pairing.inAnyOrder(left, right, (one, other) -> equal(one, other));
    }

    static boolean isDefinition(Relation relation) {
        return isEquation(relation) && AnswerComparison.isName(relation.sides().getFirst());
    }

    /** y = 2x + 1 and f(x) = 2x + 1 describe the same graph. */
    private static boolean isGraph(Relation a, Relation b) {
        return a.sides().getFirst() instanceof Sym y
                && y.name().equals("y")
                && b.sides().getFirst() instanceof Sym f
                && f.name().endsWith("(x)")
                && !b.sides().getLast().variables().contains("y");
    }

    static boolean isPlain(Node node) {
        return node.variables().isEmpty();
    }

    private static List<Simple> simple(Relation relation) {
        List<Simple> simple = new ArrayList<>();
        for (int i = 0; i < relation.operators().size(); i++) {
            Node left = relation.sides().get(i);
            Node right = relation.sides().get(i + 1);
            String operator = relation.operators().get(i);
            simple.add(
                    switch (operator) {
                        case ">" -> new Simple(right, left, "<");
                        case "≥" -> new Simple(right, left, "≤");
                        default -> new Simple(left, right, operator);
                    });
        }
        return simple;
    }

    private boolean equal(Simple a, Simple b) {
        if (!a.operator.equals(b.operator)) {
            return false;
        }
        if (a.left.equals(b.left) && a.right.equals(b.right)) {
            return true;
        }
        if (isStructured(a.left) || isStructured(a.right) || isStructured(b.left) || isStructured(b.right)) {
            return (comparison.equal(a.left, b.left) && comparison.equal(a.right, b.right))
                    || (a.operator.equals("=")
                            && comparison.equal(a.left, b.right)
                            && comparison.equal(a.right, b.left));
        }
        return switch (a.operator) {
            case "=", "≠" -> scalars.proportional(a.expression(), b.expression(), false);
            case "<", "≤" -> scalars.proportional(a.expression(), b.expression(), true);
            default -> comparison.equal(a.left, b.left) && comparison.equal(a.right, b.right);
        };
    }

    private static boolean isStructured(Node node) {
        return node instanceof Node.Group
                || node instanceof Node.SetOp
                || node instanceof Node.Matrix
                || node instanceof Node.Word
                || node instanceof Node.PlusMinus
                || node instanceof Node.Relation
                || node instanceof Node.SetBuilder
                || node == Node.Const.INFINITY;
    }
}

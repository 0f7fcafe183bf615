package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Substitution;
import dev.guerdon.math.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares equations and inequalities by what they say. */
final class Relations {

    private static final Set<String> INEQUALITIES = Set.of("<", ">", "≤", "≥");

    private final Comparison comparison;
    private final Scalars scalars;

    Relations(Comparison comparison, Scalars scalars) {
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

    /** The set that a membership names, null for other relations. */
    @Nullable
    Node membership(Relation relation) {
        return relation.operators().size() == 1
                        && relation.operators().getFirst().equals("∈")
                        && Comparison.isName(relation.sides().getFirst())
                ? relation.sides().getLast()
                : null;
    }

    /** The value that a chain of equations gives to a name, or that all its sides have; null where it says something else. */
    @Nullable
    Node value(Relation relation) {
        for (String operator : relation.operators()) {
            if (!operator.equals("=") && !operator.equals("≈")) {
                return null;
            }
        }
        Node first = relation.sides().getFirst();
        Node last = relation.sides().getLast();
        if (Comparison.isName(first)) {
            return last;
        }
        if (Comparison.isName(last) && relation.sides().size() == 2) {
            return first;
        }
        if (relation.operators().contains("≈") || last instanceof Node.Group || first instanceof Node.Group) {
            return null;
        }
        for (int i = 1; i < relation.sides().size(); i++) {
            if (!comparison.equal(relation.sides().get(i - 1), relation.sides().get(i))) {
                return null;
            }
        }
        return last;
    }

    boolean equal(Relation a, Relation b) {
        if (isDefinition(a) && isDefinition(b)) {
            // The name does not matter where both give it a plain value: n = 5 and x = 5.
            Node x = a.sides().getLast();
            Node y = b.sides().getLast();
            boolean same = a.sides().getFirst().equals(b.sides().getFirst());
            if (same || (isPlain(x) && isPlain(y))) {
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

    /** Whether an answer is one chain of inequalities, or several joined by commas or "and". */
    boolean conjunction(Node node) {
        if (node instanceof Relation r) {
            return r.operators().stream().allMatch(INEQUALITIES::contains);
        }
        return node instanceof Node.Group g
                && g.isList()
                && g.separator() == ','
                && g.items().stream().allMatch(item -> item instanceof Relation && conjunction(item));
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
        if (left.size() != right.size()) {
            return false;
        }
        boolean[] taken = new boolean[right.size()];
        for (Simple one : left) {
            boolean found = false;
            for (int i = 0; i < right.size() && !found; i++) {
                if (!taken[i] && equal(one, right.get(i))) {
                    taken[i] = true;
                    found = true;
                }
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDefinition(Relation relation) {
        return relation.operators().stream().allMatch("="::equals)
                && Comparison.isName(relation.sides().getFirst());
    }

    private static boolean isPlain(Node node) {
        return Substitution.variables(node).isEmpty();
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
            case "=", "≠" -> proportional(a.expression(), b.expression(), false);
            case "<", "≤" -> proportional(a.expression(), b.expression(), true);
            default -> comparison.equal(a.left, b.left) && comparison.equal(a.right, b.right);
        };
    }

    private static boolean isStructured(Node node) {
        return node instanceof Node.Group
                || node instanceof Node.SetOp
                || node instanceof Node.Matrix
                || node instanceof Node.Word
                || node instanceof Node.PlusMinus
                || node == Node.Const.INFINITY;
    }

    /** Whether one expression is a constant multiple of the other: x - 5 and 10 - 2x. */
    private boolean proportional(Node p, Node q, boolean positive) {
        // p(x) q(c) = p(c) q(x) for all x, at a point c where neither vanishes.
        Node pc = p;
        Node qc = q;
        int[] values = {7, 11, 13, 17, 19, 23, 29, 31};
        int next = 0;
        List<String> names = new ArrayList<>(Substitution.variables(p));
        for (String name : Substitution.variables(q)) {
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        for (String name : names) {
            Num value = Num.of(Rational.of(values[next++ % values.length], 3));
            pc = Substitution.replace(pc, new Sym(name), value);
            qc = Substitution.replace(qc, new Sym(name), value);
        }
        Num zero = Num.of(0);
        boolean pZero = scalars.equal(pc, zero);
        boolean qZero = scalars.equal(qc, zero);
        if (pZero || qZero) {
            return pZero && qZero && scalars.equal(p, q);
        }
        if (positive && scalars.sign(pc) * scalars.sign(qc) <= 0) {
            return false;
        }
        return scalars.equal(new Mul(List.of(p, qc)), new Mul(List.of(pc, q)));
    }
}

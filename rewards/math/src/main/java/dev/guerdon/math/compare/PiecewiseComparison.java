package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Functions given by pieces: each piece has its partner with the same value and the same condition. */
final class PiecewiseComparison {

    private final AnswerComparison comparison;

    PiecewiseComparison(AnswerComparison comparison) {
        this.comparison = comparison;
    }

    /** Rows of a value and the condition under which it holds. */
    static boolean isPiecewise(Node node) {
        Node of = body(node);
        return of instanceof Matrix m
                && m.kind().equals("cases")
                && m.rows().stream().allMatch(row -> row.size() == 2);
    }

    /** Returns what a name is defined as, or the node itself. */
    private static Node body(Node node) {
        return node instanceof Relation r
                        && r.operators().equals(List.of("="))
                        && r.sides().getLast() instanceof Matrix m
                ? m
                : node;
    }

    boolean equal(Node a, Node b) {
        if (!isPiecewise(a) || !isPiecewise(b)) {
            return false;
        }
        List<List<Node>> left = ((Matrix) body(a)).rows();
        List<List<Node>> right = new ArrayList<>(((Matrix) body(b)).rows());
        if (left.size() != right.size()) {
            return false;
        }
        int unnamed = 0;
        for (List<Node> piece : left) {
            List<Node> partner = null;
            for (List<Node> other : right) {
                boolean rest = isRest(piece.getLast()) != isRest(other.getLast());
                boolean condition = rest || comparison.equal(piece.getLast(), other.getLast());
                if (partner == null && condition && comparison.equal(piece.getFirst(), other.getFirst())) {
                    partner = other;
                    unnamed += rest ? 1 : 0;
                }
            }
            if (partner == null) {
                return false;
            }
            right.remove(partner);
        }
        // "Otherwise" may stand for one condition: the others leave nothing else.
        return unnamed == 0 || (unnamed == 1 && complete(a) && complete(b));
    }

    private static boolean isRest(Node condition) {
        return condition instanceof Word w
                && List.of("otherwise", "else").contains(w.words().toLowerCase(Locale.ROOT));
    }

    /** Returns whether the conditions leave no number out. */
    private boolean complete(Node node) {
        List<Node> conditions = new ArrayList<>();
        for (List<Node> row : ((Matrix) body(node)).rows()) {
            if (isRest(row.getLast())) {
                return true;
            }
            conditions.add(row.getLast());
        }
        return comparison.equal(new Node.Group(' ', ' ', '|', conditions), new Node.Sym("setR"));
    }
}

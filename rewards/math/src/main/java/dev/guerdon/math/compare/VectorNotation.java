package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Vectors in every notation: angle brackets, one column, sums of i, j and k; a tuple serves where the other side is a vector. */
final class VectorNotation {

    private static final List<Sym> BASE = List.of(new Sym("vec i"), new Sym("vec j"), new Sym("vec k"));

    private final AnswerComparison comparison;
    private final ScalarComparison scalars;

    VectorNotation(AnswerComparison comparison, ScalarComparison scalars) {
        this.comparison = comparison;
        this.scalars = scalars;
    }

    /** Returns whether an answer can only be a vector. */
    static boolean isVector(Node node) {
        return (node instanceof Group g && g.open() == '<')
                || (node instanceof Matrix m && m.kind().equals("p") && isLine(m))
                || isSum(node);
    }

    private static boolean isLine(Matrix matrix) {
        return matrix.rows().size() == 1 || matrix.rows().stream().allMatch(row -> row.size() == 1);
    }

    private static boolean isSum(Node node) {
        if (node instanceof Group || node instanceof Matrix) {
            return false;
        }
        Set<String> names = node.variables();
        return BASE.stream().anyMatch(unit -> names.contains(unit.name()));
    }

    boolean equal(Node a, Node b) {
        if (isSum(a) && isSum(b)) {
            return scalars.equal(a, b);
        }
        if (a instanceof Matrix x && b instanceof Matrix y) {
            return comparison.matrix(x, y);
        }
        List<Node> x = parts(a, b);
        List<Node> y = x == null ? null : parts(b, a);
        return x != null && y != null && comparison.ordered(x, y);
    }

    /** Returns the components, as many as the other side shows where that decides. */
    private @Nullable List<Node> parts(Node node, Node other) {
        if (node instanceof Group g) {
            return (g.open() == '<' || g.open() == '(') && g.close() != ']' && g.separator() != '|' ? g.items() : null;
        }
        if (node instanceof Matrix m) {
            return isLine(m) ? m.rows().stream().flatMap(List::stream).toList() : null;
        }
        return isSum(node) ? components(node, other) : null;
    }

    private @Nullable List<Node> components(Node sum, Node other) {
        int size = other instanceof Group g
                ? g.items().size()
                : other instanceof Matrix m ? m.rows().size() : 3;
        List<Node> components = new ArrayList<>();
        List<Node> terms = new ArrayList<>();
        for (int i = 0; i < BASE.size(); i++) {
            Node value = sum;
            for (int k = 0; k < BASE.size(); k++) {
                value = value.replace(BASE.get(k), Num.of(i == k ? 1 : 0));
            }
            if (i < size) {
                components.add(value);
                terms.add(new Mul(List.of(value, BASE.get(i))));
            }
        }
        return scalars.equal(sum, new Add(terms)) ? components : null;
    }
}

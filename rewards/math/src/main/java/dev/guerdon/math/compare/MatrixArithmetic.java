package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes sums, products, powers and transposes of matrices and vectors, so that only one matrix is left. */
final class MatrixArithmetic {

    private static final int MAX_POWER = 12;

    private final ComparisonBudget budget;

    MatrixArithmetic(ComparisonBudget budget) {
        this.budget = budget;
    }

    /** Returns the one matrix or vector that an expression comes to, or the expression itself. */
    Node evaluated(Node node) {
        boolean arithmetic = node instanceof Mul
                || node instanceof Add
                || node instanceof Neg
                || node instanceof Div
                || node instanceof Pow;
        if (!arithmetic) {
            return node;
        }
        Matrix value = value(node);
        return value == null ? node : value.kind().equals("<") ? vector(value) : value;
    }

    /** Returns the matrix that a node is; a vector in angle brackets is a column of its own kind. Null for anything else. */
    private @Nullable Matrix value(Node node) {
        return switch (node) {
            case Matrix m -> m.kind().equals("p") ? m : null;
            case Group g
            when g.open() == '<' ->
                new Matrix("<", g.items().stream().map(List::of).toList());
            case Neg n -> scaled(value(n.of()), Num.MINUS_ONE);
            case Div d -> scaled(value(d.over()), new Div(Num.ONE, d.under()));
            case Pow p -> power(p);
            case Add a -> {
                Matrix sum = null;
                for (Node term : a.terms()) {
                    Matrix next = value(term);
                    if (next == null || (sum != null && !isSameShape(sum, next))) {
                        yield null;
                    }
                    sum = sum == null ? next : plus(sum, next);
                }
                yield sum;
            }
            case Mul m -> {
                Matrix product = null;
                List<Node> scalars = new ArrayList<>();
                for (Node factor : m.factors()) {
                    Matrix next = value(factor);
                    if (next == null) {
                        if (factor instanceof Group || factor instanceof Matrix) {
                            yield null;
                        }
                        scalars.add(factor);
                    } else {
                        product = product == null ? next : times(product, next);
                        if (product == null) {
                            yield null;
                        }
                    }
                }
                yield scalars.isEmpty() ? product : scaled(product, new Mul(List.copyOf(scalars)));
            }
            default -> null;
        };
    }

    private @Nullable Matrix power(Pow power) {
        Matrix base = value(power.base());
        if (base == null) {
            return null;
        }
        if (power.exponent() instanceof Sym s && s.name().equals("T")) {
            List<List<Node>> rows = new ArrayList<>();
            for (int i = 0; i < base.rows().getFirst().size(); i++) {
                int column = i;
                rows.add(base.rows().stream().map(row -> row.get(column)).toList());
            }
            return new Matrix("p", rows);
        }
        if (power.exponent() instanceof Num n && n.value().isInt()) {
            int times = n.value().intValue();
            Matrix product = base;
            for (int i = 1; i < times && product != null; i++) {
                product = times <= MAX_POWER ? times(product, base) : null;
            }
            return times < 1 ? null : product;
        }
        boolean inverse = power.exponent().equals(new Neg(Num.ONE));
        return inverse && base.rows().size() == 2 && base.rows().stream().allMatch(row -> row.size() == 2)
                ? inverse(base.rows())
                : null;
    }

    private static Matrix inverse(List<List<Node>> rows) {
        Node a = rows.get(0).get(0);
        Node b = rows.get(0).get(1);
        Node c = rows.get(1).get(0);
        Node d = rows.get(1).get(1);
        Node determinant = new Add(List.of(new Mul(List.of(a, d)), new Neg(new Mul(List.of(b, c)))));
        return new Matrix(
                "p",
                List.of(
                        List.of(new Div(d, determinant), new Div(new Neg(b), determinant)),
                        List.of(new Div(new Neg(c), determinant), new Div(a, determinant))));
    }

    private static boolean isSameShape(Matrix x, Matrix y) {
        return x.kind().equals(y.kind())
                && x.rows().size() == y.rows().size()
                && x.rows().getFirst().size() == y.rows().getFirst().size();
    }

    private Matrix plus(Matrix x, Matrix y) {
        List<List<Node>> rows = new ArrayList<>();
        for (int i = 0; i < x.rows().size(); i++) {
            List<Node> row = new ArrayList<>();
            for (int k = 0; k < x.rows().get(i).size(); k++) {
                budget.step(1);
                row.add(new Add(List.of(x.rows().get(i).get(k), y.rows().get(i).get(k))));
            }
            rows.add(row);
        }
        return new Matrix(x.kind(), rows);
    }

    private @Nullable Matrix scaled(@Nullable Matrix matrix, Node factor) {
        if (matrix == null) {
            return null;
        }
        List<List<Node>> rows = new ArrayList<>();
        for (List<Node> row : matrix.rows()) {
            budget.step(row.size());
            rows.add(row.stream()
                    .map(entry -> (Node) new Mul(List.of(factor, entry)))
                    .toList());
        }
        return new Matrix(matrix.kind(), rows);
    }

    private @Nullable Matrix times(Matrix x, Matrix y) {
        int inner = y.rows().size();
        if (x.kind().equals("<") || x.rows().stream().anyMatch(row -> row.size() != inner)) {
            return null;
        }
        List<List<Node>> rows = new ArrayList<>();
        for (List<Node> left : x.rows()) {
            List<Node> row = new ArrayList<>();
            for (int k = 0; k < y.rows().getFirst().size(); k++) {
                List<Node> terms = new ArrayList<>();
                for (int i = 0; i < inner; i++) {
                    budget.step(1);
                    budget.node();
                    terms.add(new Mul(List.of(left.get(i), y.rows().get(i).get(k))));
                }
                row.add(terms.size() == 1 ? terms.getFirst() : new Add(terms));
            }
            rows.add(row);
        }
        return new Matrix(y.kind(), rows);
    }

    private static Node vector(Matrix column) {
        return new Group(
                '<', '>', ',', column.rows().stream().map(List::getFirst).toList());
    }
}

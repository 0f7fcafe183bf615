package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Node.Matrix;
import dev.guerdon.math.number.UndecidedException;
import dev.guerdon.math.number.UndefinedException;
import java.util.List;

/** The determinant of a small square matrix. */
final class Determinant {

    private Determinant() {}

    static Quot of(Node node, Algebra algebra) {
        if (!(node instanceof Matrix matrix) || matrix.rows().size() > 6) {
            throw UndecidedException.INSTANCE;
        }
        int n = matrix.rows().size();
        Quot[][] entries = new Quot[n][n];
        for (int i = 0; i < n; i++) {
            List<Node> row = matrix.rows().get(i);
            if (row.size() != n) {
                throw UndefinedException.INSTANCE;
            }
            for (int j = 0; j < n; j++) {
                entries[i][j] = algebra.normal(row.get(j));
            }
        }
        return expand(entries, 0, 0, algebra.field);
    }

    /** Expansion along the rows; {@code used} marks the columns taken so far. */
    private static Quot expand(Quot[][] entries, int row, int used, Field field) {
        if (row == entries.length) {
            return Quot.ONE;
        }
        Quot sum = Quot.ZERO;
        int sign = 1;
        for (int column = 0; column < entries.length; column++) {
            if ((used & 1 << column) != 0) {
                continue;
            }
            Quot minor = field.multiply(entries[row][column], expand(entries, row + 1, used | 1 << column, field));
            sum = sign > 0 ? field.add(sum, minor) : field.subtract(sum, minor);
            sign = -sign;
        }
        return sum;
    }
}

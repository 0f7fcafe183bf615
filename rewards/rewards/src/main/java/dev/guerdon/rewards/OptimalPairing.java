package dev.guerdon.rewards;

import java.util.Arrays;

/**
 * Finds the pairing of rows and columns with the largest total.
 *
 * <p>Shortest augmenting paths with potentials: O(r² c) time for r rows and c columns, r the smaller number, and O(r c) memory.
 */
final class OptimalPairing {

    private OptimalPairing() {}

    /**
     * Pairs every row with a column of its own, or every column with a row where there are fewer of them.
     *
     * @param scores the score of each row with each column, finite, all rows of the same length
     * @return the largest total
     */
    static double largestTotal(double[][] scores) {
        if (scores.length == 0 || scores[0].length == 0) {
            return 0;
        }
        double[][] rows = scores.length <= scores[0].length ? scores : transposed(scores);
        int[] rowOf = pair(rows);
        double total = 0;
        for (int column = 1; column < rowOf.length; column++) {
            if (rowOf[column] > 0) {
                total += rows[rowOf[column] - 1][column - 1];
            }
        }
        return total;
    }

    /** Returns the row of each column, both counted from 1; 0 for none. */
    private static int[] pair(double[][] scores) {
        int columns = scores[0].length;
        double[] rowPotential = new double[scores.length + 1];
        double[] columnPotential = new double[columns + 1];
        int[] rowOf = new int[columns + 1];
        int[] before = new int[columns + 1];
        double[] distance = new double[columns + 1];
        boolean[] done = new boolean[columns + 1];
        for (int row = 1; row <= scores.length; row++) {
            rowOf[0] = row;
            int column = 0;
            Arrays.fill(distance, Double.POSITIVE_INFINITY);
            Arrays.fill(done, false);
            do {
                done[column] = true;
                int from = rowOf[column];
                double step = Double.POSITIVE_INFINITY;
                int nearest = 0;
                for (int next = 1; next <= columns; next++) {
                    if (done[next]) {
                        continue;
                    }
                    double reduced = -scores[from - 1][next - 1] - rowPotential[from] - columnPotential[next];
                    if (reduced < distance[next]) {
                        distance[next] = reduced;
                        before[next] = column;
                    }
                    if (distance[next] < step) {
                        step = distance[next];
                        nearest = next;
                    }
                }
                for (int next = 0; next <= columns; next++) {
                    if (done[next]) {
                        rowPotential[rowOf[next]] += step;
                        columnPotential[next] -= step;
                    } else {
                        distance[next] -= step;
                    }
                }
                column = nearest;
            } while (rowOf[column] != 0);
            while (column != 0) {
                rowOf[column] = rowOf[before[column]];
                column = before[column];
            }
        }
        return rowOf;
    }

    private static double[][] transposed(double[][] scores) {
        double[][] columns = new double[scores[0].length][scores.length];
        for (int row = 0; row < scores.length; row++) {
            for (int column = 0; column < columns.length; column++) {
                columns[column][row] = scores[row][column];
            }
        }
        return columns;
    }
}

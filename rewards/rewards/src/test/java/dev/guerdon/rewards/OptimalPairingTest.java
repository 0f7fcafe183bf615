package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class OptimalPairingTest {

    @Test
    void totalIsThatOfTheBestOfAllPairings() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            double[][] scores = new double[1 + random.nextInt(5)][1 + random.nextInt(5)];
            for (double[] row : scores) {
                for (int i = 0; i < row.length; i++) {
                    row[i] = random.nextInt(4) == 0 ? 0 : random.nextDouble();
                }
            }
            assertThat(OptimalPairing.largestTotal(scores)).isCloseTo(best(scores, 0, 0), within(1e-12));
        }
    }

    @Test
    void nothingToPairIsZero() {
        assertThat(OptimalPairing.largestTotal(new double[0][0])).isEqualTo(0.0);
        assertThat(OptimalPairing.largestTotal(new double[3][0])).isEqualTo(0.0);
    }

    @Test
    void twoHundredByTwoHundredTakesMilliseconds() {
        Random random = new Random(1);
        double[][] scores = new double[200][200];
        for (double[] row : scores) {
            for (int i = 0; i < row.length; i++) {
                row[i] = random.nextDouble();
            }
        }
        assertThat(OptimalPairing.largestTotal(scores)).isBetween(190.0, 200.0);
    }

    private static double best(double[][] scores, int row, int usedColumns) {
        if (row == scores.length) {
            return 0;
        }
        double best = scores.length > scores[0].length ? best(scores, row + 1, usedColumns) : Double.NEGATIVE_INFINITY;
        for (int column = 0; column < scores[0].length; column++) {
            if ((usedColumns >> column & 1) == 0) {
                best = Math.max(best, scores[row][column] + best(scores, row + 1, usedColumns | 1 << column));
            }
        }
        return Math.max(best, scores.length > scores[0].length ? 0 : best);
    }
}

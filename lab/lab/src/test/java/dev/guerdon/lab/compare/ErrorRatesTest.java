package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.compare.MeanInterval.PairedBootstrap;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests and intervals err as often as they say, in simulated comparisons. */
class ErrorRatesTest {

    private static final int ROUNDS = 2_000;

    /** Three standard deviations of a share of 0.05 among that many rounds. */
    private static final double LUCK = 3 * Math.sqrt(0.05 * 0.95 / ROUNDS);

    private static double rejected(int tasks, ToDoubleFunction<SplittableRandom> reward) {
        SplittableRandom random = new SplittableRandom(tasks);
        int rejected = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double[] d = new double[tasks];
            for (int i = 0; i < tasks; i++) {
                double base = reward.applyAsDouble(random);
                d[i] = reward.applyAsDouble(random) - base;
            }
            rejected += SignFlipTest.of(d, round).pValue() <= 0.05 ? 1 : 0;
        }
        return rejected / (double) ROUNDS;
    }

    @Test
    void equalRunsAreCalledDifferentNoMoreOftenThanAlpha() {
        assertThat(rejected(12, SplittableRandom::nextDouble)).isBetween(0.05 - LUCK, 0.05 + LUCK);
        // Rewards of 0 and 1 leave few possible p-values, so the test stays below alpha.
        assertThat(rejected(12, random -> random.nextInt(2))).isBetween(0.005, 0.05 + LUCK);
        assertThat(rejected(60, random -> random.nextInt(2))).isBetween(0.02, 0.05 + LUCK);
        assertThat(rejected(60, random -> random.nextInt(4) / 3.0)).isBetween(0.03, 0.05 + LUCK);
    }

    private static double held(int tasks, double truth, ToDoubleFunction<SplittableRandom> difference) {
        SplittableRandom random = new SplittableRandom(tasks);
        int held = 0;
        int all = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double[] d = new double[tasks];
            Arrays.setAll(d, i -> difference.applyAsDouble(random));
            PairedBootstrap bootstrap = PairedBootstrap.of(d, 0.95, round, 500);
            if (bootstrap.interval().isPresent()) {
                all++;
                held += bootstrap.interval().get().contains(truth) ? 1 : 0;
            }
        }
        return held / (double) all;
    }

    @Test
    void intervalsHoldTheTruthAsOftenAsTheySay() {
        assertThat(held(20, 0.1, random -> random.nextInt(10) < 3 ? 1 : random.nextInt(7) < 2 ? -1 : 0))
                .isBetween(0.95 - LUCK, 0.99);
        assertThat(held(50, 0.25, random -> 2 * Math.pow(random.nextDouble(), 3) - 0.25))
                .isBetween(0.94 - LUCK, 0.98);
        assertThat(held(10, 0, random -> random.nextDouble() - 0.5)).isBetween(0.95 - LUCK, 0.99);
    }
}

package dev.guerdon.lab.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.compare.MeanInterval;
import dev.guerdon.lab.compare.MeanInterval.PairedBootstrap;
import dev.guerdon.lab.spi.MeanEstimate.RunningMean;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MeanEstimateTest {

    /** Hours of sleep gained by ten patients with the second drug over the first. */
    private static final double[] SLEEP = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

    /** Student's sleep data again: mean 1.58, interval 0.7001142 to 2.4598858 (R, {@code help(sleep)}). */
    @Test
    void studentsInterval() {
        RunningMean running = new RunningMean();
        for (int i = 0; i < SLEEP.length; i++) {
            running.add("patient " + i, SLEEP[i]);
        }
        MeanEstimate estimate = running.estimate();
        assertThat(estimate.mean()).isCloseTo(1.58, within(1e-12));
        Interval interval = estimate.interval(0.95).orElseThrow();
        assertThat(interval.low()).isCloseTo(0.7001142, within(1e-7));
        assertThat(interval.high()).isCloseTo(2.4598858, within(1e-7));
    }

    /** Student's t with one degree of freedom has its 97.5 % at 12.7062, and the standard error of two values is half their distance. */
    @Test
    void twoTasksHaveAnIntervalAndOneHasNone() {
        RunningMean running = new RunningMean();
        running.add("a", 0.4);
        assertThat(running.estimate().interval(0.95)).isEmpty();
        running.add("b", 0.6);
        MeanEstimate two = running.estimate();
        assertThat(two.standardError()).isCloseTo(0.1, within(1e-12));
        Interval interval = two.interval(0.95).orElseThrow();
        assertThat(interval.low()).isCloseTo(0.5 - 1.27062, within(1e-5));
        assertThat(interval.high()).isCloseTo(0.5 + 1.27062, within(1e-5));
        assertThat(running.interval(0.95)).hasValue(new Interval(0, 1));
        running.add("c", -1);
        assertThat(running.interval(0.95)).isEqualTo(running.estimate().interval(0.95));
    }

    /** Clopper and Pearson for one of two: 0.0126 to 0.9874; for none of two, 0 to 1 - sqrt(0.025). */
    @Test
    void twoTasksOfZeroAndOneHaveTheExactInterval() {
        RunningMean one = new RunningMean();
        one.add("a", 0);
        one.add("b", 1);
        Interval mixed = one.estimate().interval(0.95).orElseThrow();
        assertThat(mixed.low()).isCloseTo(0.01258, within(1e-5));
        assertThat(mixed.high()).isCloseTo(0.98742, within(1e-5));
        RunningMean none = new RunningMean();
        none.add("a", 0);
        none.add("b", 0);
        assertThat(none.estimate().interval(0.95).orElseThrow().high()).isCloseTo(1 - Math.sqrt(0.025), within(1e-9));
    }

    @Test
    void otherIntervalsOfTwoTasksAreWideAndOfOneThereAreNone() {
        RunningMean running = new RunningMean();
        running.add("a", 0.4);
        running.add("b", 0.6);
        double[] means = {0.6, 0.4};
        Interval bounded =
                MeanInterval.ofTasks(means, running.estimate(), true, 0.95).orElseThrow();
        assertThat(bounded.low()).isBetween(0.0, 0.2);
        assertThat(bounded.high()).isBetween(0.8, 1.0);
        assertThat(means).as("the caller's array").containsExactly(0.6, 0.4);
        Interval paired =
                PairedBootstrap.of(new double[] {0.1, 0.3}, 0.95, 1).interval().orElseThrow();
        assertThat(paired.low()).isLessThan(-1);
        assertThat(paired.high()).isGreaterThan(1.4);
        assertThat(PairedBootstrap.of(new double[] {0.1}, 0.95, 1).interval()).isEmpty();
        running = new RunningMean();
        running.add("a", 0.4);
        assertThat(MeanInterval.ofTasks(new double[] {0.4}, running.estimate(), true, 0.95))
                .isEmpty();
    }

    @Test
    void shiftOfFewTasksIsOpenWhateverItsSize() {
        RunningMean low = new RunningMean();
        RunningMean high = new RunningMean();
        for (int task = 0; task < 2; task++) {
            low.add("t" + task, 0);
            high.add("t" + task, 1);
        }
        assertThat(MeanShift.of(low.estimate(), high.estimate()).words()).isEqualTo("+1.000, too few tasks");
        for (int task = 2; task < 6; task++) {
            low.add("t" + task, 0);
            high.add("t" + task, task == 2 ? 0.9 : 1);
        }
        assertThat(MeanShift.of(low.estimate(), high.estimate()).words()).isEqualTo("+0.983");
        assertThat(MeanShift.of(high.estimate(), high.estimate()).words()).isEqualTo("0.000");
    }

    @Test
    void identicalRepeatsAddNoKnowledge() {
        RunningMean once = new RunningMean();
        RunningMean fourTimes = new RunningMean();
        SplittableRandom random = new SplittableRandom(2);
        for (int task = 0; task < 30; task++) {
            double reward = random.nextDouble();
            once.add("t" + task, reward);
            for (int repeat = 0; repeat < 4; repeat++) {
                fourTimes.add("t" + task, reward);
            }
        }
        assertThat(fourTimes.estimate().standardError())
                .isCloseTo(once.estimate().standardError(), within(1e-12));
        assertThat(fourTimes.estimate().episodes()).isEqualTo(120);
        assertThat(fourTimes.estimate().tasks()).isEqualTo(30);
    }

    @Test
    void intervalOfClusteredRewardsHoldsItsLevel() {
        SplittableRandom random = new SplittableRandom(3);
        int rounds = 2_000;
        int held = 0;
        for (int round = 0; round < rounds; round++) {
            RunningMean running = new RunningMean();
            for (int task = 0; task < 25; task++) {
                double ease = random.nextDouble();
                int repeats = 1 + random.nextInt(5);
                for (int repeat = 0; repeat < repeats; repeat++) {
                    running.add("t" + task, random.nextDouble() < ease ? 1 : 0);
                }
            }
            held += running.estimate().interval(0.95).orElseThrow().contains(0.5) ? 1 : 0;
        }
        assertThat(held / (double) rounds).isBetween(0.93, 0.965);
    }

    @Test
    void nothingIsSaidFromOneTaskOrWithoutSpread() {
        RunningMean running = new RunningMean();
        assertThat(running.estimate().interval(0.95)).isEmpty();
        running.add("a", 0.3);
        running.add("a", 0.1);
        assertThat(running.estimate().interval(0.95)).isEmpty();
        RunningMean same = new RunningMean();
        for (int i = 0; i < 7; i++) {
            same.add("t" + i, 0.1);
        }
        assertThat(same.estimate().standardError()).isZero();
        assertThat(same.estimate().interval(0.95)).isEmpty();
    }
}

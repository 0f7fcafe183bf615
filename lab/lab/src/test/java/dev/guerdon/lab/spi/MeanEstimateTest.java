package dev.guerdon.lab.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

    /** With two tasks there is one degree of freedom: t is 12.7062; a divisor that is off by one shows here first. */
    @Test
    void exactlyTwoTasksHaveAnIntervalAndOneHasNone() {
        RunningMean running = new RunningMean();
        running.add("a", 0.2);
        assertThat(running.estimate().standardError()).isNaN();
        assertThat(running.estimate().interval(0.95)).isEmpty();
        running.add("b", 0.6);
        MeanEstimate two = running.estimate();
        assertThat(two.mean()).isCloseTo(0.4, within(1e-12));
        assertThat(two.standardError()).isCloseTo(0.2, within(1e-12));
        Interval interval = two.interval(0.95).orElseThrow();
        assertThat(interval.low()).isCloseTo(0.4 - 2.5412409, within(1e-6));
        assertThat(interval.high()).isCloseTo(0.4 + 2.5412409, within(1e-6));
    }

    /** Clopper and Pearson: 1 of 2 is 0.0126 to 0.9874, 2 of 2 is 0.1581 to 1. */
    @Test
    void exactlyTwoTasksOfZeroAndOneHaveTheExactInterval() {
        RunningMean half = new RunningMean();
        half.add("a", 0);
        half.add("b", 1);
        assertThat(half.estimate().interval(0.95).orElseThrow().low()).isCloseTo(0.0125791, within(1e-6));
        assertThat(half.estimate().interval(0.95).orElseThrow().high()).isCloseTo(0.9874209, within(1e-6));
        RunningMean both = new RunningMean();
        both.add("a", 1);
        both.add("b", 1);
        assertThat(both.estimate().interval(0.95).orElseThrow().low()).isCloseTo(Math.sqrt(0.025), within(1e-6));
        assertThat(both.estimate().interval(0.95).orElseThrow().high()).isEqualTo(1);
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

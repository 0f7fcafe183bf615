package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.compare.SequentialTest.Verdict;
import dev.guerdon.lab.spi.LabException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class SequentialTestTest {

    private static SequentialTest test(int horizon) {
        return new SequentialTest(0.05, 1, horizon);
    }

    private static double coin(SplittableRandom random) {
        return random.nextBoolean() ? 1 : -1;
    }

    private static double seldom(SplittableRandom random) {
        return random.nextInt(10) > 1 ? 0 : coin(random);
    }

    private static double skewed(SplittableRandom random) {
        return random.nextInt(10) == 0 ? 0.9 : -0.1;
    }

    private static double trap(SplittableRandom random) {
        return random.nextInt(10) == 0 ? -0.9 : 0.1;
    }

    private static double graded(SplittableRandom random) {
        return Math.pow(random.nextDouble(), 3) - 0.25;
    }

    private static Verdict watch(
            SequentialTest test, SplittableRandom random, ToDoubleFunction<SplittableRandom> draw, int n) {
        for (int i = 0; i < n && test.verdict() == Verdict.UNDECIDED; i++) {
            test.add(draw.applyAsDouble(random));
        }
        return test.verdict();
    }

    @Test
    void lookingAfterEveryTaskErrsNoMoreOftenThanAlpha() {
        SplittableRandom random = new SplittableRandom(11);
        int rounds = 2_000;
        List<ToDoubleFunction<SplittableRandom>> draws = List.of(
                SequentialTestTest::coin,
                SequentialTestTest::seldom,
                SequentialTestTest::skewed,
                SequentialTestTest::trap,
                SequentialTestTest::graded);
        for (ToDoubleFunction<SplittableRandom> draw : draws) {
            for (int tasks : new int[] {8, 40, 200}) {
                int wrong = 0;
                for (int round = 0; round < rounds; round++) {
                    SequentialTest test = new SequentialTest(0.1, 1, tasks);
                    wrong += watch(test, random, draw, tasks) == Verdict.BETTER ? 1 : 0;
                }
                assertThat(wrong / (double) rounds).isLessThan(0.1 + 3 * Math.sqrt(0.09 / rounds));
            }
        }
    }

    /** Three in four right where half were: the sign test, which looks once, finds it in 72 % of cases. */
    @Test
    void powerIsNearThatOfATestThatLooksOnce() {
        SplittableRandom random = new SplittableRandom(12);
        int found = 0;
        int rounds = 1_000;
        for (int round = 0; round < rounds; round++) {
            found += watch(test(30), random, r -> (r.nextInt(10) < 8 ? 1 : 0) - r.nextInt(2), 30) == Verdict.BETTER
                    ? 1
                    : 0;
        }
        assertThat(found / (double) rounds).isBetween(0.58, 0.75);
    }

    @Test
    void fewTasksAreEnoughWhereAllGoFromNothingToEverything() {
        assertThat(SequentialTest.fewest(0.05)).isEqualTo(5);
        assertThat(SequentialTest.fewest(0.05 / 8)).isEqualTo(8);
        for (double alpha : new double[] {0.05, 0.05 / 8, 0.01}) {
            int fewest = SequentialTest.fewest(alpha);
            assertThat(wins(alpha, fewest, fewest)).isEqualTo(Verdict.BETTER);
            assertThat(wins(alpha, fewest - 1, fewest - 1)).isEqualTo(Verdict.UNDECIDED);
        }
    }

    private static Verdict wins(double alpha, int horizon, int times) {
        SequentialTest test = new SequentialTest(alpha, 1, horizon);
        for (int i = 0; i < times; i++) {
            test.add(1);
        }
        return test.verdict();
    }

    @Test
    void decisionStaysAndItsPValueFits() {
        SequentialTest test = test(60);
        while (test.verdict() == Verdict.UNDECIDED) {
            test.add(1);
        }
        assertThat(test.observations()).isLessThan(20);
        for (int i = 0; i < 40; i++) {
            test.add(-1);
        }
        assertThat(test.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(test.pValue()).isLessThanOrEqualTo(0.05);
    }

    @Test
    void losersAreKnownEarly() {
        SequentialTest test = test(100);
        while (test.verdict() == Verdict.UNDECIDED) {
            test.add(-1);
        }
        assertThat(test.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(test.observations()).isLessThan(12);
        assertThat(test.pValue()).isEqualTo(1);
        assertThat(test.reachable(1000)).isFalse();
    }

    @Test
    void scaleDoesNotMatter() {
        SequentialTest one = test(7);
        SequentialTest other = new SequentialTest(0.05, 10, 7);
        for (double d : new double[] {-0.5, 0, 0.25, 0.5, 1, 1, 1}) {
            one.add(d);
            other.add(10 * d);
        }
        assertThat(other.pValue()).isCloseTo(one.pValue(), within(1e-12));
    }

    @Test
    void tellsWhenAVerdictIsOutOfReach() {
        assertThat(test(4).reachable(4)).isFalse();
        assertThat(test(20).reachable(20)).isTrue();
        SequentialTest test = test(12);
        for (int i = 0; i < 4; i++) {
            test.add(-1);
        }
        assertThat(test.reachable(3)).isFalse();
    }

    @Test
    void noBetIsMadeBeyondTheDeadline() {
        SequentialTest test = test(3);
        for (int i = 0; i < 50; i++) {
            test.add(1);
        }
        assertThat(test.verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void wrongInputIsRefused() {
        assertThatThrownBy(() -> new SequentialTest(0, 1, 5)).hasMessage("alpha must lie between 0 and 1, found 0.0");
        assertThatThrownBy(() -> new SequentialTest(0.05, -1, 5)).hasMessageContaining("positive");
        assertThatThrownBy(() -> test(5).add(1.5)).hasMessageContaining("found 1.5");
        assertThatThrownBy(() -> test(5).add(Double.NaN)).isInstanceOf(LabException.class);
    }
}

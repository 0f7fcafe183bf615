package dev.guerdon.lab.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.stats.SequentialTest.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class SequentialTestTest {

    private static double coin(SplittableRandom random) {
        return random.nextBoolean() ? 1 : -1;
    }

    private static double seldom(SplittableRandom random) {
        return random.nextInt(10) > 1 ? 0 : coin(random);
    }

    private static double skewed(SplittableRandom random) {
        return random.nextInt(10) == 0 ? 0.9 : -0.1;
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
    void lookingAfterEveryTaskErrsSeldomerThanAlpha() {
        SplittableRandom random = new SplittableRandom(11);
        int rounds = 2_000;
        List<ToDoubleFunction<SplittableRandom>> draws = List.of(
                SequentialTestTest::coin,
                SequentialTestTest::seldom,
                SequentialTestTest::skewed,
                SequentialTestTest::graded);
        for (ToDoubleFunction<SplittableRandom> draw : draws) {
            int decided = 0;
            for (int round = 0; round < rounds; round++) {
                decided += watch(new SequentialTest(0.1), random, draw, 200) == Verdict.UNDECIDED ? 0 : 1;
            }
            assertThat(decided / (double) rounds).isLessThan(0.1);
        }
    }

    @Test
    void realDifferencesAreFoundEarly() {
        SplittableRandom random = new SplittableRandom(12);
        int found = 0;
        int tasks = 0;
        for (int round = 0; round < 200; round++) {
            SequentialTest test = new SequentialTest(0.05);
            found +=
                    watch(test, random, r -> r.nextInt(10) < 4 ? 1 : r.nextInt(10) == 0 ? -1 : 0, 300) == Verdict.BETTER
                            ? 1
                            : 0;
            tasks += test.observations();
        }
        assertThat(found).isGreaterThan(195);
        assertThat(tasks / 200.0).isLessThan(60);
    }

    @Test
    void intervalHoldsTheMeanAtAllTimesAtOnce() {
        SplittableRandom random = new SplittableRandom(13);
        int rounds = 300;
        int missed = 0;
        for (int round = 0; round < rounds; round++) {
            SequentialTest test = new SequentialTest(0.1);
            boolean held = true;
            for (int i = 0; i < 60; i++) {
                test.add(random.nextInt(10) < 3 ? 1 : 0);
                held &= test.interval().contains(0.3);
            }
            missed += held ? 0 : 1;
        }
        assertThat(missed / (double) rounds).isLessThan(0.1);
    }

    @Test
    void intervalExcludesNoDifferenceWhenDecided() {
        SequentialTest test = new SequentialTest(0.05);
        assertThat(test.interval()).isEqualTo(new Interval(-1, 1));
        while (test.verdict() == Verdict.UNDECIDED) {
            test.add(0.5);
        }
        assertThat(test.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(test.interval().low()).isCloseTo(0, within(0.1)).isGreaterThanOrEqualTo(0);
        assertThat(test.interval().contains(0.5)).isTrue();
        assertThat(test.pValue()).isLessThanOrEqualTo(0.05);
        assertThat(test.mean()).isEqualTo(0.5);
    }

    @Test
    void worseIsTheMirrorImage() {
        SequentialTest better = new SequentialTest(0.05);
        SequentialTest worse = new SequentialTest(0.05);
        for (double d : new double[] {1, 0.5, 1, -0.25, 1, 1, 0.75, 1}) {
            better.add(d);
            worse.add(-d);
        }
        assertThat(worse.pValue()).isEqualTo(better.pValue());
        assertThat(worse.interval().low()).isCloseTo(-better.interval().high(), within(1e-9));
    }

    @Test
    void orderDoesNotMatterAndScaleNeither() {
        SequentialTest one = new SequentialTest(0.05);
        SequentialTest other = new SequentialTest(0.05, 10);
        double[] rising = {-0.5, 0, 0.25, 0.5, 1, 1, 1};
        for (int i = 0; i < rising.length; i++) {
            one.add(rising[i]);
            other.add(10 * rising[i]);
        }
        assertThat(other.pValue()).isCloseTo(one.pValue(), within(1e-12));
        assertThat(other.interval().low()).isCloseTo(10 * one.interval().low(), within(1e-9));
    }

    @Test
    void tellsWhenAVerdictIsOutOfReach() {
        SequentialTest test = new SequentialTest(0.05);
        assertThat(test.canBecome(Verdict.BETTER, 3)).isFalse();
        assertThat(test.canBecome(Verdict.BETTER, 20)).isTrue();
        for (int i = 0; i < 5; i++) {
            test.add(-1);
        }
        assertThat(test.canBecome(Verdict.BETTER, 6)).isFalse();
        assertThat(test.canBecome(Verdict.WORSE, 6)).isTrue();
        // What is said to be within reach is reached.
        int more = 0;
        while (!test.canBecome(Verdict.BETTER, more)) {
            more++;
        }
        for (int i = 0; i < more; i++) {
            assertThat(test.verdict()).isEqualTo(Verdict.UNDECIDED);
            test.add(1);
        }
        assertThat(test.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(test.canBecome(Verdict.WORSE, 1000)).isFalse();
    }

    @Test
    void wrongInputIsRefused() {
        assertThatThrownBy(() -> new SequentialTest(0)).hasMessage("alpha must lie between 0 and 1, found 0.0");
        assertThatThrownBy(() -> new SequentialTest(0.05, -1)).hasMessageContaining("positive");
        assertThatThrownBy(() -> new SequentialTest(0.05).add(1.5)).hasMessageContaining("found 1.5");
        assertThatThrownBy(() -> new SequentialTest(0.05).add(Double.NaN)).isInstanceOf(LabException.class);
    }
}

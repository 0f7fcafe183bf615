package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.compare.MeanInterval.BoundedInterval;
import dev.guerdon.lab.compare.MeanInterval.PairedBootstrap;
import dev.guerdon.lab.spi.Interval;
import org.junit.jupiter.api.Test;

/** The smallest comparison that says anything: whatever is off by one shows at exactly two tasks. */
class TwoTasksTest {

    private static final double[] TWO = {0.2, 0.6};

    @Test
    void signFlipsOfTwoTasksAreFour() {
        SignFlipTest both = SignFlipTest.of(new double[] {0.2, 0.2}, 1);
        assertThat(both.exact()).isTrue();
        assertThat(both.pGain()).isEqualTo(0.25);
        assertThat(both.pDrop()).isEqualTo(1);
        assertThat(both.pValue()).isEqualTo(0.5);
        assertThat(SignFlipTest.of(new double[] {0.6, -0.2}, 1).pGain()).isEqualTo(0.5);
        assertThat(SignFlipTest.of(new double[] {0.3, 0}, 1).pGain()).isEqualTo(0.5);
    }

    @Test
    void bootstrapOfTwoTasksIsStudentsIntervalAndOfOneThereIsNone() {
        Interval interval = PairedBootstrap.of(TWO, 0.95, 1).interval().orElseThrow();
        assertThat(interval.low()).isCloseTo(0.4 - 2.5412409, within(1e-6));
        assertThat(interval.high()).isCloseTo(0.4 + 2.5412409, within(1e-6));
        assertThat(PairedBootstrap.of(new double[] {0.2}, 0.95, 1).interval()).isEmpty();
    }

    @Test
    void intervalOfTwoBoundedDifferencesIsTheOneForFewAndStaysWithinItsBounds() {
        MeanInterval two = MeanInterval.ofDifferences(TWO, true, 0.95, 1);
        assertThat(two.resamples()).isZero();
        assertThat(two.interval()).contains(BoundedInterval.of(TWO, -1, 1, 0.95, 1));
        assertThat(two.interval().orElseThrow().low()).isBetween(-1.0, 0.2);
        assertThat(two.interval().orElseThrow().high()).isBetween(0.6, 1.0);
        assertThat(MeanInterval.ofDifferences(new double[] {0.2}, true, 0.95, 1).interval())
                .isEmpty();
    }

    /** Two of two, by Clopper and Pearson: from 0.025 to the power of a half. */
    @Test
    void boundedIntervalOfTwoOnesIsThatOfClopperAndPearson() {
        Interval interval = BoundedInterval.of(new double[] {1, 1}, 0, 1, 0.95, 1);
        assertThat(interval.low()).isCloseTo(Math.sqrt(0.025), within(0.02));
        assertThat(interval.high()).isEqualTo(1);
    }
}

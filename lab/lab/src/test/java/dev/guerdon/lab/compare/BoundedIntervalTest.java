package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.compare.MeanInterval.BoundedInterval;
import dev.guerdon.lab.spi.Interval;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundedIntervalTest {

    /** For values of 0 and 1 it is that of Clopper and Pearson; 0 of 10 is 0 to 0.3085, a textbook's figure. */
    @ParameterizedTest
    @CsvSource({"0, 10", "1, 10", "5, 10", "10, 10", "3, 5", "0, 5", "17, 60"})
    void zeroAndOneHaveTheIntervalOfClopperAndPearson(int right, int n) {
        double[] values = new double[n];
        Arrays.fill(values, 0, right, 1);
        Interval found = BoundedInterval.of(values, 0, 1, 0.95, 3, 100_000);
        double low = right == 0 ? 0 : BetaDistribution.of(right, n - right + 1).inverseCumulativeProbability(0.025);
        double high = right == n ? 1 : BetaDistribution.of(right + 1, n - right).inverseCumulativeProbability(0.975);
        assertThat(found.low()).isCloseTo(low, within(0.006));
        assertThat(found.high()).isCloseTo(high, within(0.006));
    }

    @Test
    void noneOfTenMayStillBeThreeInTen() {
        assertThat(BoundedInterval.of(new double[10], 0, 1, 0.95, 1).low()).isZero();
        assertThat(BoundedInterval.of(new double[10], 0, 1, 0.95, 1).high()).isCloseTo(0.3085, within(0.01));
    }

    @Test
    void sameSeedSameIntervalAndScaleDoesNotMatter() {
        double[] values = {0.1, 0.5, -0.2, 0.9};
        Interval one = BoundedInterval.of(values, -1, 1, 0.95, 4);
        assertThat(BoundedInterval.of(values, -1, 1, 0.95, 4)).isEqualTo(one);
        Interval tenfold =
                BoundedInterval.of(Arrays.stream(values).map(v -> 10 * v).toArray(), -10, 10, 0.95, 4);
        assertThat(tenfold.low()).isCloseTo(10 * one.low(), within(1e-9));
        assertThat(tenfold.high()).isCloseTo(10 * one.high(), within(1e-9));
    }

    @Test
    void nothingSeenNothingKnown() {
        assertThat(BoundedInterval.of(new double[0], -1, 1, 0.95, 4)).isEqualTo(new Interval(-1, 1));
    }
}

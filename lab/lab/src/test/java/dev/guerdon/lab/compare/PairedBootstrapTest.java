package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.compare.MeanInterval.PairedBootstrap;
import dev.guerdon.lab.spi.Interval;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PairedBootstrapTest {

    private static Interval interval(double[] d) {
        return PairedBootstrap.of(d, 0.95, 1).interval().orElseThrow();
    }

    /** Student's interval for his sleep data is 0.7001142 to 2.4598858 (R, {@code help(sleep)}); ours holds it, and is near. */
    @Test
    void fewTasksGetStudentsIntervalAtLeast() {
        Interval found = interval(SignFlipTestTest.STUDENT);
        assertThat(found.low()).isCloseTo(0.70, within(0.1)).isLessThanOrEqualTo(0.7001142 + 1e-7);
        assertThat(found.high()).isCloseTo(2.46, within(0.4)).isGreaterThanOrEqualTo(2.4598858 - 1e-7);
    }

    /** Darwin's maize: SciPy's plain BCa interval is -0.21 to 4.54 inches, Student's 0.004 to 5.229; ours is the hull of both. */
    @Test
    void bcaLeansTowardsTheLongTail() {
        double[] inches = Arrays.stream(SignFlipTestTest.DARWIN).map(d -> d / 8).toArray();
        Interval found = interval(inches);
        assertThat(found.low()).isBetween(-0.9, -0.2);
        assertThat(found.high()).isCloseTo(5.23, within(0.1));
    }

    @Test
    void manyTasksGetTheNormalInterval() {
        double[] d = new java.util.SplittableRandom(1).doubles(100_000, -1, 1.1).toArray();
        double mean = Arrays.stream(d).average().orElseThrow();
        double half = 1.96 * 2.1 / Math.sqrt(12) / Math.sqrt(d.length);
        PairedBootstrap found = PairedBootstrap.of(d, 0.95, 1);
        assertThat(found.resamples()).isZero();
        assertThat(found.interval().orElseThrow().low()).isCloseTo(mean - half, within(half / 8));
        assertThat(found.interval().orElseThrow().high()).isCloseTo(mean + half, within(half / 8));
    }

    @Test
    void nothingIsSaidWhereThereIsNoSpread() {
        assertThat(PairedBootstrap.of(new double[0], 0.95, 1).interval()).isEmpty();
        assertThat(PairedBootstrap.of(new double[] {0.3}, 0.95, 1).interval()).isEmpty();
        assertThat(PairedBootstrap.of(new double[] {0.1, 0.1, 0.1}, 0.95, 1).interval())
                .isEmpty();
    }

    @Test
    void sameSeedSameInterval() {
        double[] d = new java.util.SplittableRandom(9).doubles(40, -1, 1).toArray();
        assertThat(PairedBootstrap.of(d, 0.95, 4)).isEqualTo(PairedBootstrap.of(d, 0.95, 4));
        assertThat(interval(d).contains(Arrays.stream(d).average().orElseThrow()))
                .isTrue();
    }
}

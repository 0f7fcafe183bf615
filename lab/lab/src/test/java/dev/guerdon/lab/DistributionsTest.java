package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Holds the library's distributions to the accuracy that comparisons count on, so that no update of it can move a decision.
 *
 * <p>Reference values: SciPy 1.17.1, which agrees with the printed tables of Fisher and Yates to all their digits.
 */
class DistributionsTest {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    @ParameterizedTest
    @CsvSource({
        "-37, 5.7255712225239266e-300",
        "-8, 6.22096057427174e-16",
        "-3, 0.0013498980316300933",
        "-2.5, 0.006209665325776132",
        "-1.96, 0.024997895148220435",
        "-0.5, 0.3085375387259869",
        "0, 0.5",
        "0.1, 0.539827837277029",
        "1, 0.8413447460685429",
        "2.4, 0.9918024640754038",
        "2.6, 0.9953388119762813",
        "5, 0.9999997133484281"
    })
    void normalProbability(double x, double expected) {
        // Relative 3e-13: the last digits far out are those of exp(-x * x / 2).
        assertThat(NORMAL.cumulativeProbability(x)).isCloseTo(expected, withinPercentage(3e-11));
    }

    @ParameterizedTest
    @CsvSource({
        "1e-300, -37.0470962993612",
        "1e-20, -9.262340089798409",
        "1e-5, -4.264890793922825",
        "0.001, -3.090232306167813",
        "0.025, -1.9599639845400545",
        "0.05, -1.6448536269514729",
        "0.1, -1.2815515655446004",
        "0.3, -0.5244005127080409",
        "0.5, 0",
        "0.75, 0.6744897501960817",
        "0.975, 1.959963984540054",
        "0.9999, 3.719016485455709"
    })
    void normalQuantile(double p, double expected) {
        assertThat(NORMAL.inverseCumulativeProbability(p)).isCloseTo(expected, within(2e-12));
    }

    @Test
    void normalQuantileAndProbabilityAreInverse() {
        for (double p = 1e-12; p < 1; p = p < 0.01 ? p * 3 : p + 0.007) {
            assertThat(NORMAL.cumulativeProbability(NORMAL.inverseCumulativeProbability(p)))
                    .isCloseTo(p, withinPercentage(1e-10));
        }
        assertThat(NORMAL.inverseCumulativeProbability(0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(NORMAL.inverseCumulativeProbability(1)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    /** The first three are in every printed table of Student's t: 12.706, 4.303, 2.228. */
    @ParameterizedTest
    @CsvSource({
        "0.975, 1, 12.706204736174694",
        "0.975, 2, 4.302652729749462",
        "0.975, 10, 2.228138851986274",
        "0.975, 30, 2.0422724563012378",
        "0.995, 5, 4.032142983555228",
        "0.95, 120, 1.6576508993552352",
        "0.9995, 3, 12.923978636687961",
        "0.6, 7, 0.2631668613520229",
        "0.5, 7, 0",
        "0.975, 1000000, 1.959966356814107",
        "1e-10, 4, -416.1751403296041"
    })
    void studentQuantile(double p, double degrees, double expected) {
        assertThat(TDistribution.of(degrees).inverseCumulativeProbability(p))
                .isCloseTo(expected, within(1e-10 * Math.max(1, Math.abs(expected))));
    }

    @ParameterizedTest
    @CsvSource({
        "4.0621, 9, 0.9985834960798049",
        "-2.148, 14, 0.024850891785478103",
        "0.5, 1, 0.6475836176504333",
        "1, 100000, 0.8413435362179449",
        "-1, 1e14, 0.15865525393145707"
    })
    void studentProbability(double t, double degrees, double expected) {
        assertThat(TDistribution.of(degrees).cumulativeProbability(t)).isCloseTo(expected, within(1e-10));
    }

    @Test
    void incompleteBetaAndGamma() {
        assertThat(RegularizedBeta.value(0.3, 30, 71)).isCloseTo(0.5376602639846402, within(1e-12));
        assertThat(RegularizedBeta.value(0, 3, 4)).isZero();
        assertThat(RegularizedBeta.value(1, 3, 4)).isOne();
        assertThat(LogGamma.value(0.25)).isCloseTo(1.2880225246980774, within(1e-13));
        assertThat(LogGamma.value(1000.5)).isCloseTo(5908.674175848678, within(1e-9));
    }
}

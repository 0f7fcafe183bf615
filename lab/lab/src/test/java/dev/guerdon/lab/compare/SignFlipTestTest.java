package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class SignFlipTestTest {

    /** Heights of 15 pairs of crossed and self-fertilised maize plants, differences in eighths of an inch. */
    static final double[] DARWIN = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

    /** Hours of sleep gained by ten patients with the second drug over the first. */
    static final double[] STUDENT = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

    /** R. A. Fisher, The Design of Experiments (1935), section 21: 863 of the 32,768 arrangements reach a total of 314. */
    @Test
    void fishersCountOfDarwinsMaize() {
        SignFlipTest test = SignFlipTest.of(DARWIN, 1);
        assertThat(test.exact()).isTrue();
        assertThat(test.pGain() * 32_768).isCloseTo(863, within(1e-6));
        assertThat(test.pValue() * 32_768).isCloseTo(1_726, within(1e-6));
        assertThat(test.pValue()).isCloseTo(0.05267, within(5e-6));
    }

    /** All nine patients with a difference gained (Student, Biometrika 1908): 1 of 512 arrangements, and its mirror image. */
    @Test
    void studentsSleepData() {
        assertThat(SignFlipTest.of(STUDENT, 1).pValue()).isCloseTo(2 / 512.0, within(1e-12));
    }

    @Test
    void countingOnTheGridAndEnumerationAgree() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 40; round++) {
            double[] onGrid =
                    random.doubles(11, -1, 1).map(d -> Math.rint(d * 6) / 6).toArray();
            // A shift by far less than the differences, but more than the grid's tolerance, breaks the grid only.
            double[] offGrid =
                    Arrays.stream(onGrid).map(d -> d * (1 + 1e-5 * Math.abs(d))).toArray();
            SignFlipTest counted = SignFlipTest.of(onGrid, 1);
            SignFlipTest brute = brute(onGrid);
            assertThat(counted.pValue()).isCloseTo(brute.pValue(), within(1e-12));
            assertThat(counted.pDrop()).isCloseTo(brute.pDrop(), within(1e-12));
            assertThat(counted.pGain()).isCloseTo(brute.pGain(), within(1e-12));
            assertThat(SignFlipTest.of(offGrid, 1).pValue())
                    .isCloseTo(brute(offGrid).pValue(), within(1e-12));
        }
    }

    private static SignFlipTest brute(double[] d) {
        double observed = Arrays.stream(d).sum();
        int all = 1 << d.length;
        double[] sums = IntStream.range(0, all)
                .mapToDouble(mask -> IntStream.range(0, d.length)
                        .mapToDouble(i -> (mask >> i & 1) == 1 ? d[i] : -d[i])
                        .sum())
                .toArray();
        double two = Arrays.stream(sums)
                .filter(s -> Math.abs(s) >= Math.abs(observed) - 1e-9)
                .count();
        double drop = Arrays.stream(sums).filter(s -> s <= observed + 1e-9).count();
        double gain = Arrays.stream(sums).filter(s -> s >= observed - 1e-9).count();
        return new SignFlipTest(two / all, drop / all, gain / all, true, 0);
    }

    /** 60 heads of 100 tosses: the two-sided binomial probability is 0.0569. */
    @Test
    void equalDifferencesGiveTheSignTest() {
        double[] d = new double[400];
        Arrays.fill(d, 0, 60, 1);
        Arrays.fill(d, 60, 100, -1);
        SignFlipTest test = SignFlipTest.of(d, 1);
        assertThat(test.exact()).isTrue();
        assertThat(test.pValue()).isCloseTo(0.05688793364098089, within(1e-12));
    }

    @Test
    void signTestIsExactForHundredThousandsOfTasks() {
        double[] d = new double[200_000];
        for (int i = 0; i < d.length; i++) {
            d[i] = i < 100_500 ? 0.5 : -0.5;
        }
        // The normal approximation with continuity correction: z = (500 - 0.5) / sqrt(50,000).
        double z = 499.5 / Math.sqrt(50_000);
        assertThat(SignFlipTest.of(d, 1).pValue())
                .isCloseTo(2 * NormalDistribution.of(0, 1).cumulativeProbability(-z), within(1e-5));
    }

    @Test
    void drawnFlipsComeCloseToTheExactValue() {
        SplittableRandom random = new SplittableRandom(3);
        double[] d = random.doubles(60, -1, 1.25).toArray();
        SignFlipTest drawn = SignFlipTest.of(d, 7);
        assertThat(drawn.exact()).isFalse();
        assertThat(drawn.flips()).isEqualTo(99_999);
        double mean = Arrays.stream(d).average().orElseThrow();
        double z = mean * d.length / Math.sqrt(Arrays.stream(d).map(x -> x * x).sum());
        assertThat(drawn.pValue())
                .isCloseTo(2 * NormalDistribution.of(0, 1).cumulativeProbability(-Math.abs(z)), within(0.01));
        assertThat(drawn.pDrop() + drawn.pGain()).isCloseTo(1, within(0.001));
    }

    @Test
    void veryManyTasksGetTheNormalValue() {
        double[] d = new SplittableRandom(4).doubles(60_000, -1, 1.006).toArray();
        SignFlipTest drawn = SignFlipTest.of(d, 7);
        double sum = Arrays.stream(d).sum();
        double z = sum / Math.sqrt(Arrays.stream(d).map(x -> x * x).sum());
        assertThat(drawn.flips()).isZero();
        assertThat(drawn.exact()).isFalse();
        assertThat(drawn.pValue())
                .isCloseTo(2 * NormalDistribution.of(0, 1).cumulativeProbability(-Math.abs(z)), within(1e-9));
    }

    @Test
    void sameSeedSameFlips() {
        double[] d = new SplittableRandom(3).doubles(50, -1, 1.25).toArray();
        assertThat(SignFlipTest.of(d, 7)).isEqualTo(SignFlipTest.of(d, 7)).isNotEqualTo(SignFlipTest.of(d, 8));
    }

    @Test
    void noDifferenceAtAllIsNoEvidence() {
        assertThat(SignFlipTest.of(new double[12], 1).pValue()).isOne();
        assertThat(SignFlipTest.of(new double[0], 1).pValue()).isOne();
    }
}

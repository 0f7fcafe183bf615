package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedTestPowerTest {

    /** From the noncentral t distribution of SciPy 1.17.1; the first is G*Power's 0.8077775 for dz = 0.5 and 34 pairs. */
    @ParameterizedTest
    @CsvSource({
        "34, 0.5, 0.05, 0.8077775012792738",
        "33, 0.5, 0.05, 0.7953658414875041",
        "15, 0.8, 0.05, 0.8213105387241096",
        "199, 0.2, 0.05, 0.8016910240370655",
        "2, 1, 0.05, 0.09280915505633605",
        "3, 2, 0.05, 0.47074943127843494",
        "20, 0.5, 0.01, 0.2973460776751173",
        "1000, 0.1, 0.05, 0.8847890988907141",
        "120000, 0.01, 0.05, 0.9337234942050138"
    })
    void powerOfThePairedTest(long tasks, double effect, double alpha, double expected) {
        assertThat(PairedTestPower.of(tasks, effect, alpha)).isCloseTo(expected, within(2e-5));
    }

    /** Cohen's medium and small effects need 34 and 199 pairs at a power of 0.80; R's power.t.test gives n = 33.37 for the first. */
    @Test
    void tasksNeeded() {
        assertThat(PairedTestPower.tasksNeeded(0.5, 0.05, 0.8)).isEqualTo(34);
        assertThat(PairedTestPower.tasksNeeded(0.2, 0.05, 0.8)).isEqualTo(199);
        assertThat(PairedTestPower.tasksNeeded(0.8, 0.05, 0.8)).isEqualTo(15);
    }

    @Test
    void smallestEffectIsTheInverse() {
        assertThat(PairedTestPower.smallestEffect(34, 0.05, 0.8))
                .isLessThan(0.5)
                .isCloseTo(0.4947, within(2e-3));
        for (long tasks : new long[] {2, 10, 50, 300_000}) {
            double effect = PairedTestPower.smallestEffect(tasks, 0.05, 0.8);
            assertThat(PairedTestPower.of(tasks, effect, 0.05)).isCloseTo(0.8, within(1e-6));
        }
    }

    @Test
    void hopelesslySmallEffectsEndSomewhere() {
        assertThat(PairedTestPower.tasksNeeded(1e-9, 0.05, 0.8)).isGreaterThan(1L << 40);
    }
}

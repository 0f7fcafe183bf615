package dev.guerdon.lab.improve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.improve.DrawnSessions.Result;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How often whole sessions err; the draws are fixed, so that the test is too. */
class DrawnSessionsTest {

    private static final int[] TASKS = {16, 32, 12};

    /** The promise of alpha = 0.05: useless changes alone, and noisy rewards. */
    @Test
    void withUselessChangesAloneNearlyEverySessionKeepsNothing() throws Exception {
        Result[] results = new DrawnSessions(8, 0, 0, TASKS).run(0, 200);
        assertThat(Stream.of(results).filter(one -> one.wrong() > 0).count())
                .as("sessions of 200 that kept a useless change")
                .isLessThanOrEqualTo(10);
    }

    /** A test that never keeps anything would pass the one above. */
    @Test
    void changesThatHelpMuchAreFoundAndTheClaimIsTrue() throws Exception {
        Result[] results = new DrawnSessions(8, 2, 0.4, TASKS).run(1_000, 40);
        assertThat(Stream.of(results).filter(one -> one.useful() > 0).count()).isGreaterThanOrEqualTo(34);
        assertThat(Stream.of(results).filter(one -> one.wrong() > 0).count()).isLessThanOrEqualTo(4);
        // What the confirmation says is right on average; what the champion was chosen by is not below it.
        assertThat(mean(Stream.of(results).mapToDouble(one -> one.held() - one.truth()))).isBetween(-0.03, 0.03);
    }

    private static double mean(DoubleStream values) {
        return values.filter(value -> !Double.isNaN(value)).average().orElse(Double.NaN);
    }
}

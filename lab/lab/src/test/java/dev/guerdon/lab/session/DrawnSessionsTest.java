package dev.guerdon.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.session.DrawnSessions.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often whole sessions err; the draws are fixed, so that the test is too. */
class DrawnSessionsTest {

    private static final int[] TASKS = {16, 32, 12};

    /** The promise of alpha = 0.05: useless changes alone, and noisy rewards. */
    @Test
    @Tag("slow")
    void withUselessChangesAloneNearlyEverySessionKeepsNothing() throws Exception {
        Result[] results = new DrawnSessions(8, 0, 0, TASKS, 16).run(0, 200);
        assertThat(Stream.of(results).filter(one -> one.wrong() > 0).count())
                .as("sessions of 200 that kept a useless change")
                .isLessThanOrEqualTo(10);
    }

    /** A test that never keeps anything would pass the one above. */
    @Test
    @Tag("slow")
    void changesThatHelpMuchAreFoundAndTheClaimIsTrue() throws Exception {
        Result[] results = new DrawnSessions(8, 2, 0.4, TASKS, 16).run(1_000, 40);
        assertThat(Stream.of(results).filter(one -> one.useful() > 0).count()).isGreaterThanOrEqualTo(34);
        assertThat(Stream.of(results).filter(one -> one.wrong() > 0).count()).isLessThanOrEqualTo(4);
        // What the confirmation says is right on average; what the champion was chosen by is not below it.
        assertThat(mean(Stream.of(results).mapToDouble(one -> one.held() - one.truth())))
                .isBetween(-0.03, 0.03);
    }

    /** {@code ./dev bench improve} and {@code ./dev prove-improve} ask for what docs/improve.md tells; else it is a small one. */
    @Test
    void writesTheSessionsThatAreComparedWithGepa() throws Exception {
        int sessions = Integer.getInteger("guerdon.improve.sessions", 0);
        String lines = DrawnSessions.lines(Math.max(1, sessions));
        assertThat(lines.lines())
                .hasSize(3 * Math.max(1, sessions))
                .allSatisfy(line -> assertThat(JsonCodec.read(line, "a session")
                                .get("episodes")
                                .asLong())
                        .isPositive());
        if (sessions > 0) {
            Path folder = Path.of("target", "improve");
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("sessions.jsonl"), lines);
            Files.writeString(folder.resolve("table.md"), DrawnSessions.table(sessions));
        }
    }

    private static double mean(DoubleStream values) {
        return values.filter(value -> !Double.isNaN(value)).average().orElse(Double.NaN);
    }
}

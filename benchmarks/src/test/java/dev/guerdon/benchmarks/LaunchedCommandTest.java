package dev.guerdon.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs({OS.LINUX, OS.MAC})
class LaunchedCommandTest {

    @Test
    void countsTheCpuTimeOfChildrenOfChildren() throws IOException, InterruptedException {
        // The work is done two processes down. A shell that adds up to 200,000 takes a tenth of a second at the least.
        String work = "bash -c 'bash -c \"for ((i = 0; i < 200000; i++)); do :; done\"; true'; true";
        LaunchedCommand launched = LaunchedCommand.run(List.of("bash", "-c", work));
        assertThat(launched.exit()).isZero();
        assertThat(launched.cpuSeconds()).isGreaterThan(0.02);
        assertThat(launched.seconds()).isPositive();
    }

    @Test
    void keepsTheExitCodeAndWhatWasWrittenToStandardError() throws IOException, InterruptedException {
        LaunchedCommand launched = LaunchedCommand.run(List.of("bash", "-c", "echo 'a b'  >&2; exit 3"));
        assertThat(launched.exit()).isEqualTo(3);
        assertThat(launched.errors()).isEqualTo("a b\n");
    }

    @Test
    void argumentsWithSpacesAndQuotesArriveAsTheyAre() throws IOException, InterruptedException {
        assertThat(LaunchedCommand.run(List.of("bash", "-c", "printf '%s|' \"$@\" >&2", "x", "a b", "\"c\"", "$HOME"))
                        .errors())
                .isEqualTo("a b|\"c\"|$HOME|");
    }

    @Test
    void aCommandThatFailsEndsTheMeasurementWithItsMessage() {
        assertThatThrownBy(() -> LaunchedCommand.well(List.of("bash", "-c", "echo 'no such reward' >&2; exit 2")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exit code 2")
                .hasMessageContaining("no such reward");
    }
}

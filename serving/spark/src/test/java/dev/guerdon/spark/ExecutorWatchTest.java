package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExecutorWatchTest {

    @Test
    void reasonsAreOneLineThatSaysSomething() {
        assertThat(ExecutorWatch.firstLine("Command exited with code 9")).isEqualTo("Command exited with code 9");
        // As Kubernetes tells it.
        assertThat(ExecutorWatch.firstLine("""

                        The executor with id 2 exited with exit code 137(SIGKILL, possible container OOM).

                        The API gave the following container statuses:
                        """))
                .isEqualTo("The executor with id 2 exited with exit code 137(SIGKILL, possible container OOM)");
        assertThat(ExecutorWatch.firstLine(" \n")).isEqualTo("no reason is known");
    }
}

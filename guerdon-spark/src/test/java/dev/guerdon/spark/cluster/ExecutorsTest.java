package dev.guerdon.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExecutorsTest {

    @Test
    void reasonsAreOneLineThatSaysSomething() {
        assertThat(Executors.firstLine("Command exited with code 9")).isEqualTo("Command exited with code 9");
        // As Kubernetes tells it.
        assertThat(Executors.firstLine("""

                        The executor with id 2 exited with exit code 137(SIGKILL, possible container OOM).

                        The API gave the following container statuses:
                        """))
                .isEqualTo("The executor with id 2 exited with exit code 137(SIGKILL, possible container OOM)");
        assertThat(Executors.firstLine(" \n")).isEqualTo("no reason is known");
    }
}

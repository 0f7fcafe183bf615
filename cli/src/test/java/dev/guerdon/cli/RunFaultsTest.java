package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon run} and {@code guerdon iterate} on a disk that is full before they are done. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "limits of bash")
class RunFaultsTest {

    /** Says a lot that cannot be packed, so that few answers fill a small disk. */
    private static final String POLICY = """
            import dev.guerdon.api.*;
            import java.util.Random;

            public final class Talks implements Plugin, Policy {
                @Override public void install(Registration registration) { registration.policy(this); }
                @Override public String name() { return "talks"; }
                @Override public String description() { return "says a lot"; }
                @Override public Session begin(Task task, Context context, long seed) {
                    return messages -> {
                        StringBuilder text = new StringBuilder();
                        new Random(task.id().hashCode()).ints(1_000_000, 33, 127).forEach(text::appendCodePoint);
                        return Message.assistant(text.toString());
                    };
                }
            }
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("Talks.java"), POLICY);
        Files.writeString(folder.resolve("suite.yaml"), """
                model: policy:talks
                reward: qa_em_reward
                tasks:
                  - {id: a, question: "?", answer: x}
                  - {id: b, question: "?", answer: x}
                  - {id: c, question: "?", answer: x}
                  - {id: d, question: "?", answer: x}
                  - {id: e, question: "?", answer: x}
                """);
    }

    /** Runs a command in which no file may grow beyond so many KiB. */
    private Result limited(int kibibytes, String... arguments) throws IOException {
        List<String> shell = new ArrayList<>(List.of("bash", "-c", "ulimit -f " + kibibytes + "; \"$@\"", "bash"));
        shell.addAll(Child.command(arguments));
        return Checkout.run(folder, Map.of(), shell);
    }

    private int episodes() {
        return listed().get("episodes").asInt();
    }

    private Json listed() {
        Result result = Cli.run("runs", "--runs", folder.resolve("runs").toString(), "--json");
        return JsonCodec.read(result.out(), "runs").get("runs").asList().getFirst();
    }

    @Test
    void fullDiskEndsTheRunEarlyAndItCanGoOn() throws IOException {
        Result full = limited(3000, "run", "suite.yaml", "--source", "Talks.java", "--parallel", "1");
        assertThat(full.exitCode()).as(full.err()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(full.err())
                .contains("could not be stored")
                .contains("the episodes before it are stored, and 'guerdon run --resume run_")
                .doesNotContain("bug");
        assertThat(episodes()).isBetween(1, 4);
        assertThat(listed().get("status").asString()).isEqualTo("stopped");
        Result rest = limited(100_000, "run", "--resume", "latest", "--source", "Talks.java");
        assertThat(rest.exitCode()).as(rest.out() + rest.err()).isLessThan(ExitCode.REFUSED);
        assertThat(rest.out()).contains("5 of 5 episodes, complete");
        assertThat(episodes()).isEqualTo(5);
    }

    @Test
    void fullDiskDecidesNothingInASession() throws IOException {
        Files.writeString(folder.resolve("plan.yaml"), """
                name: full
                suite: suite.yaml
                champion: {}
                accept: mean
                candidates:
                  - name: longer
                    set: {system: "Say more."}
                """);
        Result full = limited(3000, "iterate", "plan.yaml", "--source", "Talks.java");
        assertThat(full.exitCode()).as(full.out() + full.err()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(full.err()).contains("could not be stored").contains("'guerdon iterate plan.yaml --resume' goes on");
        Result rest = limited(100_000, "iterate", "plan.yaml", "--resume", "--source", "Talks.java");
        assertThat(rest.exitCode()).as(rest.out() + rest.err()).isZero();
        assertThat(rest.out()).contains("longer").doesNotContain("failed");
    }
}

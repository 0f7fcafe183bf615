package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, as a terminal sends it, to a run in a process of its own. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals are sent with kill")
class RunProcessTest {

    /** Answers one task after the other, each only once a file for it is there; says which one it waits for. */
    private static final String POLICY = """
            import dev.guerdon.api.*;
            import java.nio.file.*;

            public final class Waits implements Plugin, Policy {
                @Override public void install(Registration registration) { registration.policy(this); }
                @Override public String name() { return "waits"; }
                @Override public String description() { return "waits for a file"; }
                @Override public Session begin(Task task, Context context, long seed) {
                    return messages -> {
                        System.err.println("waiting for " + task.id());
                        while (!Files.exists(Path.of("go-" + task.id()))) {
                            try {
                                Thread.sleep(5);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException("stopped", e);
                            }
                        }
                        return Message.assistant("x");
                    };
                }
            }
            """;

    @TempDir
    Path folder;

    private @Nullable Process started;

    /** A run that never heard the interrupt would wait for ever. */
    @AfterEach
    void end() throws InterruptedException {
        if (started != null) {
            started.destroyForcibly().waitFor();
        }
    }

    private Process start() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path source = Files.writeString(folder.resolve("Waits.java"), POLICY);
        int compiled = javax.tools.ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(compiled).isZero();
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.guerdon.api.Plugin"), "Waits\n");
        Files.writeString(folder.resolve("suite.yaml"), """
                model: policy:waits
                reward: qa_em_reward
                tasks:
                  - {id: a, question: "?", answer: x}
                  - {id: b, question: "?", answer: x}
                  - {id: c, question: "?", answer: x}
                """);
        Process process = Checkout.start(
                folder,
                Map.of(),
                Signals.interruptible(Child.command("run", "suite.yaml", "--plugin", "classes", "--parallel", "1")));
        started = process;
        return process;
    }

    private static void awaitLine(BufferedReader err, String text) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            seen.add(line);
            if (line.contains(text)) {
                return;
            }
        }
        throw new AssertionError("'" + text + "' never came, but: " + seen);
    }

    private Json runs() {
        Result result = Cli.run("runs", "--runs", folder.resolve("runs").toString(), "--json");
        return JsonCodec.read(result.out(), "runs").get("runs").asList().getFirst();
    }

    @Test
    void firstInterruptFinishesWhatIsInFlight() throws Exception {
        Process process = start();
        try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
            awaitLine(err, "waiting for a");
            Signals.interrupt(process);
            awaitLine(err, "press Ctrl-C again");
            Files.createFile(folder.resolve("go-a"));
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(runs().get("status").asString()).isEqualTo("interrupted");
        assertThat(runs().get("episodes").asInt()).isEqualTo(1);
    }

    @Test
    void secondInterruptStopsAtOnce() throws Exception {
        Process process = start();
        try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
            awaitLine(err, "waiting for a");
            Files.createFile(folder.resolve("go-a"));
            awaitLine(err, "waiting for b");
            Signals.interrupt(process);
            awaitLine(err, "press Ctrl-C again");
            Signals.interrupt(process);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(runs().get("status").asString()).isEqualTo("interrupted");
        assertThat(runs().get("episodes").asInt()).isEqualTo(1);
    }
}

package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Checkout.Running;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon score} as a process: its standard streams, and what is left of it when it is killed. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals and bash")
class ScoreProcessTest {

    private static final int LINES = 3000;

    /** A reward of i % 4 / 4, which takes as long as the environment says. */
    private static final String SLOW = """
            import dev.guerdon.api.Reward;
            import java.util.concurrent.TimeUnit;
            import java.util.concurrent.locks.LockSupport;

            class Slow {
                private static final String PAUSE = System.getenv("SLOW_MICROS");

                @Reward("slow")
                static double slow(int number) {
                    if (PAUSE != null) {
                        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(PAUSE)));
                    }
                    return number % 4 / 4.0;
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path source;
    private static Path in;
    private static byte[] expected;

    @BeforeAll
    static void scoreWithoutInterruption() throws IOException {
        source = Files.writeString(folder.resolve("Slow.java"), SLOW);
        in = folder.resolve("in.jsonl");
        // Long lines, so that a block of the input holds few of them and there is something to be interrupted.
        String padding = "x".repeat(2000);
        try (var lines = Files.newBufferedWriter(in)) {
            for (int i = 0; i < LINES; i++) {
                lines.write("{\"id\":" + i + ",\"number\":" + i + ",\"padding\":\"" + padding + "\"}\n");
            }
        }
        Path out = folder.resolve("expected.jsonl");
        Result result = Cli.run(arguments(out));
        assertThat(result.exitCode()).as(result.err()).isZero();
        expected = Files.readAllBytes(out);
        assertThat(new String(expected, StandardCharsets.UTF_8)).hasLineCount(LINES);
    }

    private static String[] arguments(Path out) {
        return new String[] {
            "score",
            "--reward",
            "slow",
            "--source",
            source.toString(),
            "--in",
            in.toString(),
            "--out",
            out.toString(),
            "--checkpoint",
            out + ".state",
            "--threads",
            "2"
        };
    }

    private static Process startSlowly(Path out) throws IOException {
        return Checkout.start(
                folder, Map.of("SLOW_MICROS", "3000"), Signals.interruptible(Child.command(arguments(out))));
    }

    private static void awaitSomethingIn(Path file, Process process) throws IOException, InterruptedException {
        while (!Files.exists(file) || Files.size(file) == 0) {
            assertThat(process.waitFor(10, TimeUnit.MILLISECONDS))
                    .as("ended before it was interrupted")
                    .isFalse();
        }
    }

    /** Runs the same command again, and compares with the run that nothing interrupted. */
    private static void goOn(Path out) throws IOException {
        Result rest = Cli.run(arguments(out));
        assertThat(rest.exitCode()).as(rest.err()).isZero();
        assertThat(rest.err())
                .contains("continuing after ")
                .containsPattern("count +" + LINES)
                .containsPattern("reward/mean +0\\.3750");
        assertThat(out).hasBinaryContent(expected);
    }

    @Test
    void killedJobGoesOnWithoutATraceOfTheInterruption() throws Exception {
        Path out = folder.resolve("killed.jsonl");
        Process process = startSlowly(out);
        awaitSomethingIn(Path.of(out + ".state"), process);
        process.destroyForcibly();
        assertThat(process.waitFor()).isEqualTo(137);
        assertThat(Files.size(out)).isLessThan(expected.length);
        // What was written after the checkpoint, up to the middle of a line, is still there.
        Files.writeString(out, "{\"id\":77,\"rew", StandardOpenOption.APPEND);
        goOn(out);
    }

    @Test
    void interruptSavesTheStateAndExitsWith130() throws Exception {
        Path out = folder.resolve("interrupted.jsonl");
        Process process = startSlowly(out);
        awaitSomethingIn(out, process);
        Signals.interrupt(process);
        Result result = new Running(process).end();
        assertThat(result.exitCode()).isEqualTo(130);
        assertThat(result.err())
                .contains("guerdon: interrupted after ")
                .contains("the same command continues from there");
        List<String> scores = Files.readAllLines(out);
        assertThat(scores).hasSizeBetween(1, LINES - 1);
        assertThat(result.err()).contains("after " + scores.size() + " lines");
        assertThat(Path.of(out + ".lock")).doesNotExist();
        goOn(out);
    }

    @Test
    void standardStreamsArePlainJsonLines() throws IOException {
        Process process = Child.start(folder, "score", "--reward", "qa_f1_reward");
        try (OutputStream input = process.getOutputStream()) {
            input.write("{\"id\":\"ü\",\"answer\":\"Zürich\",\"final_response\":\"zürich!\"}\n\n[1]"
                    .getBytes(StandardCharsets.UTF_8));
        }
        Result result = new Running(process).end();
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(result.out()).isEqualTo("""
                        {"id":"ü","reward":1.0,"extras":{"f1":1.0,"em":1.0,"precision":1.0,"recall":1.0}}
                        {"line":3,"reward":null,"unscored":{"reason":"INVALID_INPUT","message":"line 3: expected a JSON object, found a list"}}
                        """);
        assertThat(result.err()).startsWith("metric").contains("reward/mean");
    }
}

package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Running;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon score} on an input that pauses: what has come is scored, and its scores are passed on, before more comes. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "pipes with names")
@Timeout(180)
class PausedInputTest {

    private static final String WAITS = """
            import dev.guerdon.api.Reward;

            class Waits {
                @Reward(value = "waits", work = Reward.Work.WAIT)
                static double waits(String finalResponse) {
                    return finalResponse.length();
                }
            }
            """;

    @TempDir
    private Path folder;

    private static byte[] line(int id) {
        return ("{\"id\":" + id + ",\"answer\":\"word\",\"final_response\":\"word\"}\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void answersEachLineAtOnce(OutputStream input, BufferedReader scores) throws IOException {
        for (int id = 0; id < 5; id++) {
            input.write(line(id));
            input.flush();
            assertThat(scores.readLine()).startsWith("{\"id\":" + id + ",\"reward\":");
        }
        // The rest of a line that comes later keeps nothing back.
        byte[] half = line(6);
        input.write(line(5));
        input.write(half, 0, 10);
        input.flush();
        assertThat(scores.readLine()).startsWith("{\"id\":5,\"reward\":");
        input.write(half, 10, half.length - 10);
        input.flush();
        assertThat(scores.readLine()).startsWith("{\"id\":6,\"reward\":");
    }

    private static void ends(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isZero();
    }

    @Test
    void standardInput() throws Exception {
        Path source = Files.writeString(folder.resolve("Waits.java"), WAITS);
        for (List<String> reward : List.of(List.of("qa_f1_reward"), List.of("waits", "--source", source.toString()))) {
            List<String> arguments = new java.util.ArrayList<>(List.of("score", "--quiet", "--reward"));
            arguments.addAll(reward);
            Process process = Child.start(folder, arguments.toArray(String[]::new));
            try {
                try (OutputStream input = process.getOutputStream()) {
                    answersEachLineAtOnce(input, process.inputReader(StandardCharsets.UTF_8));
                }
                ends(process);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void pipesOfTheShell() throws Exception {
        Path rows = folder.resolve("rows.jsonl");
        Files.write(rows, line(0));
        String score = Child.command("score", "--quiet", "--reward", "qa_f1_reward").stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        for (String from : List.of(
                " --in <(cat rows.jsonl)",
                " --in /dev/stdin < rows.jsonl",
                " --in /dev/stdin < <(cat rows.jsonl)",
                " --in <(cat rows.jsonl) --out >(cat) --metrics >(cat >/dev/null)")) {
            Process process = new ProcessBuilder("bash", "-c", score + from)
                    .directory(folder.toFile())
                    .start();
            Checkout.Result result = new Running(process).end();
            assertThat(result.exitCode()).as(from + result.err()).isZero();
            assertThat(result.out()).as(from).startsWith("{\"id\":0,\"reward\":");
        }
        Path state = folder.resolve("state");
        Process process = new ProcessBuilder(
                        "bash", "-c", score + " --in <(cat rows.jsonl) --out out --checkpoint " + state)
                .directory(folder.toFile())
                .start();
        Checkout.Result refused = new Running(process).end();
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("can be read only once");
    }

    @Test
    void anEmptyInputIsRefusedBeforeTheOutputIsBegun() throws Exception {
        Path out = Files.writeString(folder.resolve("scores.jsonl"), "old");
        Process process = Child.start(folder, "score", "--quiet", "--reward", "qa_f1_reward", "--out", out.toString());
        process.getOutputStream().close();
        Checkout.Result result = new Running(process).end();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("standard input has no line");
        assertThat(out).hasContent("old");
    }

    @Test
    void terminalIsToldThatItIsRead() throws Exception {
        isToldAtATerminal(Child.command("score", "--reward", "qa_f1_reward"), "reading JSON lines from standard input");
        isToldAtATerminal(Child.command("serve", "--stdio"), "reading requests of a program from standard input");
    }

    private void isToldAtATerminal(List<String> command, String sentence) throws Exception {
        for (String terminal : List.of("ioe", "oe")) {
            command.removeIf(word -> word.startsWith("-Dguerdon.terminal"));
            command.add(1, "-Dguerdon.terminal=" + terminal);
            Process process =
                    new ProcessBuilder(command).directory(folder.toFile()).start();
            process.getOutputStream().close();
            Checkout.Result result = new Running(process).end();
            assertThat(result.err().contains(sentence)).as(result.err()).isEqualTo(terminal.contains("i"));
        }
    }

    @Test
    void compressedPipeWithAName() throws Exception {
        Path pipe = folder.resolve("in.jsonl.gz");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process process = Child.start(folder, "score", "--quiet", "--reward", "qa_f1_reward", "--in", pipe.toString());
        try {
            try (OutputStream input = new GZIPOutputStream(Files.newOutputStream(pipe), 512, true)) {
                answersEachLineAtOnce(input, process.inputReader(StandardCharsets.UTF_8));
            }
            ends(process);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void interruptDuringAPauseEndsTheJobWithEverythingWritten() throws Exception {
        Process process = new ProcessBuilder(
                        Signals.interruptible(Child.command("score", "--quiet", "--reward", "qa_f1_reward")))
                .directory(folder.toFile())
                .start();
        try (OutputStream input = process.getOutputStream()) {
            input.write(line(0));
            input.flush();
            assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).startsWith("{\"id\":0,\"reward\":");
            Signals.interrupt(process);
            Checkout.Result result = new Running(process).end();
            assertThat(result.exitCode()).isEqualTo(130);
            assertThat(result.err())
                    .contains("guerdon: interrupted after 1 lines")
                    .doesNotContain("in the middle of the work");
        }
    }
}

package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
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

/** {@code guerdon score} on disks that are full and behind pipes that are closed. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "/dev/full, and limits of bash")
class ScoreFaultsTest {

    private static final int LINES = 20_000;

    @TempDir
    private Path folder;

    private Path in;
    private Path out;

    @BeforeEach
    void writeInput() throws IOException {
        in = folder.resolve("in.jsonl");
        out = folder.resolve("out.jsonl");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add("{\"id\":" + i + ",\"answer\":\"word\",\"final_response\":\"word\"}");
        }
        Files.write(in, lines);
    }

    /** Runs a line of bash in which {@code "$@"} is the command. */
    private Result bash(String line, String... options) throws IOException {
        List<String> shell = new ArrayList<>(List.of("bash", "-o", "pipefail", "-c", line, "bash"));
        List<String> arguments =
                new ArrayList<>(List.of("score", "--reward", "qa_f1_reward", "--quiet", "--in", in.toString()));
        arguments.addAll(List.of(options));
        shell.addAll(Child.command(arguments.toArray(String[]::new)));
        return Checkout.run(folder, Map.of(), shell);
    }

    @Test
    void fullDiskEndsEarlyAndTheSameCommandGoesOn() throws IOException {
        String[] options = {
            "--out", out.toString(), "--checkpoint", folder.resolve("job.state").toString()
        };
        // No file may grow beyond 900 KiB, which looks like a full disk to the one who writes it.
        Result full = bash("ulimit -f 900; \"$@\"", options);
        assertThat(full.exitCode()).as(full.err()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(full.err())
                .contains("guerdon: writing to " + out + " failed: ")
                .contains("every line in it is whole. The same command continues after the ")
                .doesNotContain("bug");
        String written = Files.readString(out);
        assertThat(written).isNotEmpty().endsWith("}\n");
        Result rest = bash("\"$@\"", options);
        assertThat(rest.exitCode()).as(rest.err()).isZero();
        List<String> scores = Files.readAllLines(out);
        assertThat(scores).hasSize(LINES);
        for (int i = 0; i < LINES; i++) {
            assertThat(scores.get(i)).startsWith("{\"id\":" + i + ",\"reward\":1.0,");
        }
    }

    @Test
    void fullDeviceEndsEarly() throws IOException {
        for (String line :
                List.of("\"$@\" > /dev/full", "\"$@\" --out /dev/full", "\"$@\" --out /dev/stdout > /dev/full")) {
            Result result = bash(line);
            assertThat(result.exitCode()).as(line + "\n" + result.err()).isEqualTo(ExitCode.ENDED_EARLY);
            assertThat(result.err()).contains("No space left on device").doesNotContain("bug");
        }
    }

    @Test
    void readerThatLeavesEndsTheJobEarly() throws IOException {
        Result result = bash("\"$@\" | head -n 1");
        assertThat(result.exitCode()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(result.out())
                .isEqualTo(
                        "{\"id\":0,\"reward\":1.0,\"extras\":{\"f1\":1.0,\"em\":1.0,\"precision\":1.0,\"recall\":1.0}}\n");
        assertThat(result.err())
                .contains("guerdon: standard output was closed by its reader before the end")
                .doesNotContain("bug")
                .doesNotContain("\tat ");
    }

    @Test
    void tableThatDoesNotArriveIsNotASuccess() throws IOException {
        List<String> shell = new ArrayList<>(List.of("bash", "-c", "\"$@\" > /dev/full", "bash"));
        shell.addAll(Child.command("rewards"));
        Result result = Checkout.run(folder, Map.of(), shell);
        assertThat(result.exitCode()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(result.err()).contains("standard output could not be written to the end");
    }
}

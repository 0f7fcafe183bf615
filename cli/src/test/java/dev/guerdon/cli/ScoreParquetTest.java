package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreParquetTest {

    private static final Path EXAMPLES = Checkout.REAL.resolve("examples");

    @TempDir
    Path folder;

    private Result score(String in, String out, String... more) {
        String[] options = Arrays.copyOf(
                new String[] {"score", "--reward", "math_equal_reward", "--quiet", "--in", in, "--out", out},
                8 + more.length);
        System.arraycopy(more, 0, options, 8, more.length);
        return Cli.run(options);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private String fromLines() throws IOException {
        score(EXAMPLES.resolve("math.jsonl").toString(), file("lines.jsonl"));
        return Files.readString(folder.resolve("lines.jsonl"));
    }

    @Test
    void rowsScoreAsTheSameLinesOfJson() throws IOException {
        Result result = score(EXAMPLES.resolve("math.parquet").toString(), file("rows.jsonl"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(folder.resolve("rows.jsonl")).hasContent(fromLines());
    }

    @Test
    void checkpointGoesOnInTheMiddleOfTheRows() throws IOException {
        String in = EXAMPLES.resolve("math.parquet").toString();
        score(in, file("rows.jsonl"), "--checkpoint", file("state"), "--limit", "4");
        assertThat(Files.readAllLines(folder.resolve("rows.jsonl"))).hasSize(4);
        score(in, file("rows.jsonl"), "--checkpoint", file("state"));
        assertThat(folder.resolve("rows.jsonl")).hasContent(fromLines());
    }

    @Test
    void damagedFileIsRefusedByName() throws IOException {
        byte[] whole = Files.readAllBytes(EXAMPLES.resolve("math.parquet"));
        Files.write(folder.resolve("cut.parquet"), Arrays.copyOf(whole, whole.length - 9));
        Result result = score(file("cut.parquet"), file("rows.jsonl"));
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("cut.parquet: not a Parquet file, or cut off");
        assertThat(folder.resolve("rows.jsonl")).doesNotExist();
    }

    @Test
    void outputIsNeverParquet() {
        Result result = score(EXAMPLES.resolve("math.parquet").toString(), file("rows.parquet"));
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("read, but not written");
    }
}

package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.ProcessLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon score --checkpoint}: what a later job goes on with, and what it refuses. */
@SuppressWarnings("try") // what is locked matters, not its name
class ScoreResumeTest {

    private static final int LINES = 1000;

    private static final String REWARD = """
            import dev.guerdon.api.Reward;

            class Mine {
                @Reward("mine")
                static double mine(int number) {
                    return number % 4 / 4.0;
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path source;
    private Path in;
    private Path out;
    private Path state;

    @BeforeEach
    void writeFiles() throws IOException {
        source = Files.writeString(folder.resolve("Mine.java"), REWARD);
        in = folder.resolve("in.jsonl");
        out = folder.resolve("out.jsonl");
        state = folder.resolve("job.state");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add("{\"id\":" + i + ",\"number\":" + i + ",\"group_id\":\"g" + i / 8 + "\"}");
        }
        Files.write(in, lines);
    }

    /** In this process, since no worker matters to what is resumed; {@link #isolated} uses workers. */
    private Result score(String... more) {
        return run(true, more);
    }

    private Result isolated(String... more) {
        return run(false, more);
    }

    private Result run(boolean here, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "score",
                "--reward",
                "mine",
                "--source",
                source.toString(),
                "--in",
                in.toString(),
                "--out",
                out.toString(),
                "--checkpoint",
                state.toString()));
        if (here) {
            arguments.add("--no-isolate");
        }
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private void scoreHalf() throws IOException {
        Result half = score("--limit", "500");
        assertThat(half.exitCode()).as(half.err()).isZero();
        assertThat(Files.readAllLines(out)).hasSize(500);
    }

    private void refused(Result result, String... words) throws IOException {
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains(words);
        assertThat(Files.readAllLines(out)).hasSize(500);
    }

    private void complete(Result result) throws IOException {
        assertThat(result.exitCode()).as(result.err()).isZero();
        List<String> scores = Files.readAllLines(out);
        assertThat(scores).hasSize(LINES);
        for (int i = 0; i < LINES; i++) {
            assertThat(scores.get(i)).startsWith("{\"id\":" + i + ",\"reward\":" + i % 4 / 4.0 + ",");
        }
        assertThat(folder.toFile().list()).doesNotContain("out.jsonl.lock", "job.state.lock", "job.state.new");
    }

    @Test
    void goesOnWhereTheLimitStoppedWithTheSameMetrics() throws IOException {
        Result whole = isolated("--metrics", folder.resolve("whole.json").toString());
        complete(whole);
        Files.delete(state);
        scoreHalf();
        Files.writeString(out, "half a line that a crash left", StandardOpenOption.APPEND);
        Result rest = isolated("--metrics", folder.resolve("rest.json").toString());
        complete(rest);
        assertThat(rest.err()).contains("continuing after 500 lines that are done");
        Map<String, Object> expected = metrics("whole.json");
        assertThat(expected).containsEntry("group/count", 125).containsKeys("group/std", "group/pass@8");
        assertThat(metrics("rest.json")).isEqualTo(expected);
        complete(score());
    }

    private Map<String, Object> metrics(String file) throws IOException {
        return new TreeMap<>(
                JsonCodec.read(Files.readString(folder.resolve(file)), file).asMap());
    }

    @Test
    void otherCodeUnderTheSameNameIsRefused() throws IOException {
        scoreHalf();
        Files.writeString(source, REWARD.replace("4.0", "8.0"));
        refused(score(), "the reward's code changed: Mine.java was sha256 ", "…, is ");
        Files.writeString(source, REWARD);
        complete(score());
    }

    @Test
    void otherInputUnderTheSameNameIsRefused() throws IOException {
        scoreHalf();
        String text = Files.readString(in);
        Files.writeString(in, text.replace("{\"id\":499,\"number\":499", "{\"id\":499,\"number\":498"));
        refused(score(), in + " has changed since the checkpoint was written: its first ", "had sha256 ", "and have ");
        Files.writeString(in, text.substring(0, 100));
        refused(score(), "shorter than the checkpoint says", "found 100");
        Files.writeString(in, text);
        complete(score());
    }

    @Test
    void inputThatChangedOnlyBehindWhatIsDoneIsTaken() throws IOException {
        List<String> all = Files.readAllLines(in);
        Files.write(in, all.subList(0, 700));
        Files.writeString(in, "not JSON, to be mended", StandardOpenOption.APPEND);
        scoreHalf();
        Files.write(in, all);
        complete(score());
    }

    @Test
    void otherOutputUnderTheSameNameIsRefused() throws IOException {
        scoreHalf();
        String scores = Files.readString(out);
        Files.writeString(out, scores.replace("{\"id\":7,\"reward\":0.75", "{\"id\":7,\"reward\":0.85"));
        refused(score(), out + " has changed since the checkpoint was written");
        Files.writeString(out, scores.substring(0, 50));
        Result shorter = score();
        assertThat(shorter.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(shorter.err()).contains("shorter than the checkpoint says", "found 50");
        Files.delete(out);
        assertThat(score().err()).contains("shorter than the checkpoint says", "found no file");
        Files.writeString(out, scores);
        complete(score());
    }

    @Test
    void otherSettingsAreRefused() throws IOException {
        scoreHalf();
        refused(score("--fallback", "0"), "its fallback is 'null', this job's is '0.0'");
        refused(score("--deadline", "3s"), "its deadline is '");
        complete(score("--deadline", "60000ms", "--threads", "1"));
    }

    @Test
    void damagedCheckpointGivesWayToTheOneBefore() throws IOException {
        Result first = score("--limit", "300");
        assertThat(first.exitCode()).isZero();
        scoreHalf();
        Files.writeString(state, "");
        // At 300 lines, or later where the machine was so slow that one was written on the way.
        Matcher before = Pattern.compile("\"lines\":(\\d+)")
                .matcher(Files.readString(state.resolveSibling(state.getFileName() + ".previous")));
        assertThat(before.find()).isTrue();
        assertThat(Integer.parseInt(before.group(1))).isBetween(300, 499);
        Result rest = score();
        complete(rest);
        assertThat(rest.err())
                .contains("is damaged (it is empty); continuing from the one before it")
                .contains("continuing after " + before.group(1) + " lines");
    }

    @Test
    void checkpointThatCannotBeWrittenIsToldAndTheJobGoesOn() throws IOException {
        scoreHalf();
        byte[] before = Files.readAllBytes(state);
        Path obstacle = Files.createDirectories(folder.resolve("job.state.new"));
        Result rest = score();
        assertThat(rest.exitCode()).as(rest.err()).isZero();
        assertThat(rest.err())
                .contains("guerdon: the checkpoint " + state + " cannot be written: ")
                .contains("scoring continues, and the last checkpoint covers 500 lines");
        assertThat(state).hasBinaryContent(before);
        Files.delete(obstacle);
        complete(score());
    }

    @Test
    void secondJobOnTheSameFilesIsRefused() throws IOException {
        scoreHalf();
        try (ProcessLock lock = ProcessLock.beside(state, "test")) {
            refused(score(), "the checkpoint " + state + " is being written by another job of this process");
        }
        try (ProcessLock lock = ProcessLock.beside(out, "test")) {
            refused(score(), "the output " + out + " is being written by another job of this process");
        }
        complete(score());
    }
}

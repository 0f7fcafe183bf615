package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code guerdon import} and {@code guerdon export}. The logs of Inspect (0.3.285) and verifiers (0.4.0) were written by those packages;
 * those of NeMo Gym and of verifiers before 0.4 have the documented shape.
 */
class TransferTest {

    @TempDir
    Path folder;

    private Path sample(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream in = Objects.requireNonNull(TransferTest.class.getResourceAsStream("transfer/" + name))) {
            Files.write(file, in.readAllBytes());
        }
        return file;
    }

    private String runs() {
        return folder.resolve("runs").toString();
    }

    private Result imported(Path file, String... more) {
        String[] arguments = new String[4 + more.length];
        List.of("import", file.toString(), "--runs", runs()).toArray(arguments);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return Cli.run(arguments);
    }

    private Json shown() {
        Result result = Cli.run("show", "latest", "--runs", runs(), "--json");
        assertThat(result.exitCode()).as(result.err()).isZero();
        return JsonCodec.read(result.out(), "show");
    }

    private Json shown(String task) {
        Result result = Cli.run("show", "latest", task, "--runs", runs(), "--json");
        assertThat(result.exitCode()).as(result.err()).isZero();
        return JsonCodec.read(result.out(), "show");
    }

    private void refused(Path file, String... words) {
        Result result = imported(file);
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains(words).doesNotContain("Exception", "bug");
        assertThat(Files.exists(folder.resolve("runs"))
                        && Objects.requireNonNull(
                                                folder.resolve("runs").toFile().list())
                                        .length
                                > 0)
                .as("nothing was stored")
                .isFalse();
    }

    @Test
    void inspectZipIsAWholeRun() throws IOException {
        Result result = imported(sample("sums.eval"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("3 episodes from Inspect");
        Json run = shown();
        assertThat(run.get("avg_reward").asDouble()).isBetween(0.66, 0.67);
        assertThat(run.get("info").get("model").asString()).isEqualTo("mockllm/model");
        assertThat(run.get("info").get("suite").asString()).isEqualTo("sums");
        assertThat(run.get("info").get("reward").asString()).isEqualTo("includes");
        Json one = shown("sum-1");
        assertThat(one.get("answer").asString()).isEqualTo("The answer is 3.");
        assertThat(one.get("gold").asString()).isEqualTo("3");
        assertThat(one.get("domain").asString()).isEqualTo("sums");
        assertThat(one.get("turns").asList()).hasSize(2);
        assertThat(one.get("turns").asList().getFirst().get("action").asString())
                .isEqualTo("add({\"x\":1,\"y\":2})");
        assertThat(one.get("turns").asList().getFirst().get("observation").asString())
                .isEqualTo("3");
    }

    @Test
    void inspectJsonWithEpochsHasRepeats() throws IOException {
        assertThat(imported(sample("sums.json")).out()).contains("6 episodes from Inspect");
        assertThat(shown().get("info").get("repeat").asInt()).isEqualTo(2);
        assertThat(shown("capital#1").get("reward").asDouble()).isZero();
    }

    @Test
    void importedRunsAreRescoredDiagnosedAndCompared() throws IOException {
        imported(sample("sums.eval"));
        imported(sample("sums.json"));
        Result rescored = Cli.run("rescore", "latest", "--reward", "qa_f1_reward", "--runs", runs());
        assertThat(rescored.exitCode()).as(rescored.err()).isZero();
        assertThat(Cli.run("diagnose", "latest", "--runs", runs()).exitCode()).isZero();
        String first = JsonCodec.read(
                        Cli.run("runs", "--runs", runs(), "--json").out(), "runs")
                .get("runs")
                .asList()
                .getFirst()
                .get("run")
                .asString();
        Result compared = Cli.run("compare", first, "latest", "--runs", runs());
        assertThat(compared.exitCode()).as(compared.err()).isZero();
    }

    @Test
    void verifiersTraceWithoutARewardIsNoZero() throws IOException {
        assertThat(imported(sample("traces.jsonl")).out())
                .contains("3 episodes from verifiers, 1 of them without a score");
        assertThat(shown().get("unscored").asInt()).isEqualTo(1);
        assertThat(shown("q-2").get("error").asString()).contains("the model was not reached");
    }

    @Test
    void verifiersResultsOfOneExampleAreRepeats() throws IOException {
        imported(sample("results.jsonl"));
        assertThat(shown("0").get("reward").asDouble()).isEqualTo(1);
        assertThat(shown("0#1").get("reward").asDouble()).isZero();
    }

    @Test
    void nemoGymRolloutKeepsItsToolsAndItsFailure() throws IOException {
        imported(sample("nemo.jsonl"));
        assertThat(shown("0").get("turns").asList().getFirst().get("action").asString())
                .isEqualTo("lookup({\"q\":\"France\"})");
        assertThat(shown("0").get("gold").asString()).isEqualTo("Paris");
        assertThat(shown("1").get("reward").isNull()).isTrue();
    }

    @Test
    void agentLabFolderIsReadWithoutItsPickles() throws IOException {
        Path study = folder.resolve("study");
        Path done = study.resolve("2026-11-15_10-00-00_GenericAgent-gpt_on_miniwob.click-dialog_5");
        Path failed = study.resolve("2026-11-15_10-01-00_GenericAgent-gpt_on_miniwob.click-test_7");
        for (Path each : List.of(done, failed)) {
            Files.createDirectories(each);
            Files.writeString(each.resolve("exp_args.pkl"), "not a pickle that anyone should load");
        }
        Files.writeString(done.resolve("summary_info.json"), """
                {"n_steps": 3, "cum_reward": 1.0, "cum_raw_reward": 0, "err_msg": null, "stack_trace": null,
                 "stats.cum_steps": 4, "terminated": true, "truncated": false}""");
        Files.writeString(failed.resolve("summary_info.json"), """
                {"n_steps": 1, "cum_reward": 0, "err_msg": "Exception uncaught", "terminated": false, "truncated": false}""");
        Result result = imported(study);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).contains("pickles", "not loaded");
        assertThat(shown("miniwob.click-dialog").get("reward").asDouble()).isEqualTo(1);
        assertThat(shown("miniwob.click-dialog").get("steps").asInt()).isEqualTo(3);
        assertThat(shown("miniwob.click-test").get("reward").isNull()).isTrue();
    }

    @Test
    void importedRunTakesItsCommitTimeAndDomains() throws IOException {
        Path domains =
                Files.writeString(folder.resolve("domains.csv"), "task,domain\nsum-1, Sums, small\nsum-2,Sums\n");
        Result result = imported(
                sample("sums.eval"),
                "--commit",
                "0123abc",
                "--time",
                "2026-03-29T12:21:35+02:00",
                "--domain",
                domains.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        Json info = shown().get("info");
        assertThat(info.get("commit").asString()).isEqualTo("0123abc");
        assertThat(info.get("started").asString()).isEqualTo("2026-03-29T10:21:35Z");
        assertThat(shown("sum-1").get("domain").asString()).isEqualTo("Sums, small");
        assertThat(imported(sample("sums.eval"), "--domain", "Arithmetic").exitCode())
                .isZero();
        assertThat(shown("sum-1").get("domain").asString()).isEqualTo("Arithmetic");
    }

    @Test
    void domainsOfOtherTasksAndUnknownTimesAreRefused() throws IOException {
        Path domains = Files.writeString(folder.resolve("domains.json"), "{\"other\": \"X\"}");
        Result other = imported(sample("sums.eval"), "--domain", domains.toString());
        assertThat(other.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(other.err()).contains("none of a task of this run", "'other'");
        Files.writeString(domains, "{\"sum-1\": 3}");
        assertThat(imported(sample("sums.eval"), "--domain", domains.toString()).err())
                .contains("expected a text as the domain of 'sum-1', found 3");
        Files.writeString(domains, "sum-1 Sums\n");
        assertThat(imported(sample("sums.eval"), "--domain", domains.toString()).err())
                .contains("domains.json:1: expected a task and its domain");
        assertThat(imported(sample("sums.eval"), "--time", "yesterday").err())
                .contains("expected a time such as 2026-03-29T12:21:35", "found 'yesterday'");
    }

    @Test
    void exportComesBackAndScores() throws IOException {
        imported(sample("sums.eval"));
        for (String name : List.of("out.jsonl", "out.jsonl.gz", "out.parquet")) {
            Path out = folder.resolve(name);
            Result exported = Cli.run("export", "latest", "--runs", runs(), "--out", out.toString());
            assertThat(exported.exitCode()).as(exported.err()).isZero();
            Path scores = folder.resolve(name + ".scores");
            Result scored = Cli.run(
                    "score", "--reward", "qa_f1_reward", "--in", out.toString(), "--out", scores.toString(), "--quiet");
            assertThat(scored.exitCode()).as(scored.err()).isZero();
            assertThat(Files.readAllLines(scores)).hasSize(3).noneMatch(line -> line.contains("unscored"));
        }
        Json before = shown("sum-1");
        assertThat(imported(folder.resolve("out.jsonl")).out()).contains("3 episodes from Guerdon");
        Json after = shown("sum-1");
        assertThat(after.get("reward").asDouble())
                .isEqualTo(before.get("reward").asDouble());
        assertThat(after.get("answer").asString())
                .isEqualTo(before.get("answer").asString());
        assertThat(after.get("trajectory").value())
                .isEqualTo(before.get("trajectory").value());
    }

    private Result scored(Path in) {
        String out = folder.resolve("scores").toString();
        return Cli.run("score", "--reward", "qa_f1_reward", "--in", in.toString(), "--out", out, "--quiet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.parquet"})
    @DisabledOnOs(OS.WINDOWS)
    void exportPutsAWholeFileInThePlaceOfTheOld(String name) throws IOException {
        imported(sample("sums.eval"));
        Path out = Files.writeString(folder.resolve(name), "old");
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rw-------"));
        Path old = Files.createLink(folder.resolve("old"), out);
        Path link = Files.createSymbolicLink(folder.resolve("link-" + name), out);
        Result exported = Cli.run("export", "latest", "--runs", runs(), "--out", link.toString());
        assertThat(exported.exitCode()).as(exported.err()).isZero();
        assertThat(old).as("what had the name before was not written into").hasContent("old");
        assertThat(link).isSymbolicLink();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
                .isEqualTo("rw-------");
        Result scored = scored(out);
        assertThat(scored.exitCode()).as(scored.err()).isZero();
        assertThat(folder.resolve("scores")).isRegularFile();
        assertThat(folder.toFile().list()).noneMatch(each -> each.endsWith(".new"));
    }

    @Test
    @Timeout(60)
    @DisabledOnOs(OS.WINDOWS)
    void exportGoesIntoAPipeAndScoreComesOutOfOne() throws Exception {
        imported(sample("sums.eval"));
        Path pipe = folder.resolve("pipe.jsonl");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        FutureTask<Result> scored = new FutureTask<>(() -> scored(pipe));
        Thread.ofPlatform().daemon().start(scored);
        Result exported = Cli.run("export", "latest", "--runs", runs(), "--out", pipe.toString());
        assertThat(exported.exitCode()).as(exported.err()).isZero();
        assertThat(scored.get().exitCode()).as(scored.get().err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("scores"))).hasSize(3);
        assertThat(Files.isRegularFile(pipe)).isFalse();
        Result result = imported(pipe);
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("can be read only once");
    }

    @Test
    void exportWithoutAFolderSaysSo() throws IOException {
        imported(sample("sums.eval"));
        Path nowhere = folder.resolve("nowhere");
        Result result = Cli.run(
                "export",
                "latest",
                "--runs",
                runs(),
                "--out",
                nowhere.resolve("x.jsonl").toString());
        assertThat(result.err()).contains("there is no folder " + nowhere).doesNotContain("Exception");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void scoreThatTheLogDoesNotHaveIsRefused() throws IOException {
        for (String name : List.of("sums.eval", "results.jsonl")) {
            Path file = sample(name);
            Result result = imported(file, "--score", "nope");
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(ExitCode.REFUSED);
            assertThat(result.out()).isEmpty();
            assertThat(result.err()).contains(name.endsWith("l") && name.startsWith("r") ? "has one reward" : "'nope'");
            assertThat(folder.resolve("runs").toFile().list()).isNullOrEmpty();
        }
        assertThat(imported(sample("sums.eval"), "--score", "nope").err()).contains("the log has ");
    }

    @Test
    void exportToAnUnknownEndingIsRefused() throws IOException {
        imported(sample("sums.eval"));
        Result result = Cli.run("export", "latest", "--runs", runs(), "--out", "x.csv");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains(".parquet", ".jsonl");
    }

    @Test
    void badAndPartialFilesAreRefusedInWords() throws IOException {
        refused(folder.resolve("nowhere.eval"), "there is no file");
        Path half = sample("sums.eval");
        byte[] bytes = Files.readAllBytes(half);
        Files.write(half, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        refused(half, "not a whole zip file");
        refused(Files.writeString(folder.resolve("text.eval"), "hello"), "no zip file");
        refused(Files.writeString(folder.resolve("a.jsonl"), "{\"x\": 1}\n"), "line 1", "no rollout");
        refused(
                Files.writeString(folder.resolve("cut.jsonl"), Files.readString(sample("results.jsonl")) + "{\"exam"),
                "line 3");
        refused(Files.writeString(folder.resolve("empty.jsonl"), "\n"), "has no line");
        refused(Files.writeString(folder.resolve("steps.pkl.gz"), "x"), "pickle", "never loaded");
        refused(
                Files.writeString(folder.resolve("log.json"), "{\"version\": 2, \"samples\": []}"),
                "a log of Inspect (it has no 'eval' that says what was run)",
                "rollouts as JSON lines (line 1 of ",
                "results of AgentLab or BrowserGym (it is no folder)");
        refused(Files.createDirectory(folder.resolve("bare")), "summary_info.json");
    }

    @Test
    void deepJsonAndBombsAreBounded() throws IOException {
        String deep = "[".repeat(100_000);
        refused(Files.writeString(folder.resolve("deep.jsonl"), "{\"final_response\":" + deep), "line 1");
        Path bomb = folder.resolve("bomb.eval");
        try (OutputStream out = Files.newOutputStream(bomb);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("header.json"));
            byte[] blank = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 140; i++) {
                zip.write(blank);
            }
        }
        refused(bomb, "larger than 128 MiB");
    }

    @Test
    void namesInAZipNeverBecomePaths() throws IOException {
        Path evil = folder.resolve("evil.eval");
        try (OutputStream out = Files.newOutputStream(evil);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (List<String> entry : List.of(
                    List.of("header.json", "{\"status\":\"success\",\"eval\":{\"task\":\"t\",\"model\":\"m\"}}"),
                    List.of(
                            "samples/../../../escape.json",
                            "{\"id\":\"../../escape\",\"epoch\":1,\"input\":\"?\",\"target\":\"x\","
                                    + "\"messages\":[],\"scores\":{\"s\":{\"value\":1}}}"))) {
                zip.putNextEntry(new ZipEntry(entry.getFirst()));
                zip.write(entry.getLast().getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(imported(evil).exitCode()).isZero();
        assertThat(shown("../../escape").get("reward").asDouble()).isEqualTo(1);
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().contains("escape")))
                    .isEmpty();
        }
    }
}

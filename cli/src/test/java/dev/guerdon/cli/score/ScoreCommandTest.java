package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreCommandTest {

    private static final String ANSWERS = """
            {"id":"7","answer":"the green house","final_response":"green house","question":"Which?"}
            {"id":"8","question":"Which?","final_response":"green house"}

            {"id":
            {"id":9,"answer":["red","dark red"],"messages":[{"role":"assistant","content":[{"type":"text","text":"red"}]}]}
            """;

    private static final String SCORES = """
            {"id":"7","reward":1.0,"extras":{"f1":1.0,"em":1.0,"precision":1.0,"recall":1.0}}
            {"id":"8","reward":null,"unscored":{"reason":"MISSING_FIELD","message":"qa_f1_reward needs the field 'answer'; task 8 has: question, final_response"}}
            {"line":4,"reward":null,"unscored":{"reason":"INVALID_INPUT","message":"line 4 is not JSON: Unexpected end-of-input within/between Object entries (column 7)"}}
            {"id":9,"reward":1.0,"extras":{"f1":1.0,"em":1.0,"precision":1.0,"recall":1.0}}
            """;

    @TempDir
    Path folder;

    private String in = "";
    private String out = "";

    @BeforeEach
    void writeInput() throws IOException {
        in = Files.writeString(folder.resolve("answers.jsonl"), ANSWERS).toString();
        out = folder.resolve("scores.jsonl").toString();
    }

    private Result score(String... options) {
        return Cli.run(Stream.concat(Stream.of("score"), Stream.of(options)).toArray(String[]::new));
    }

    /** Scores the input with a reward and further options, into the output. */
    private Result scoreWith(String reward, String... options) {
        List<String> all = new ArrayList<>(List.of("--reward", reward, "--in", in, "--out", out));
        all.addAll(List.of(options));
        return score(all.toArray(String[]::new));
    }

    private List<String> written() throws IOException {
        return Files.readAllLines(Path.of(out));
    }

    private String source(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void everyLineGetsItsScoreInOrder() throws IOException {
        Result result = scoreWith("qa_f1_reward");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(Path.of(out)).hasContent(SCORES);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("reward/mean").contains("reward/unscored/MISSING_FIELD");
    }

    @Test
    void allScoredIsExitCodeZero() {
        assertThat(scoreWith("QA_F1_Reward", "--limit", "1").exitCode()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void gzipAndZstandardAreReadAndWritten() throws IOException {
        Path gzip = folder.resolve("answers.jsonl.gz");
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(gzip))) {
            packed.write(ANSWERS.getBytes(StandardCharsets.UTF_8));
        }
        Path zstd = Files.write(
                folder.resolve("answers.jsonl.zst"), Zstd.compress(ANSWERS.getBytes(StandardCharsets.UTF_8)));
        Path toGzip = folder.resolve("scores.jsonl.gz");
        Path toZstd = folder.resolve("scores.jsonl.zst");
        score("--reward", "qa_f1_reward", "--in", zstd.toString(), "--out", toGzip.toString());
        score("--reward", "qa_f1_reward", "--in", gzip.toString(), "--out", toZstd.toString());
        try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(toGzip)))) {
            assertThat(unpacked).hasContent(SCORES);
        }
        assertThat(Zstd.decompress(Files.readAllBytes(toZstd), SCORES.length() + 100))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(SCORES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"broken.gz", "broken.zst", "empty.gz"})
    void fileThatIsNotCompressedIsRefusedBeforeTheOutputIsTouched(String name) throws IOException {
        Files.writeString(Path.of(out), "precious");
        String broken = source(name, name.startsWith("empty") ? "" : "this is not compressed at all");
        Result result = score("--reward", "qa_f1_reward", "--in", broken, "--out", out);
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err())
                .contains(name + " is not a compressed file as its name says")
                .doesNotContain("null");
        assertThat(Path.of(out)).hasContent("precious");
    }

    @Test
    void whatWasReadBeforeADamageIsScored() throws IOException {
        String lines = "{\"id\":1,\"answer\":\"a\",\"final_response\":\"a\"}\n".repeat(40_000);
        java.io.ByteArrayOutputStream whole = new java.io.ByteArrayOutputStream();
        try (OutputStream packed = new GZIPOutputStream(whole)) {
            packed.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        byte[] half = java.util.Arrays.copyOf(whole.toByteArray(), whole.size() / 2);
        Path file = Files.write(folder.resolve("half.gz"), half);
        Result result = score("--reward", "qa_f1_reward", "--in", file.toString(), "--out", out);
        assertThat(result.exitCode()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(written()).hasSizeBetween(10_000, 30_000);
        assertThat(result.err())
                .contains("the input cannot be read after line " + written().size())
                .doesNotContain("bug");
    }

    @Test
    void severalRewardsShareTheLine() throws IOException {
        Result result = scoreWith("qa_f1_reward,answer_similarity_reward", "--limit", "2");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(written().getFirst())
                .isEqualTo("{\"id\":\"7\",\"rewards\":{\"qa_f1_reward\":{\"reward\":1.0,\"extras\":{\"f1\":1.0,"
                        + "\"em\":1.0,\"precision\":1.0,\"recall\":1.0}},\"answer_similarity_reward\":"
                        + "{\"reward\":0.8,\"extras\":{\"rule\":\"fuzzy\"}}}}");
        assertThat(result.err()).contains("qa_f1_reward/reward/mean").contains("answer_similarity_reward/reward/mean");
    }

    @Test
    void optionsOfARewardStandBehindItsName() throws IOException {
        Files.writeString(
                Path.of(in), "{\"id\":1,\"final_response\":\"**3.14**, so \\\\boxed{3}\",\"answer\":\"3.1416\"}\n");
        Result result = scoreWith("math_equal_reward(extraction=bold, digits=3),math_equal_reward");
        assertThat(result.err()).contains("reward/mean");
        assertThat(written())
                .containsExactly("{\"id\":1,\"rewards\":{\"math_equal_reward(extraction=bold, digits=3)\":"
                        + "{\"reward\":1.0,\"extras\":{}},\"math_equal_reward\":{\"reward\":0.0,\"extras\":{}}}}");
        assertThat(scoreWith("math_equal_reward(extraction=blod)").exitCode()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void fallbackReplacesNullAndKeepsTheReason() throws IOException {
        assertThat(scoreWith("qa_f1_reward", "--fallback", "-0.5").exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(written().get(1))
                .startsWith("{\"id\":\"8\",\"reward\":-0.5,\"unscored\":{\"reason\":\"MISSING_FIELD\"");
        assertThat(written().get(2))
                .startsWith("{\"line\":4,\"reward\":-0.5,\"unscored\":{\"reason\":\"INVALID_INPUT\"");
    }

    @Test
    void metricsAreOneFlatObject() throws IOException {
        Path metrics = folder.resolve("metrics.json");
        Result result = scoreWith("qa_f1_reward", "--metrics", metrics.toString(), "--json", "--quiet");
        assertThat(result.err()).isEmpty();
        assertThat(Files.readString(metrics)).isEqualTo(result.out().replace(System.lineSeparator(), "\n"));
        assertThat(JsonCodec.read(result.out(), "metrics").asMap())
                .containsEntry("count", 4)
                .containsEntry("reward/mean", 1.0)
                .containsEntry("reward/std", 0.0)
                .containsEntry("reward/unscored", 2)
                .containsEntry("reward/unscored/INVALID_INPUT", 1)
                .containsEntry("reward_extra/f1/mean", 1.0)
                .containsEntry("reward_extra/recall/min", 1.0);
    }

    @Test
    void groupsHavePassRates() throws IOException {
        in = source("groups.jsonl", """
                {"group_id":"a","answer":"x","final_response":"x"}
                {"group_id":"a","answer":"x","final_response":"y"}
                {"group_id":"b","answer":"x","final_response":"y"}
                {"group_id":"b","answer":"x","final_response":"y"}
                """);
        Result result = scoreWith("qa_f1_reward", "--json", "--quiet");
        assertThat(JsonCodec.read(result.out(), "metrics").asMap())
                .containsEntry("group/count", 2)
                .containsEntry("group/pass@1", 0.25)
                .containsEntry("group/pass@2", 0.5)
                .containsEntry("group/std", 0.25);
    }

    @Test
    void jsonNeedsAnOutputFile() {
        Result result = score("--reward", "qa_f1_reward", "--in", in, "--json");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("--json prints the metrics on standard output");
    }

    @Test
    void rewardThatHangsIsDecidedOnTime() throws IOException {
        String hanging = source("Hanging.java", """
                import dev.guerdon.api.Reward;
                import java.util.concurrent.locks.LockSupport;

                class Hanging {
                    @Reward("hanging")
                    static double hanging(String id) {
                        while (id.equals("8")) {
                            LockSupport.parkNanos(1_000_000);
                        }
                        return 0.5;
                    }
                }
                """);
        Result result = scoreWith("hanging", "--source", hanging, "--no-isolate", "--deadline", "5s");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(written().get(0)).startsWith("{\"id\":\"7\",\"reward\":0.5");
        assertThat(written().get(1)).startsWith("{\"id\":\"8\",\"reward\":null,\"unscored\":{\"reason\":\"TIMEOUT\"");
        assertThat(written().get(3)).startsWith("{\"id\":9,\"reward\":0.5");
        assertThat(result.err()).contains("1 calls passed their deadline and were still running at the end");
    }

    @Test
    void sourceThatDoesNotCompileIsRefusedWithLineAndReason() throws IOException {
        String bad = source("Bad.java", "class Bad {\n  int x = \"text\";\n}\n");
        Result result = scoreWith("bad", "--source", bad);
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("Bad.java does not compile").contains("Bad.java:2: incompatible types");
        assertThat(Path.of(out)).doesNotExist();
    }

    @Test
    void severalSourcesMayUseEachOther() throws IOException {
        String one =
                source("Words.java", "class Words { static int of(String text) { return text.split(\" \").length; } }");
        String two = source("Counted.java", """
                import dev.guerdon.api.Reward;
                class Counted { @Reward("words") static int words(String finalResponse) { return Words.of(finalResponse); } }
                """);
        scoreWith("words", "--source", one, "--source", two, "--limit", "1");
        assertThat(written()).containsExactly("{\"id\":\"7\",\"reward\":2.0,\"extras\":{}}");
    }

    @Test
    void pluginJarBringsItsRewards() throws IOException {
        Path jar = pluginJar();
        assertThat(scoreWith("lucky", "--plugin", jar.toString(), "--limit", "1")
                        .exitCode())
                .isEqualTo(ExitCode.DONE);
        assertThat(written()).containsExactly("{\"id\":\"7\",\"reward\":7.0,\"extras\":{}}");
        Result described = Cli.run("rewards", "lucky", "--classpath", jar.toString());
        assertThat(described.out()).startsWith("lucky: ").contains("from LuckyPlugin");
    }

    @Test
    void jarWithoutAPluginSaysHowToNameOne() throws IOException {
        Path jar = folder.resolve("empty.jar");
        new JarOutputStream(Files.newOutputStream(jar), new java.util.jar.Manifest()).close();
        Result result = scoreWith("lucky", "--plugin", jar.toString());
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("META-INF/services/dev.guerdon.api.Plugin");
        assertThat(scoreWith("lucky", "--plugin", "missing.jar").err()).contains("no such file: missing.jar");
    }

    private Path pluginJar() throws IOException {
        String plugin = source("LuckyPlugin.java", """
                public class LuckyPlugin implements dev.guerdon.api.Plugin {
                    public void install(Registration registration) {
                        registration.reward("lucky", sample -> 7);
                    }
                }
                """);
        Path classes = folder.resolve("classes");
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), plugin);
        assertThat(compiled).isZero();
        Path jar = folder.resolve("lucky.jar");
        try (JarOutputStream entries = new JarOutputStream(Files.newOutputStream(jar))) {
            entries.putNextEntry(new ZipEntry("LuckyPlugin.class"));
            Files.copy(classes.resolve("LuckyPlugin.class"), entries);
            entries.putNextEntry(new ZipEntry("META-INF/services/dev.guerdon.api.Plugin"));
            entries.write("LuckyPlugin\n".getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    @Test
    void rewardTypedWrongGetsASuggestionAndTouchesNothing() throws IOException {
        Files.writeString(Path.of(out), "precious");
        Result result = scoreWith("qa_f1_rewrd");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("there is no reward 'qa_f1_rewrd'; did you mean 'qa_f1_reward'");
        assertThat(Path.of(out)).hasContent("precious");
    }

    @Test
    void optionTypedWrongGetsASuggestion() {
        Result result = scoreWith("qa_f1_reward", "--fallbak", "0");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("unknown option '--fallbak'; did you mean '--fallback'?");
        assertThat(score("--rewrad", "x").err()).contains("did you mean '--reward'");
    }

    @Test
    void valuesThatMakeNoSenseAreRefused() {
        assertThat(scoreWith("qa_f1_reward", "--threads", "0").err()).contains("--threads must be at least 1");
        assertThat(scoreWith("qa_f1_reward", "--limit", "-1").err()).contains("--limit must be at least 1, found -1");
        assertThat(scoreWith("qa_f1_reward", "--fallback", "NaN").err()).contains("--fallback must be a finite number");
        assertThat(scoreWith("qa_f1_reward", "--deadline", "soon").err()).contains("expected a duration");
        assertThat(scoreWith("qa_f1_reward,QA_F1_REWARD").err()).contains("a reward is named twice");
        assertThat(Path.of(out)).doesNotExist();
    }

    @Test
    void filesThatCannotBeUsedAreRefusedBeforeAnythingIsDone() throws IOException {
        assertThat(score("--reward", "qa_f1_reward", "--in", "missing.jsonl").err())
                .contains("cannot read the input")
                .contains("missing.jsonl");
        assertThat(score("--reward", "qa_f1_reward", "--in", folder.toString()).err())
                .contains("is a folder");
        assertThat(score("--reward", "qa_f1_reward", "--in", in, "--out", folder.toString())
                        .err())
                .contains("--out " + folder + " is a folder");
        String nowhere = folder.resolve("no/such/file").toString();
        assertThat(score("--reward", "qa_f1_reward", "--in", in, "--out", nowhere)
                        .err())
                .contains("there is no folder");
        assertThat(scoreWith("qa_f1_reward", "--metrics", nowhere).err()).contains("there is no folder");
        assertThat(scoreWith("qa_f1_reward", "--checkpoint", nowhere).err()).contains("there is no folder");
        assertThat(score("--reward", "qa_f1_reward", "--in", source("a.parquet", "PAR1"), "--out", out)
                        .err())
                .contains("a.parquet: not a Parquet file");
        assertThat(Path.of(out)).doesNotExist();
    }

    @Test
    void oneFileForTwoThingsIsRefused() throws IOException {
        Result result = score("--reward", "qa_f1_reward", "--in", in, "--out", in);
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("--in and --out name the same file");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of(in));
        assertThat(score("--reward", "qa_f1_reward", "--in", in, "--out", link.toString())
                        .err())
                .contains("name the same file");
        assertThat(scoreWith("qa_f1_reward", "--metrics", out).err())
                .contains("--out and --metrics name the same file");
        assertThat(Path.of(in)).hasContent(ANSWERS);
    }

    @Test
    void checkpointNeedsPlainFiles() {
        assertThat(score("--reward", "qa_f1_reward", "--in", in, "--checkpoint", "c")
                        .err())
                .contains("--checkpoint needs --out FILE");
        assertThat(score("--reward", "qa_f1_reward", "--out", out, "--checkpoint", "c")
                        .err())
                .contains("--checkpoint needs --in FILE");
    }
}

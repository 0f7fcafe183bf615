package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.RescoredRun;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stored episodes with secrets in their tasks, answers and golds: they score as they did, and nothing that is shown has one. Without
 * {@code -Dguerdon.slow=true} a tenth of the 10,000.
 */
@Tag("thorough")
class StoredSecretsTest {

    private static final int EPISODES = Boolean.getBoolean("guerdon.slow") ? 10_000 : 1_000;

    private static final String KEY = "key+of/this machine 0123456789";

    /** What follows the name or prefix is the number of the episode, and W for a wrong answer. */
    private static final List<String> SHAPES = List.of(
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG%s",
            "Cookie: sid=cookievalue%s; theme=dark",
            "Set-Cookie: sid=setcookie%s; Path=/",
            "Endpoint=https://x;AccountKey=accountvalue%s==;Table=t",
            "dop_v1_fe01dc23ba45987610fe01dc23ba459876%s",
            "r8_AbCdEfGhIjKlMnOpQrStUvWxYz%s",
            "pplx-AbCdEfGhIjKlMnOpQrStUv%s",
            "fw_AbCdEfGhIjKlMnOpQr%s",
            "tgp_v1_AbCdEfGhIjKlMnOpQrStUv%s",
            "sk-proj-AbCdEfGhIjKlMn%s",
            "ghp_AbCdEfGhIjKlMnOpQrStUvWx%s",
            "AIzaSyAbCdEfGhIjKlMnOpQrStUvWxYz01%s",
            "password: passwordvalue%s",
            "https://user:addressvalue%s@host/",
            "{\"api_key\": \"jsonvalue%s\"}",
            "Authorization: Bearer AbCdEfGhIjKlMn%s",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJsaW1hIn0.c2lnbmF0dXJl%s",
            "https://x.org/?a=1&token=queryvalue%s&b=2",
            "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B%s\n-----END PRIVATE KEY-----");

    /** What may be left of a planted secret: its end, or a beginning that was cut. */
    private static final Pattern REST = Pattern.compile("[0-9]{5}[RW]x9|wJalrXUtn|cookievalue|setcookie0|accountvalue"
            + "|fe01dc23ba|AbCdEfGhIj|passwordvalue|addressvalue|jsonvalue|queryvalue|c2lnbmF0dXJl|MIIEvQIBADAN");

    private static Set<String> left(String text) {
        Set<String> found = new TreeSet<>();
        REST.matcher(text)
                .results()
                .limit(20)
                .forEach(match -> found.add(
                        text.substring(Math.max(0, match.start() - 60), Math.min(text.length(), match.end() + 20))));
        return found;
    }

    @TempDir
    static Path folder;

    private static String base = "";
    private static String candidate = "";
    private static String known = "";

    @BeforeAll
    static void store() {
        SecretFilter.known().learn(KEY);
        base = store(EPISODES, 3, false);
        candidate = store(EPISODES, 4, false);
        known = store(60, 3, true);
    }

    private static String secret(int number, char kind) {
        return SHAPES.get(number % SHAPES.size()).formatted("%05d%cx9".formatted(number, kind));
    }

    private static String written(int number) {
        return switch (number % 5) {
            case 0 -> KEY;
            case 1 -> URLEncoder.encode(KEY, StandardCharsets.UTF_8);
            case 2 -> Base64.getEncoder().encodeToString(("user:" + KEY).getBytes(StandardCharsets.UTF_8));
            case 3 -> KEY.replace("/", "\\/");
            default -> Base64.getUrlEncoder().encodeToString(("me:" + KEY + "!").getBytes(StandardCharsets.UTF_8));
        };
    }

    private static String task(int number) {
        return number % 100 == 7 ? "sk-task-AbCdEfGhIjKlMn%05dRx9".formatted(number) : "task-" + number;
    }

    private static double exact(String answer, Object gold) {
        return answer.equals(gold) ? 1 : 0;
    }

    private static String store(int episodes, int rightEvery, boolean withKey) {
        RunInfo info = new RunInfo(
                "",
                "note with " + secret(3, 'R'),
                new RunInfo.Setup(
                        "suite",
                        "agent",
                        "model",
                        "exact",
                        Map.of(),
                        IntStream.range(0, episodes)
                                .mapToObj(StoredSecretsTest::task)
                                .toList(),
                        1,
                        0,
                        10),
                RunInfo.Progress.since(Instant.parse("2026-11-15T10:00:00Z")),
                RunInfo.Origin.UNKNOWN);
        try (RunWriter writer = new RunStore(folder).create(info)) {
            for (int i = 0; i < episodes; i++) {
                String gold = withKey ? written(i) : secret(i, 'R');
                String answer = i % rightEvery == 0 ? gold : withKey ? written(i + 1) : secret(i, 'W');
                boolean failed = i % 50 == 49;
                writer.add(
                        new Episode(
                                task(i),
                                0,
                                1,
                                i % 2 == 0 ? "d" : "domain " + secret(1, 'R'),
                                gold,
                                new Score.Scored(new RewardResult(exact(answer, gold), Map.of("said", answer, "n", i))),
                                new Episode.Ending(
                                        failed ? FinishReason.MODEL_FAILED : FinishReason.TERMINAL,
                                        !failed,
                                        answer,
                                        failed ? "refused " + gold : ""),
                                new Episode.Effort(1, Usage.NONE, Instant.EPOCH, Duration.ofSeconds(1))),
                        new EpisodeDetail(
                                Task.of(task(i), "Which one is it? " + gold, Map.of("answer", gold)),
                                Trajectory.of(List.of(Message.user("Which one? " + gold), Message.assistant(answer))),
                                List.of(),
                                Optional.empty()));
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    private static RescoredRun rescored(String name) {
        RewardEntry exact = RewardEntry.of(
                "exact",
                sample -> exact(sample.finalResponse(), sample.field("answer").asString()));
        try (Run run = new RunStore(folder).open(name);
                Scorer scorer = Scorer.builder().threads(2).build()) {
            return RescoredRun.of(run, exact, scorer, Comparison.Options.DEFAULT, null);
        }
    }

    @Test
    void sameRewardGivesTheSameScores() {
        RescoredRun rescoring = rescored(base);
        assertThat(rescoring.episodes()).isEqualTo(EPISODES);
        assertThat(rescoring.counts()).isEqualTo(new RescoredRun.Counts(0, 0, 0));
        assertThat(rescoring.unscored()).isEmpty();
    }

    @Test
    void episodeThatLostAKnownKeyIsNotScoredAsAnother() {
        RescoredRun rescoring = rescored(known);
        assertThat(rescoring.counts()).isEqualTo(new RescoredRun.Counts(0, 0, 60));
        assertThat(rescoring.unscored()).containsExactly(Map.entry(Score.Reason.RESOURCE, 60));
        assertThat(rescoring.changes().getFirst().message()).contains("held a key of the machine");
    }

    private static String guerdon(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--runs", folder.toString()));
        int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
        assertThat(code).as(err.toString()).isLessThan(2);
        assertThat(left(out + "\n" + err)).as("%s", all).isEmpty();
        assertThat(out + "\n" + err).doesNotContain(KEY.substring(4));
        return out.toString();
    }

    private static void assertClean(Path file) throws Exception {
        assertThat(left(Files.readString(file, StandardCharsets.ISO_8859_1)))
                .as(file.toString())
                .isEmpty();
    }

    @Test
    @Tag("slow")
    void nothingThatCommandsPrintOrWriteHasOne() throws Exception {
        for (String json : List.of("--json", "")) {
            String[] end = json.isEmpty() ? new String[0] : new String[] {json};
            guerdon(with(end, "runs"));
            guerdon(with(end, "show", base));
            guerdon(with(end, "show", known));
            guerdon(with(end, "diagnose", base));
            guerdon(with(end, "compare", base, candidate));
            guerdon(with(end, "rescore", base, "--reward", "qa_em_format_reward"));
            for (int i = json.isEmpty() ? 0 : SHAPES.size() - 3; i < SHAPES.size(); i++) {
                guerdon(with(end, "show", base, task(i)));
            }
        }
        guerdon("show", base, task(7), "--all");
        for (String name : List.of("report.html", "report.md", "run.jsonl")) {
            Path file = folder.resolve(name);
            guerdon(name.startsWith("run") ? "export" : "report", base, "--out", file.toString());
            assertClean(file);
        }
        Path table = folder.resolve("run.parquet");
        guerdon("export", base, "--out", table.toString());
        try (var rows = dev.guerdon.parquet.ParquetFile.open(table)) {
            rows.iterator()
                    .forEachRemaining(row -> assertThat(left(row.toString())).isEmpty());
        }
    }

    private static String[] with(String[] end, String... begin) {
        return java.util.stream.Stream.concat(java.util.Arrays.stream(begin), java.util.Arrays.stream(end))
                .toArray(String[]::new);
    }

    @Test
    @Tag("slow")
    void exportKeepsApartWhatDiffersAndIsNotScoredAgainAfterAnImport() throws Exception {
        Path file = folder.resolve("again.jsonl");
        guerdon("export", base, "--out", file.toString());
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < 200; i++) {
            var line = dev.guerdon.core.base.JsonCodec.read(lines.get(i), "line");
            boolean right = line.get("final_response")
                    .asString()
                    .equals(line.get("answer").asString());
            assertThat(right)
                    .as("%s", line)
                    .isEqualTo(line.get("metadata").get("reward").asDouble() == 1);
            assertThat(line.get("metadata").get("hidden_texts").asInt()).isPositive();
        }
        Path runs = folder.resolve("imported");
        StringWriter out = new StringWriter();
        Main.run(
                new PrintWriter(out, true),
                new PrintWriter(out, true),
                "import",
                file.toString(),
                "--runs",
                runs.toString());
        try (Run run = new RunStore(runs).open("latest")) {
            assertThat(run.count(Run.Choice.ALL)).as(out.toString()).isEqualTo(EPISODES);
            assertThat(run.detail(run.episodes().getFirst()).altered()).isTrue();
        }
    }
}

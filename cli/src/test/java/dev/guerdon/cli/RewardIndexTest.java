package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The index of rewards has every reward, and each of its lines gives the reward that it says. */
class RewardIndexTest {

    private static final Pattern ENTRY =
            Pattern.compile("(?m)^\\*\\*`([^`]+)`\\*\\*:[^\\n]*\\n\\n    \\./guerdon (.+?) +# ([0-9.]+)$");

    private static final Pattern SCORE = Pattern.compile("score --reward (\\S+) <<< '([^']+)'");

    private static final Pattern RUN = Pattern.compile("run (\\S+)( --limit 1)?");

    private final Registry registry = Registry.discover();

    @TempDir
    Path folder;

    /** What is typed, and the reward that it gives. */
    private record Line(String typed, double reward) {}

    @Test
    void everyRewardIsInTheIndex() throws IOException {
        assertThat(index().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        registry.rewards().stream().map(RewardEntry::name).toList());
    }

    @Test
    void readmeSaysHowManyRewardsThereAre() {
        assertThat(Checkout.REAL.resolve("README.md"))
                .content()
                .contains("[" + registry.rewards().size() + " rewards](docs/rewards/README.md)");
    }

    @TestFactory
    Stream<DynamicTest> everyLineGivesTheRewardThatItSays() throws IOException {
        return index().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("scienceworld_")) // needs a download
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> check(entry.getKey(), entry.getValue())));
    }

    private static Map<String, Line> index() throws IOException {
        Map<String, Line> lines = new LinkedHashMap<>();
        Matcher entry = ENTRY.matcher(Files.readString(Checkout.REAL.resolve("docs/rewards/README.md")));
        while (entry.find()) {
            lines.put(entry.group(1), new Line(entry.group(2), Double.parseDouble(entry.group(3))));
        }
        return lines;
    }

    /** Skips what needs Chromium, where it is not. */
    private void needsWhatIsHere(String reward) {
        if (reward.startsWith("browser_")) {
            List<Check> missing = registry.environment("browser").checks().stream()
                    .filter(check -> !check.ok())
                    .filter(check -> check.part().toLowerCase(Locale.ROOT).matches(".*(chromium|node|browser).*"))
                    .toList();
            assumeTrue(missing.isEmpty(), () -> "skipped: the line of " + reward + "; " + missing);
        }
    }

    private void check(String reward, Line line) throws IOException {
        needsWhatIsHere(reward);
        Matcher score = SCORE.matcher(line.typed());
        Matcher run = RUN.matcher(line.typed());
        if (score.matches()) {
            assertThat(score.group(1)).isEqualTo(reward);
            assertThat(score(reward, score.group(2))).isEqualTo(line.reward());
        } else {
            assertThat(run.matches())
                    .as("a line with score or run: " + line.typed())
                    .isTrue();
            assertThat(run(reward, run.group(1))).isEqualTo(line.reward());
        }
    }

    private double score(String reward, String sample) throws IOException {
        ByteArrayOutputStream scores = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            new ScoreJob(List.of(registry.reward(reward)), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(
                            new ByteArrayInputStream(sample.getBytes(StandardCharsets.UTF_8)),
                            scores,
                            ScoreJob.Progress.none(1));
        }
        return JsonCodec.read(scores.toString(StandardCharsets.UTF_8), "score")
                .get("reward")
                .asDouble();
    }

    private double run(String reward, String suite) throws IOException {
        String path = suite.endsWith(".yaml") ? Checkout.REAL.resolve(suite).toString() : suite;
        List<String> arguments =
                new ArrayList<>(List.of("run", path, "--limit", "1", "--json", "--runs", folder.toString()));
        Checkout.Result result = Cli.run(arguments.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        try (Stream<Path> runs = Files.list(folder)) {
            assertThat(runs.map(run -> run.resolve("run.json")))
                    .as("the run was scored with " + reward)
                    .anySatisfy(file -> assertThat(file).content().contains('"' + reward + '"'));
        }
        return JsonCodec.read(result.out(), "run").get("avg_reward").asDouble();
    }
}

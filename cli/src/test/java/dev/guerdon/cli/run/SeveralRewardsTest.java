package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --reward} and {@code --map}: what scores a run, and where it finds its fields. */
class SeveralRewardsTest {

    @TempDir
    Path folder;

    private Path suite = Path.of("");

    @BeforeEach
    void writeSuite() throws IOException {
        suite = Files.writeString(folder.resolve("sums.yaml"), """
                name: sums
                model: policy:math-calculator
                tools: calculator
                reward: math_equal_reward
                tasks:
                  - {id: sum, question: "What is 2 + 2?", answer: "5", golden_answers: ["4"]}
                  - {id: product, question: "What is 7 * 8?", answer: "56", golden_answers: ["56"]}
                """);
    }

    private Result guerdon(String... args) {
        return Cli.run(Stream.concat(
                        Arrays.stream(args),
                        Stream.of("--runs", folder.resolve("runs").toString()))
                .toArray(String[]::new));
    }

    private Json json(String... args) {
        return JsonCodec.read(guerdon(args).out(), String.join(" ", args));
    }

    private static Json episode(Json shown, String task) {
        return shown.get("episodes").asList().stream()
                .filter(each -> each.get("task").asString().equals(task))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theFirstRewardDecidesAndTheOthersAreKeptBesideIt() {
        Json run = json(
                "run",
                suite.toString(),
                "--reward",
                "math_equal_reward(digits=3)",
                "--reward",
                "qa_f1_reward",
                "--json");
        assertThat(run.get("avg_reward").asDouble()).isEqualTo(0.5);
        assertThat(run.get("metrics").get("reward_extra/qa_f1_reward/mean").asDouble())
                .isEqualTo(0);
        Json shown = json("show", "latest", "--json");
        assertThat(shown.get("info").get("reward").asString()).isEqualTo("math_equal_reward(digits=3)");
        assertThat(shown.get("info").get("rewards_beside").asList().getFirst().asString())
                .isEqualTo("qa_f1_reward");
        Json extras = episode(shown, "product").get("extras");
        assertThat(extras.get("qa_f1_reward").asDouble()).isZero();
        assertThat(extras.get("qa_f1_reward/recall").asDouble()).isZero();
        assertThat(guerdon("show", "latest").out()).contains("secondary", "qa_f1_reward", "unscored");
    }

    @Test
    void extrasThatAreNumbersAreMetricsOfTheTrajectory() {
        guerdon("run", suite.toString(), "--reward", "qa_f1_reward,math_equal_reward", "--json");
        Json metrics = json("show", "latest", "product", "--json").get("metrics");
        assertThat(metrics.get("reward_extra/f1").asDouble()).isZero();
        assertThat(metrics.get("reward_extra/math_equal_reward").asDouble()).isEqualTo(1);
        assertThat(metrics.get("turns").asDouble()).isEqualTo(2);
    }

    @Test
    void aRewardBesideThatCannotScoreTakesNothingFromTheOneThatDecides() {
        Result result = guerdon("run", suite.toString(), "--reward", "math_equal_reward,ok_vqa_reward", "--json");
        assertThat(result.exitCode()).isZero();
        Json extras = episode(json("show", "latest", "--json"), "product").get("extras");
        assertThat(extras.find("ok_vqa_reward")).isEmpty();
        assertThat(extras.get("ok_vqa_reward/unscored").asString()).contains("MISSING_FIELD", "answers");
        assertThat(guerdon("show", "latest").out()).containsPattern("ok_vqa_reward +n/a +0 +2");
    }

    @Test
    void aMapLetsTheRewardReadAnotherField() {
        Json run = json("run", suite.toString(), "--map", "answer=golden_answers", "--json");
        assertThat(run.get("avg_reward").asDouble()).isEqualTo(1);
        assertThat(json("show", "latest", "--json").get("info").get("reward").asString())
                .isEqualTo("math_equal_reward(map={\"answer\":\"golden_answers\"})");
        Json again = json("rescore", "latest", "--reward", "math_equal_reward", "--json");
        assertThat(again.get("flips").asInt()).isEqualTo(1);
        Json mapped =
                json("rescore", "latest", "--reward", "math_equal_reward", "--map", "answer=golden_answers", "--json");
        assertThat(mapped.get("flips").asInt()).isZero();
        assertThat(guerdon("diagnose", "latest").exitCode()).isZero();
    }

    @Test
    void resultsAreNamedAsTheUserWroteTheRewards() throws IOException {
        guerdon(
                "run",
                suite.toString(),
                "--reward",
                "qa_f1_reward,math_equal_reward",
                "--map",
                "answer=golden_answers");
        Json shown = json("show", "latest", "--json");
        assertThat(shown.get("info").get("rewards_beside").asList().getFirst().asString())
                .isEqualTo("math_equal_reward");
        assertThat(episode(shown, "sum").get("extras").get("math_equal_reward").asDouble())
                .isEqualTo(1);
        Path report = folder.resolve("report.md");
        guerdon("report", "latest", "--out", report.toString());
        assertThat(Files.readString(report))
                .contains("| math_equal_reward, kept beside | 1.000 |", "| completed | ended | math_equal_reward |");
    }

    @Test
    void aSuiteSaysTheSame() throws IOException {
        Path own = Files.writeString(
                folder.resolve("own.yaml"),
                Files.readString(suite)
                        .replace(
                                "reward: math_equal_reward",
                                "reward: [math_equal_reward, qa_f1_reward]\nmap: {answer: golden_answers}"));
        Json run = json("run", own.toString(), "--json");
        assertThat(run.get("avg_reward").asDouble()).isEqualTo(1);
        Path wrong = Files.writeString(
                folder.resolve("wrong.yaml"), Files.readString(own).replace("map: {answer:", "map: {anwser:"));
        assertThat(guerdon("run", wrong.toString()).err())
                .contains("wrong.yaml:", "reads no field 'anwser'", "did you mean 'answer'");
    }

    @Test
    void wrongNamesAreToldBeforeTheFirstTask() {
        assertThat(guerdon("run", suite.toString(), "--reward", "qa_f1_reward,math_equl_reward")
                        .err())
                .contains("there is no reward 'math_equl_reward'; did you mean 'math_equal_reward'");
        assertThat(guerdon("run", suite.toString(), "--reward", "math_equal_reward(digit=3)")
                        .err())
                .contains("no option 'digit'");
        assertThat(guerdon("run", suite.toString(), "--reward", "qa_f1_reward,qa_f1_reward")
                        .err())
                .contains("a reward is named twice");
        assertThat(guerdon("run", suite.toString(), "--map", "anwser=golden_answers")
                        .err())
                .contains("reads no field 'anwser'", "did you mean 'answer'");
        assertThat(guerdon("run", suite.toString(), "--map", "answer=golden_answer")
                        .err())
                .contains(
                        "has the field 'golden_answer', only answer, golden_answers, question; did you mean 'golden_answers'");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void aContinuedRunKeepsItsRewards() {
        guerdon("run", suite.toString(), "--reward", "qa_f1_reward", "--limit", "1", "--quiet");
        assertThat(guerdon("run", "--resume", "latest", "--reward", "math_equal_reward")
                        .err())
                .contains("--reward cannot be changed with --resume");
        assertThat(guerdon("run", "--resume", "latest", "--map", "answer=golden_answers")
                        .err())
                .contains("--map cannot be changed with --resume");
    }
}

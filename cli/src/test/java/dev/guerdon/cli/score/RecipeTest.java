package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.Suites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeTest {

    private static final String ANSWERED =
            "{\"final_response\":\"<think>six times seven</think><answer>42</answer>\",\"answer\":\"42\"}";

    @TempDir
    Path folder;

    private Json score(String recipe, String... samples) throws IOException {
        Path in = Files.write(folder.resolve("in.jsonl"), List.of(samples));
        Path out = folder.resolve("out.jsonl");
        Result result = Cli.run("score", "--recipe", recipe, "--in", in.toString(), "--out", out.toString(), "--quiet");
        assertThat(result.err()).isEmpty();
        return JsonCodec.read(Files.readAllLines(out).getLast(), "a score");
    }

    private String recipe(String text) throws IOException {
        return Files.writeString(folder.resolve("mine.yaml"), text).toString();
    }

    @Test
    void everyShippedRecipeIsMadeOfRewardsThatThereAre() {
        Registry registry = Registry.discover(RecipeTest.class.getClassLoader());
        assertThat(Suites.recipes())
                .contains("r1", "dapo", "toolrl", "search_r1")
                .allSatisfy(name -> {
                    String reward = Suites.recipe(registry, name);
                    assertThat(registry.reward(reward).name()).isEqualTo(reward);
                    assertThat(registry.reward(reward).label()).isEqualTo(name);
                });
    }

    @Test
    void formatAndAccuracyAddUp() throws IOException {
        Json score = score("r1", ANSWERED);

        assertThat(score.get("reward").asDouble()).isEqualTo(1.5);
        assertThat(score.get("extras").get("think_answer_format_reward").asDouble())
                .isEqualTo(1.0);
        assertThat(score("r1", ANSWERED.replace("42<", "41<")).get("reward").asDouble())
                .isEqualTo(0.5);
        assertThat(score("r1", ANSWERED.replace("</answer>", "</answer>more"))
                        .get("reward")
                        .asDouble())
                .isEqualTo(1.0);
    }

    @Test
    void longAnswersLoseWhatTheyEarned() throws IOException {
        String sample = "{\"final_response\":\"Answer: 42\",\"answer\":\"42\",\"length\":%d}";

        assertThat(score("dapo", sample.formatted(100)).get("reward").asDouble())
                .isEqualTo(1.0);
        assertThat(score("dapo", sample.formatted(18432)).get("reward").asDouble())
                .isEqualTo(0.5);
        assertThat(score("dapo", sample.formatted(99999)).get("reward").asDouble())
                .isEqualTo(0.0);
    }

    @Test
    void gatesEndClipsBoundAndMapsRename() throws IOException {
        String sample = "{\"final_response\":\"%s\",\"golden_answers\":[\"Nile\"]}";
        String answered = sample.formatted("<answer>Nile</answer> a b c d e f g h");

        assertThat(score("search_r1", answered).get("reward").asDouble()).isEqualTo(1.0);
        assertThat(score("search_r1", sample.formatted("<answer>Rhine</answer>"))
                        .get("extras")
                        .asMap())
                .doesNotContainKey("repetition_reward(ngram_size=8)");
        String mine = recipe("""
                parts:
                  - reward: qa_f1_reward
                    weight: 4
                    gate: 0.9
                    map: {answer: golden_answers}
                clip: [-1, 2]
                """);
        assertThat(score(mine, sample.formatted("Nile")).get("reward").asDouble())
                .isEqualTo(2.0);
        assertThat(score(mine, sample.formatted("Nile river")).get("reward").asDouble())
                .isEqualTo(0.0);
    }

    @Test
    void aPartThatCannotBeScoredLeavesTheWholeUnscored() throws IOException {
        Json score = score("r1", "{\"final_response\":\"x\"}");

        assertThat(score.get("unscored").get("reason").asString()).isEqualTo("MISSING_FIELD");
    }

    @Test
    void severalRewardsAndRecipesStandSideBySideUnderTheirNames() throws IOException {
        Path in = Files.writeString(folder.resolve("in.jsonl"), ANSWERED + "\n");
        Path out = folder.resolve("out.jsonl");
        Cli.run(
                "score",
                "--reward",
                "think_format_reward",
                "--recipe",
                "r1",
                "--in",
                in.toString(),
                "--out",
                out.toString(),
                "--quiet");

        assertThat(JsonCodec.read(Files.readString(out), "a score")
                        .get("rewards")
                        .asMap())
                .containsOnlyKeys("think_format_reward", "r1");
    }

    @Test
    void mistakesAreToldWithTheirPlace() throws IOException {
        assertFails(
                "parts:\n  - reward: qa_f1_rewards\n",
                "there is no reward 'qa_f1_rewards'; did you mean 'qa_f1_reward'");
        assertFails("parts:\n  - reward: qa_f1_reward\n    wait: 1\n", "mine.yaml:3: a part of a recipe has no 'wait'");
        assertFails("parts: []\n", "a recipe needs 'parts'");
        assertFails("parts:\n  - reward: qa_f1_reward\nclip: [1, 0]\n", "'clip' of a recipe is the least and the most");
        assertFails("parts:\n  - reward: qa_f1_reward\n    weight: much\n", "needs a number as its 'weight'");
        assertFails(
                "parts:\n  - reward: qa_f1_reward\n  - reward: qa_f1_reward\n", "has the reward 'qa_f1_reward' twice");
        assertFails("parts:\n  - reward: qa_f1_reward\n    map: {x: y}\n", "reads no field 'x'");

        Result none = Cli.run("score", "--recipe", "r2", "--quiet");
        assertThat(none.exitCode()).isNotZero();
        assertThat(none.err()).contains("there is no recipe 'r2': expected a file, or one of dapo, r1");
        assertThat(Cli.run("score").err()).contains("Missing required option: '--reward");
    }

    private void assertFails(String text, String message) throws IOException {
        Result result = Cli.run("score", "--recipe", recipe(text), "--quiet");
        assertThat(result.exitCode()).isNotEqualTo(ExitCode.DONE);
        assertThat(result.err()).contains(message);
    }

    @Test
    void aSuiteMayNameARecipe() throws IOException {
        recipe("parts:\n  - reward: qa_f1_reward\n    weight: 0.5\n");
        Path suite = Files.writeString(folder.resolve("suite.yaml"), """
                recipe: mine.yaml
                model: policy:qa-reader
                tasks:
                  - {id: one, question: "What is the longest river?", context: "The Nile is the longest river.", answer: "Nile"}
                limits: {steps: 2}
                """);
        Result result = Cli.run(
                "run",
                suite.toString(),
                "--json",
                "--runs",
                folder.resolve("runs").toString());

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(JsonCodec.read(result.out(), "a run").get("avg_reward").asDouble())
                .isBetween(0.0, 0.5);
        Path both =
                Files.writeString(folder.resolve("both.yaml"), "recipe: r1\nreward: qa_f1_reward\ntasks: [{id: a}]\n");
        assertThat(Cli.run("run", both.toString()).err())
                .contains("both.yaml:1: a 'reward' and a 'recipe' exclude each other");
    }
}

package dev.guerdon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {

    @TempDir
    Path folder;

    private Result guerdon(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--runs");
        all.add(folder.resolve("runs").toString());
        return Cli.run(all.toArray(String[]::new));
    }

    private Json json(String... arguments) {
        Result result = guerdon(arguments);
        assertThat(result.err()).isEmpty();
        return JsonCodec.read(result.out(), "output");
    }

    @Test
    void starterPrintsATableAndStoresARun() {
        Result result = guerdon("run", "starter");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("task ", "bundled-0 ", "webshop-0 ", "boil-0 ", "qa-lighthouse-1 ", "math-1 ")
                .contains("domain ", "all ")
                .containsPattern(
                        "run_\\d{8}_\\d{6}: average reward 0\\.\\d{3} ± 0\\.\\d{3}, 32 of 32 episodes, complete");
    }

    @Test
    void jsonHasExactlyTheKeysOfTheContract() {
        Json result = json("run", "math", "--limit", "3", "--json");
        assertThat(result.asMap().keySet())
                .containsExactly(
                        "run",
                        "tasks",
                        "avg_reward",
                        "completed",
                        "perfect",
                        "zero",
                        "avg_steps",
                        "error_rate",
                        "unscored",
                        "metrics");
        assertThat(result.get("tasks").asInt()).isEqualTo(3);
        assertThat(result.get("avg_reward").asDouble()).isEqualTo(1);
        assertThat(result.get("perfect").asInt()).isEqualTo(3);
        assertThat(result.get("metrics").get("reward/mean").asDouble()).isEqualTo(1);
        assertThat(folder.resolve("runs").resolve(result.get("run").asString()).resolve("run.json"))
                .exists();
    }

    @Test
    void tasksRepeatsSeedAndStepsAreTakenAsTold() {
        Json result = json("run", "math", "--tasks", "0-1,math-5", "--repeat", "2", "--max-steps", "1", "--json");
        assertThat(result.get("tasks").asInt()).isEqualTo(3);
        assertThat(result.get("metrics").get("episodes").asInt()).isEqualTo(6);
        assertThat(result.get("completed").asInt()).isZero();
        Json shown = json("show", "latest", "--json");
        assertThat(shown.get("episodes").asList())
                .allSatisfy(
                        episode -> assertThat(episode.get("finish").asString()).isEqualTo("max_turns"));
        assertThat(shown.get("info").get("max_steps").asInt()).isEqualTo(1);
    }

    @Test
    void noteAndSettingsAreKept() {
        json(
                "run",
                "qa",
                "--limit",
                "1",
                "--note",
                "bare answers",
                "--set",
                "system=be brief",
                "--seed",
                "9",
                "--json");
        Json info = json("show", "latest", "--json").get("info");
        assertThat(info.get("note").asString()).isEqualTo("bare answers");
        assertThat(info.get("settings").get("system").asString()).isEqualTo("be brief");
        assertThat(info.get("seed").asInt()).isEqualTo(9);
    }

    @Test
    void suiteOfOnesOwnIsRunFromItsFile() throws IOException {
        Path suite = Files.writeString(folder.resolve("mine.yaml"), """
                description: one sum that is right, one that cannot be scored
                model: policy:math-calculator
                tools: calculator
                reward: math_equal_reward
                tasks:
                  - {question: What is 2 + 2?, answer: "4"}
                  - {question: What is 2 + 3?}
                """);
        Result result = guerdon("run", suite.toString(), "--json");
        assertThat(result.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        Json printed = JsonCodec.read(result.out(), "output");
        assertThat(printed.get("unscored").asInt()).isEqualTo(1);
        assertThat(printed.get("avg_reward").asDouble())
                .as("over what was scored")
                .isEqualTo(1);
        assertThat(printed.get("metrics").get("reward/mean").asDouble()).isEqualTo(1);
    }

    @Test
    void budgetStopsTheRunAndResumeGoesOn() {
        Result stopped = guerdon("run", "math", "--budget-time", "0.000001s");
        assertThat(stopped.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(stopped.err()).contains("12 episodes were not run, because a budget of the run is spent");
        String name = json("runs", "--status", "budget", "--json")
                .get("runs")
                .asList()
                .getFirst()
                .get("run")
                .asString();
        Json resumed = json("run", "--resume", name, "--budget-time", "1h", "--json");
        assertThat(resumed.get("run").asString()).isEqualTo(name);
        assertThat(resumed.get("tasks").asInt()).isEqualTo(12);
        assertThat(guerdon("run", "--resume", name, "--seed", "3").err())
                .contains("--seed cannot be changed with --resume");
    }

    @Test
    void mistakesAreToldWithTheNearestName() {
        assertThat(guerdon("run", "startre").err()).contains("there is no suite 'startre'; did you mean 'starter'?");
        assertThat(guerdon("run", "math", "--agent", "tolls").err()).contains("did you mean 'tools'?");
        assertThat(guerdon("run", "math", "--set", "sytem=x").err()).contains("did you mean 'system'?");
        assertThat(guerdon("run", "math", "--model", "policy:math-calculater").err())
                .contains("math-calculator");
        assertThat(guerdon("run", "math", "--tasks", "mth-5").err()).contains("did you mean 'math-5'");
        assertThat(guerdon("run", "math", "--modle", "x").err()).contains("did you mean '--model'?");
        assertThat(guerdon("run").err()).contains("name a suite to run: starter, alfworld, assistantbench, math");
        assertThat(guerdon("run", "math", "--repeat", "0").exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(guerdon("run", "math", "--limit", "-1").err()).contains("--limit must be at least 1, found -1");
        assertThat(guerdon("show", "lastest").err()).contains("lastest");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void runsAreListedFilteredAndPutInASeries() {
        json("run", "math", "--limit", "2", "--note", "sums first", "--json");
        json("run", "qa", "--limit", "3", "--note", "then questions", "--json");
        Result table = guerdon("runs");
        assertThat(table.out())
                .contains("sums first", "then questions", "policy:math-calculator", "policy:qa-reader")
                .doesNotContain("average reward: initial");
        assertThat(guerdon("runs", "--note", "SUMS").out())
                .contains("sums first")
                .doesNotContain("then questions");
        assertThat(guerdon("runs", "--last", "1").out())
                .contains("then questions")
                .doesNotContain("sums first");
        assertThat(guerdon("runs", "--suite", "nothing").err()).contains("no runs");
        Json listed = json("runs", "--json");
        assertThat(listed.get("runs").asList()).hasSize(2);
        Json first = listed.get("runs").asList().getFirst();
        assertThat(first.get("suite").asString()).isEqualTo("math");
        assertThat(first.get("avg_reward").asDouble()).isEqualTo(1);
        assertThat(listed.find("series")).isEmpty();
    }

    @Test
    void onlyRunsOfTheSameSuiteTasksAndModelAreComparedInTheList() {
        json("run", "qa", "--limit", "8", "--json");
        json("run", "math", "--limit", "2", "--json");
        json("run", "qa", "--limit", "8", "--model", "policy:math-calculator", "--json");
        json("run", "qa", "--limit", "4", "--json");
        json("run", "qa", "--limit", "8", "--note", "again", "--json");
        Json listed = json("runs", "--json");
        List<Json> runs = listed.get("runs").asList();
        assertThat(runs.subList(0, 4))
                .allSatisfy(run -> assertThat(run.find("change")).isEmpty());
        assertThat(runs.get(4).get("change").asDouble()).isZero();
        assertThat(runs.get(4).get("change_against").asString())
                .isEqualTo(runs.getFirst().get("run").asString());
        assertThat(listed.get("kinds").asList()).hasSize(4);
        assertThat(guerdon("runs").out())
                .containsPattern("qa +policy:qa-reader +0\\.\\d+ +0\\.000 ")
                .contains("qa with policy:qa-reader, average reward: initial");
        assertThat(json("runs", "--last", "1", "--json")
                        .get("series")
                        .get("initial")
                        .asDouble())
                .isPositive();
    }

    @Test
    void episodeIsShownStepByStep() {
        json("run", "math", "--limit", "3", "--json");
        String text = guerdon("show", "latest", "math-1").out();
        assertThat(text)
                .contains("What is 17 * 24 - 58?", "--- step 1", "calculator", "350", "--- step 2", "reward: 1.000")
                .contains("ended:  no_tool_calls after 2 steps");
        assertThat(guerdon("show", "latest", "1").out()).startsWith("math-2#0");
        Json episode = json("show", "latest", "math-1#0", "--json");
        assertThat(episode.get("turns").asList()).hasSize(2);
        assertThat(episode.get("reward").asDouble()).isEqualTo(1);
        assertThat(guerdon("show", "latest", "mth-1").err()).contains("did you mean 'math-1'");
    }

    @Test
    void runIsShownWithItsFactsAndEpisodes() {
        json("run", "qa", "--limit", "8", "--json");
        String text = guerdon("show", "latest").out();
        assertThat(text).contains("policy:qa-reader", "qa_f1_reward", "best ", "worst ", "qa-lighthouse-1");
        String worst = guerdon("show", "latest", "--below", "0.5").out();
        assertThat(worst).doesNotContain("qa-observatory-1 ");
    }

    @Test
    void anotherModelIsNotCalledAnotherSuite() {
        String first = json("run", "qa", "--limit", "8", "--json").get("run").asString();
        String second = json("run", "qa", "--limit", "8", "--model", "policy:math-calculator", "--json")
                .get("run")
                .asString();
        Result compared = guerdon("compare", first, second);
        assertThat(compared.out()).containsPattern("model +policy:qa-reader +policy:math-calculator");
        assertThat(compared.out() + compared.err())
                .contains("different models, policy:qa-reader and policy:math-calculator: this compares the models")
                .doesNotContain("fingerprint", "different suites", "were changed between the runs");
    }

    @Test
    void tasksThatWereChangedUnderTheSameIdsAreTold() throws IOException {
        Path suite = folder.resolve("mine.yaml");
        String yaml = """
                name: sums
                model: policy:math-calculator
                tools: calculator
                reward: math_equal_reward
                tasks:
                  - {id: sum, question: "What is 2 + 2?", answer: "4"}
                """;
        Files.writeString(suite, yaml);
        String first = json("run", suite.toString(), "--json").get("run").asString();
        Files.writeString(suite, yaml.replace("2 + 2", "1 + 3"));
        String second = json("run", suite.toString(), "--json").get("run").asString();
        Result compared = guerdon("compare", first, second);
        assertThat(compared.out() + compared.err()).contains("tasks of the suite 'sums' were changed between the runs");
    }
}

package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RewardsCommandTest {

    private static Json json(Result result) {
        assertThat(result.exitCode()).as(result.err()).isZero();
        return JsonCodec.read(result.out(), "standard output");
    }

    @Test
    void listNamesEveryRewardOnce() {
        Result result = Cli.run("rewards");
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().skip(1).map(line -> line.split(" ", 2)[0]))
                .contains("qa_f1_reward", "qa_f1_reward_tool", "assistantbench_reward")
                .doesNotHaveDuplicates()
                .hasSameSizeAs(json(Cli.run("rewards", "--json")).asList());
    }

    @Test
    void rewardsOfAFamilyStandTogetherWithTheirSource() {
        String list = Cli.run("rewards").out();

        assertThat(list.lines().map(String::strip).filter(line -> line.contains("  formats  ")))
                .first()
                .asString()
                .startsWith("reasoning_steps_reward  ");
        assertThat(list).containsPattern("\ntrl:think_format_reward +formats +trl +1.0 where");
        Json described = json(Cli.run("rewards", "verl:gsm8k", "--json"));
        assertThat(described.get("family").asString()).isEqualTo("math answers");
        assertThat(described.get("source").asString()).isEqualTo("verl");
    }

    @Test
    void everyRewardThatComesWithGuerdonHasAFamily() {
        assertThat(Registry.discover(RewardsCommandTest.class.getClassLoader()).rewards())
                .filteredOn(entry -> entry.family().equals("other"))
                .isEmpty();
    }

    @Test
    void everyRewardThatComesWithGuerdonIsDescribedAndItsExampleScores() {
        assertThat(Registry.discover(RewardsCommandTest.class.getClassLoader()).rewards())
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.description()).isNotBlank())
                .filteredOn(entry -> !entry.example().isEmpty() && !needsARollout(entry))
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(json(Cli.run("rewards", entry.name(), "--json"))
                                .get("example_score")
                                .get("reward")
                                .isNumber())
                        .isTrue());
    }

    private static boolean needsARollout(RewardEntry entry) {
        return entry.inputs().stream()
                .flatMap(List::stream)
                .anyMatch(input -> input.name().equals("context"));
    }

    @Test
    void descriptionTellsFieldsAndExample() {
        Result result = Cli.run("rewards", "QA_F1_reward");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .startsWith("qa_f1_reward: ")
                .contains("\n  final_response  predefined\n")
                .contains("\n  answer  ")
                .contains("example\n")
                .contains("gives\n  {\"reward\":")
                .contains("from dev.guerdon.rewards.");
    }

    @Test
    void optionalFieldsAreMarked(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Mine.java"), """
                import dev.guerdon.api.*;
                import java.util.*;
                class Mine {
                    @Reward(value = "mine", description = "Mine.")
                    static int mine(List<String> goldAnswers, Optional<Double> tolerance, @Field.Default("3") int most) {
                        return 1;
                    }
                }
                """);
        Json described = json(Cli.run("rewards", "mine", "--json", "--source", source.toString()));
        assertThat(JsonCodec.write(described.get("inputs").value()))
                .isEqualTo("[{\"name\":\"gold_answers\",\"type\":\"List<String>\",\"required\":true},"
                        + "{\"name\":\"tolerance\",\"type\":\"Optional<Double>\",\"required\":false},"
                        + "{\"name\":\"most\",\"type\":\"int\",\"required\":false}]");
        assertThat(described.get("origin").asString()).isEqualTo("Mine.mine");
        assertThat(Cli.run("rewards", "mine", "--source", source.toString()).out())
                .startsWith("mine: Mine.")
                .contains("  tolerance  Optional<Double>, optional\n")
                .doesNotContain("example");
    }

    @Test
    void nameTypedWrongGetsASuggestion() {
        Result result = Cli.run("rewards", "qa_f1_rewards_tool");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("did you mean 'qa_f1_reward_tool'");
        assertThat(Cli.run("rewards", "zzzzzzzzzzzz").err()).contains("'guerdon rewards' lists what there is");
    }

    @Test
    void nameTakenTwiceNamesBothOrigins(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(
                folder.resolve("Again.java"),
                "class Again { @dev.guerdon.api.Reward(\"QA_F1_REWARD\") static int again() { return 1; } }");
        Result result = Cli.run("rewards", "--source", source.toString());
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err())
                .contains("is taken twice")
                .contains("dev.guerdon.rewards.")
                .contains("and by Again;");
    }
}

package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.core.Registry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A rollout in each environment, with a policy in the place of the model, ends in the right reward. */
class EnvironmentRolloutsTest {

    private final Registry registry = Registry.discover();

    private List<Rollout> roll(String policy, String reward, List<String> tools, List<Task> tasks, int turns) {
        return RolloutEngine.run(
                RolloutSetup.builder(
                                registry,
                                AgentCatalogue.create(Registry.discover(), AgentCatalogue.DEFAULT, Map.of()),
                                ModelFactory.open(registry, "policy:" + policy, null, null))
                        .reward(registry.reward(reward))
                        .tools(tools)
                        .limits(new RolloutLimits(turns, 0, 0, Duration.ofMinutes(1)))
                        .build(),
                tasks,
                1,
                4,
                7);
    }

    /** Plays a task that names no game, three times. */
    private List<String> drawn(long seed) {
        return RolloutEngine.run(
                        RolloutSetup.builder(
                                        registry,
                                        AgentCatalogue.create(registry, AgentCatalogue.DEFAULT, Map.of()),
                                        ModelFactory.open(registry, "policy:alfworld-expert", null, null))
                                .reward(registry.reward("alfworld_episode_reward"))
                                .tools(List.of("alfworld_step", "alfworld_get_admissible_commands"))
                                .limits(new RolloutLimits(60, 0, 0, Duration.ofMinutes(1)))
                                .build(),
                        List.of(Task.of("any", "Do what the room asks for.", Map.of())),
                        3,
                        2,
                        seed)
                .stream()
                .map(rollout -> rollout.trajectory().messages().toString())
                .toList();
    }

    @Test
    void theSeedOfTheRunReachesWhatTheEnvironmentDraws() {
        List<String> first = drawn(7);
        assertThat(first).as("repeats differ").doesNotHaveDuplicates();
        assertThat(drawn(7)).as("the same seed again").isEqualTo(first);
        assertThat(drawn(8)).as("another seed").isNotEqualTo(first);
    }

    private static double reward(Rollout rollout) {
        assertThat(rollout.score()).as(rollout.error()).isInstanceOf(Score.Scored.class);
        return ((Score.Scored) rollout.score()).result().reward();
    }

    @Test
    @Tag("slow")
    void theExpertWinsEveryBundledAlfworldGame() {
        List<Task> tasks = registry.environment("alfworld").tasks("", Map.of()).toList();
        List<Rollout> rollouts = roll(
                "alfworld-expert",
                "alfworld_episode_reward",
                List.of("alfworld_step", "alfworld_get_admissible_commands"),
                tasks,
                60);
        assertThat(rollouts).hasSameSizeAs(tasks).allSatisfy(rollout -> {
            assertThat(reward(rollout)).isEqualTo(1);
            assertThat(rollout.trajectory().reward()).hasValue(1);
            assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
            assertThat(rollout.trajectory().groupId())
                    .isEqualTo(rollout.plan().task().id());
            assertThat(rollout.turns()).isNotEmpty().allSatisfy(turn -> {
                assertThat(turn.action()).startsWith("alfworld_step({\"action\":");
                assertThat(turn.error()).isEmpty();
                assertThat(turn.info()).containsEntry(TurnInfo.ACTION_NAME, "alfworld_step");
            });
            assertThat(rollout.usage().calls()).isEqualTo(rollout.turns().size());
        });
        assertThat(rollouts).extracting(rollout -> rollout.plan().task()).isEqualTo(tasks);
    }

    @Test
    @Tag("slow")
    void theRuleBaselineBuysInWebshop() {
        List<Task> tasks =
                registry.environment("webshop").tasks("", Map.of()).limit(20).toList();
        List<Rollout> rollouts = roll("webshop-rule", "webshop_reward", List.of("webshop_browser"), tasks, 15);
        assertThat(rollouts).allSatisfy(rollout -> {
            assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
            double earned = rollout.turns().stream().mapToDouble(Turn::reward).sum();
            assertThat(reward(rollout)).as("the reward is that of the purchase").isEqualTo(earned);
        });
        double mean = rollouts.stream()
                .mapToDouble(EnvironmentRolloutsTest::reward)
                .average()
                .orElseThrow();
        assertThat(mean).isBetween(0.3, 0.99);
    }

    @Test
    void theGoldPathSolvesEveryMinilabTask() {
        List<Task> tasks = registry.environment("minilab").tasks("", Map.of()).toList();
        assertThat(roll("minilab-gold", "minilab_reward", List.of("minilab_explorer"), tasks, 100))
                .hasSameSizeAs(tasks)
                .allSatisfy(rollout -> {
                    assertThat(reward(rollout)).isEqualTo(10);
                    assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TERMINAL);
                });
    }

    @Test
    @Tag("slow")
    void theGoldPathSolvesScienceworld() {
        EnvironmentProvider scienceworld = registry.environment("scienceworld");
        assumeTrue(
                scienceworld.checks().stream().allMatch(Check::ok),
                "skipped: ScienceWorld's jar is not on this machine; 'guerdon setup scienceworld' fetches it");
        List<Task> tasks = List.of(scienceworld.task(Map.of("task", "find-non-living-thing", "variation", "7")));
        assertThat(roll("scienceworld-gold", "scienceworld_reward", List.of("scienceworld_explorer"), tasks, 60))
                .allSatisfy(rollout -> {
                    assertThat(reward(rollout)).isEqualTo(10);
                    assertThat(rollout.turns())
                            .allSatisfy(turn -> assertThat(turn.info())
                                    .as("no list of all valid actions in every turn")
                                    .doesNotContainKey("valid"));
                });
    }

    @Test
    void aRandomPolicyInMinilabIsRepeatableByItsSeed() {
        List<Task> tasks = registry.environment("minilab").tasks("", Map.of()).toList();
        List<Rollout> first = roll("minilab-random", "minilab_reward", List.of("minilab_explorer"), tasks, 20);
        List<Rollout> second = roll("minilab-random", "minilab_reward", List.of("minilab_explorer"), tasks, 20);
        assertThat(first)
                .extracting(rollout -> rollout.trajectory().messages())
                .isEqualTo(second.stream()
                        .map(rollout -> rollout.trajectory().messages())
                        .toList());
        assertThat(first)
                .extracting(rollout -> rollout.trajectory().finishReason())
                .contains(FinishReason.MAX_TURNS);
    }
}

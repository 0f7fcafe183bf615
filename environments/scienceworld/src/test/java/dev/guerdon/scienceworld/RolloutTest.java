package dev.guerdon.scienceworld;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.RolloutContext;
import dev.guerdon.core.Scorer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tool, policy and reward of one rollout share its environment. */
final class RolloutTest {

    private final Registry registry = Registry.discover();
    private final ResourcePools resources = new ResourcePools(Duration.ofSeconds(30));

    @AfterEach
    void close() {
        resources.close();
    }

    @Test
    void theGoldPolicySolvesMinilabAndIsRewarded() throws Exception {
        for (Task task : registry.environment("minilab").tasks("test", Map.of()).toList()) {
            Played played = play("minilab", task, "minilab-gold", 1);
            assertThat(played.score)
                    .as(task.id())
                    .isEqualTo(result(Map.of("acc", 1.0, "score", 1.0, "output", "Task completed"), 10.0));
            assertThat(played.ended).as("the tool ends a solved episode").isTrue();
        }
        assertThat(resources.statistics().getFirst().total())
                .as("one environment, used again")
                .isEqualTo(1);
    }

    @Test
    void theRandomPolicyIsRepeatableByItsSeed() throws Exception {
        Task task = registry.environment("minilab").task(Map.of("task", "freeze", "variation", "3"));
        Played first = play("minilab", task, "minilab-random", 5);
        assertThat(play("minilab", task, "minilab-random", 5).messages).isEqualTo(first.messages);
        assertThat(play("minilab", task, "minilab-random", 6).messages).isNotEqualTo(first.messages);
        assertThat(first.score)
                .isInstanceOfSatisfying(
                        Score.Scored.class,
                        scored -> assertThat(scored.result().extras()).containsKeys("acc", "score", "output"));
    }

    @Test
    @Tag("slow")
    void theGoldPolicySolvesScienceworld() throws Exception {
        OfficialJar.requireInPlace();
        Task task = registry.environment("scienceworld").task(Map.of("task", "4-2", "variation", "7"));
        assertThat(task.fields())
                .containsEntry("task_name", "find-non-living-thing")
                .containsEntry("variation_idx", 7);
        assertThat(task.messages().getFirst().text())
                .startsWith("Your task is to find")
                .contains("scienceworld_explorer");
        assertThat(play("scienceworld", task, "scienceworld-gold", 1).score)
                .isEqualTo(result(Map.of("acc", 1.0, "score", 1.0, "output", "Task completed"), 10.0));
    }

    @Test
    void aShortTrajectoryGetsNothingAndTouchesNoEnvironment() {
        for (String name : List.of("scienceworld_reward", "minilab_reward")) {
            assertThat(score(name, List.of(Message.user("a"), Message.assistant("b"), Message.user("c")), Map.of()))
                    .isEqualTo(result(Map.of("acc", 0.0, "output", "Not enough steps to get reward"), 0.0));
        }
        assertThat(resources.statistics()).isEmpty();
    }

    @Test
    void anUnsolvedTaskGetsNothingAndItsPartialScore() throws Exception {
        try (RolloutContext context = resources.rollout("r", "", Map.of("task_name", "boil", "variation_idx", 0))) {
            for (String action : List.of("go to kitchen", "focus on table")) {
                registry.tool("minilab_explorer").call(Map.of("action", action), context);
            }
            List<Message> four =
                    List.of(Message.user("a"), Message.assistant("b"), Message.user("c"), Message.assistant("d"));
            Score score;
            try (Scorer scorer = Scorer.create()) {
                score = scorer.score(
                        registry.reward("minilab_reward"), Sample.of("s", "", Trajectory.of(four), Map.of(), context));
            }
            assertThat(score)
                    .as("the best score counts, although the task has failed since")
                    .isEqualTo(result(Map.of("acc", 0.0, "score", 0.11, "output", "Task not completed"), 0.0));
        }
    }

    @Test
    void aSampleFromDataCannotBeScored() {
        List<Message> four =
                List.of(Message.user("a"), Message.assistant("b"), Message.user("c"), Message.assistant("d"));
        assertThat(score("minilab_reward", four, Map.of("task_name", "boil")))
                .isInstanceOfSatisfying(
                        Score.Unscored.class,
                        unscored -> assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE));
    }

    @Test
    void aWrongTaskIsToldToTheModel() throws Exception {
        try (RolloutContext context = resources.rollout("r", "", Map.of("task_name", "distil"))) {
            ToolOutcome outcome = registry.tool("minilab_explorer").call(Map.of("action", "look around"), context);
            assertThat(outcome.text()).startsWith("Error: ").contains("distil", "boil");
        }
    }

    private record Played(List<Message> messages, Score score, boolean ended) {}

    private Played play(String environment, Task task, String policyName, long seed) throws Exception {
        List<Message> messages = new ArrayList<>(task.messages());
        try (RolloutContext context = resources.rollout(task.id() + seed, "", task.fields())) {
            Policy.Session session = registry.policy(policyName).begin(task, context, seed);
            boolean ended = false;
            while (!ended) {
                Message reply = session.reply(messages);
                messages.add(reply);
                context.record(Trajectory.of(messages), "");
                if (reply.toolCalls().isEmpty()) {
                    break;
                }
                for (ToolCall call : reply.toolCalls()) {
                    ToolOutcome outcome = registry.tool(call.name()).call(call.arguments(), context);
                    messages.add(Message.tool(call.id(), call.name(), outcome.text()));
                    ended |= outcome.done();
                }
                assertThat(messages.size()).isLessThan(500);
            }
            try (Scorer scorer = Scorer.create()) {
                Sample sample = Sample.of(task.id(), "", Trajectory.of(messages), task.fields(), context);
                return new Played(messages, scorer.score(registry.reward(environment + "_reward"), sample), ended);
            }
        }
    }

    private Score score(String reward, List<Message> messages, Map<String, Object> fields) {
        try (Scorer scorer = Scorer.create()) {
            return scorer.score(registry.reward(reward), Sample.of("s", "", messages, Map.copyOf(fields)));
        }
    }

    private static Score result(Map<String, Object> extras, double reward) {
        return new Score.Scored(new dev.guerdon.api.RewardResult(reward, Map.copyOf(extras)));
    }
}

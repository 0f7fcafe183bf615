package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Context;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Policies play suites through the tools, and the reward looks at the same game. */
final class RolloutTest {

    private final Registry registry = new Registry();
    private final ResourcePools resources = new ResourcePools(Duration.ofSeconds(10));
    private final Scorer scorer = Scorer.create();

    RolloutTest() {
        new AlfworldPlugin().install(registry);
    }

    @AfterEach
    void everythingWasGivenBack() {
        assertThat(resources.statistics())
                .allSatisfy(pool -> assertThat(pool.acquired()).isZero());
        resources.close();
        scorer.close();
    }

    private record Outcome(double reward, int turns, List<Message> messages) {}

    private Outcome roll(String policy, Task task) {
        try (RolloutContext context = resources.rollout("rollout-" + task.id(), "", task.fields())) {
            Policy.Session session = registry.policy(policy).begin(task, context, 0);
            List<Message> messages = new ArrayList<>(task.messages());
            int turns = 0;
            boolean done = false;
            while (!done && turns < 60) {
                Message reply = session.reply(List.copyOf(messages));
                messages.add(reply);
                turns++;
                done = reply.toolCalls().isEmpty();
                for (ToolCall call : reply.toolCalls()) {
                    ToolOutcome outcome = call(call, context);
                    messages.add(Message.tool(call.id(), call.name(), outcome.text()));
                    done |= outcome.done();
                }
            }
            context.record(Trajectory.of(messages), messages.getLast().text());
            double reward = reward(task, context);
            assertThat(reward(task, context)).as("the reward disturbs nothing").isEqualTo(reward);
            return new Outcome(reward, turns, messages);
        }
    }

    private ToolOutcome call(ToolCall call, Context context) {
        try {
            return registry.tool(call.name()).call(call.arguments(), context);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private double reward(Task task, Context context) {
        Sample sample = Sample.of(task.id(), context.finalResponse(), context.trajectory(), task.fields(), context);
        Score score = scorer.score(registry.reward("alfworld_episode_reward"), sample);
        assertThat(score).isInstanceOf(Score.Scored.class);
        return ((Score.Scored) score).result().reward();
    }

    private double meanReward(String policy, List<Task> tasks) {
        return tasks.stream()
                .mapToDouble(task -> roll(policy, task).reward())
                .average()
                .orElseThrow();
    }

    @Test
    @Tag("slow")
    void theExpertWinsTheBundledSuite() {
        assertThat(meanReward(
                        "alfworld-expert",
                        new AlfworldProvider().tasks("", Map.of()).toList()))
                .isEqualTo(1.0);
    }

    @Test
    void theExplorerWinsMostOfTheBundledSuiteByReadingAlone() {
        assertThat(meanReward(
                        "alfworld-explorer",
                        new AlfworldProvider().tasks("", Map.of()).toList()))
                .isGreaterThan(0.8);
    }

    @Test
    void bothPoliciesPlayOfficialGames() {
        Map<String, String> data = Map.of("data", OfficialData.folder().toString());
        List<Task> tasks = new AlfworldProvider().tasks("valid_unseen", data).toList();
        assertThat(meanReward("alfworld-expert", tasks)).isEqualTo(1.0);
        assertThat(meanReward("alfworld-explorer", tasks)).isGreaterThan(0.5);
    }

    @Test
    void theExplorerAsksForTheRoomWhereThePromptDoesNotShowIt() {
        Task task =
                Task.of("bare", "Do the task with alfworld_step.", Map.of("task_id", "bundled-0", "split", "bundled"));
        Outcome outcome = roll("alfworld-explorer", task);
        assertThat(outcome.messages().get(1).toolCalls().getFirst().name()).isEqualTo("alfworld_reset");
        assertThat(outcome.reward()).isEqualTo(1.0);
    }

    @Test
    void withoutToolsThePoliciesAnswerInPlainText() {
        Task task = Task.of("plain", GameLibrary.bundled(0).game().intro(), Map.of("task_id", "bundled-0"));
        Message reply = registry.policy("alfworld-explorer")
                .begin(task, Context.detached(Map.of()), 0)
                .reply(task.messages());
        assertThat(reply.toolCalls()).isEmpty();
        assertThat(reply.text()).startsWith("go to ");
    }

    @Test
    void aGameNeverPlayedHasRewardZero() {
        Task task = Task.of("t", "", Map.of("task_id", "bundled-5", "split", "bundled"));
        try (RolloutContext context = resources.rollout("r", "", task.fields())) {
            assertThat(reward(task, context)).isZero();
            assertThat(text("alfworld_get_task_objective", context))
                    .startsWith("Task: ")
                    .endsWith("\nTask Type: pick_two_obj_and_place");
            assertThat(text("alfworld_get_admissible_commands", context).lines())
                    .contains("look", "inventory", "help");
            assertThat(text("alfworld_reset", context)).contains("Your task is to");
        }
    }

    private String text(String tool, Context context) {
        return call(new ToolCall("1", tool, Map.of(), "{}"), context).text();
    }

    @Test
    void aTaskThatDoesNotExistLeavesTheRolloutUnscored() {
        Task task = Task.of("t", "", Map.of("task_id", "bundled-x", "split", "bundled"));
        try (RolloutContext context = resources.rollout("r", "", task.fields())) {
            Sample sample = Sample.of("t", "", Trajectory.empty(), task.fields(), context);
            assertThat(scorer.score(registry.reward("alfworld_episode_reward"), sample))
                    .isInstanceOfSatisfying(Score.Unscored.class, unscored -> {
                        assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE);
                        assertThat(unscored.message()).contains("bundled-x");
                    });
        }
    }

    @Test
    void readFromAFileTheRewardIsUnscoredAndNotZero() {
        Sample sample = Sample.of("t", "done", List.of(), Map.of("task_id", "bundled-5"));
        assertThat(scorer.score(registry.reward("alfworld_episode_reward"), sample))
                .isInstanceOfSatisfying(
                        Score.Unscored.class,
                        unscored -> assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE));
    }

    @Test
    void rolloutsInParallelDoNotMeet() throws Exception {
        List<Task> tasks = new AlfworldProvider().tasks("", Map.of()).toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Outcome>> outcomes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Task task = tasks.get(i % tasks.size());
                outcomes.add(threads.submit(() -> roll("alfworld-explorer", task)));
            }
            for (int i = 0; i < outcomes.size(); i++) {
                assertThat(outcomes.get(i).get().messages())
                        .isEqualTo(outcomes.get(i % tasks.size()).get().messages());
            }
        }
    }
}

package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.Trajectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Policies play suites through the tools, and the reward looks at the same game. */
final class RolloutTest {

    /** A rollout's context with one instance of each resource. */
    private record OneRollout(Task task, Map<String, Resource> resources) implements Context {

        @Override
        public String rolloutId() {
            return "rollout-" + task.id();
        }

        @Override
        public String groupId() {
            return "";
        }

        @Override
        public Map<String, @Nullable Object> metadata() {
            return task.fields();
        }

        @Override
        public String finalResponse() {
            return "";
        }

        @Override
        public Trajectory trajectory() {
            return Trajectory.empty();
        }

        @Override
        public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
            return spec.type().cast(resources.computeIfAbsent(spec.name(), name -> {
                try {
                    R made = spec.factory().call();
                    made.start();
                    firstUse.prepare(made);
                    return made;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
    }

    private record Outcome(double reward, int turns, List<Message> messages) {}

    private static Outcome roll(Policy policy, Task task) {
        Context context = new OneRollout(task, new HashMap<>());
        Policy.Session session = policy.begin(task, context, 0);
        List<Message> messages = new ArrayList<>(task.messages());
        int turns = 0;
        boolean done = false;
        while (!done && turns < 60) {
            Message reply = session.reply(List.copyOf(messages));
            messages.add(reply);
            turns++;
            done = reply.toolCalls().isEmpty();
            for (ToolCall call : reply.toolCalls()) {
                ToolOutcome outcome = call.name().equals("alfworld_reset")
                        ? AlfworldTools.reset(context)
                        : AlfworldTools.step(Objects.requireNonNull((String) call.arguments().get("action")), context);
                messages.add(Message.tool(call.id(), call.name(), outcome.text()));
                done |= outcome.done();
            }
        }
        RewardResult first = AlfworldTools.episodeReward(context);
        RewardResult second = AlfworldTools.episodeReward(context);
        assertThat(second).as("the reward disturbs nothing").isEqualTo(first);
        return new Outcome(first.reward(), turns, messages);
    }

    private static double meanReward(Policy policy, List<Task> tasks) {
        return tasks.stream()
                .mapToDouble(task -> roll(policy, task).reward())
                .average()
                .orElseThrow();
    }

    @Test
    void theExpertWinsTheBundledSuite() {
        assertThat(meanReward(
                        new ExpertPolicy(), new AlfworldProvider().tasks("", Map.of()).toList()))
                .isEqualTo(1.0);
    }

    @Test
    void theExplorerWinsMostOfTheBundledSuiteByReadingAlone() {
        assertThat(meanReward(
                        new ExplorerPolicy(), new AlfworldProvider().tasks("", Map.of()).toList()))
                .isGreaterThan(0.8);
    }

    @Test
    void bothPoliciesPlayOfficialGames() {
        Map<String, String> data = Map.of("data", OfficialData.folder().toString());
        List<Task> tasks = new AlfworldProvider().tasks("valid_unseen", data).toList();
        assertThat(meanReward(new ExpertPolicy(), tasks)).isEqualTo(1.0);
        assertThat(meanReward(new ExplorerPolicy(), tasks)).isGreaterThan(0.5);
    }

    @Test
    void theExplorerAsksForTheRoomWhereThePromptDoesNotShowIt() {
        Task task = Task.of(
                "bare", "Do the task with alfworld_step.", Map.of("task_id", "bundled-0", "split", "bundled"));
        Outcome outcome = roll(new ExplorerPolicy(), task);
        assertThat(outcome.messages().get(1).toolCalls().getFirst().name()).isEqualTo("alfworld_reset");
        assertThat(outcome.reward()).isEqualTo(1.0);
    }

    @Test
    void withoutToolsThePoliciesAnswerInPlainText() {
        Task task = Task.of("plain", Library.bundled(0).game().intro(), Map.of("task_id", "bundled-0"));
        Message reply = new ExplorerPolicy()
                .begin(task, Context.detached(Map.of()), 0)
                .reply(task.messages());
        assertThat(reply.toolCalls()).isEmpty();
        assertThat(reply.text()).startsWith("go to ");
    }

    @Test
    void aGameNeverPlayedHasRewardZero() {
        Context context = new OneRollout(
                Task.of("t", "", Map.of("task_id", "bundled-5", "split", "bundled")), new HashMap<>());
        assertThat(AlfworldTools.episodeReward(context)).isEqualTo(new RewardResult(0, Map.of("steps", 0)));
        assertThat(AlfworldTools.taskObjective(context))
                .startsWith("Task: ")
                .endsWith("\nTask Type: pick_two_obj_and_place");
        assertThat(AlfworldTools.admissibleCommands(context).lines()).contains("look", "inventory", "help");
    }
}

package dev.guerdon.lab;

import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.Turn;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** An agent for tests: answers the tasks it is told to, and fails on the others. */
public final class GradedKind implements AgentProvider {

    /** How many rollouts were made since a test set it to 0. */
    static final AtomicInteger ROLLOUTS = new AtomicInteger();

    /** How often the environment of a task is still to be lost. */
    static final Map<String, Integer> LOSSES = new ConcurrentHashMap<>();

    @Override
    public String name() {
        return "graded";
    }

    @Override
    public String description() {
        return "knows some answers";
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                new Setting("knows", "", "ids of the tasks that it answers, with blanks between them"),
                new Setting("section.manners", "off", "a section of a prompt that it does not have"));
    }

    @Override
    public Agent create(Map<String, String> settings) {
        List<String> known = List.of(settings.getOrDefault("knows", "").split(" "));
        return rollout -> {
            ROLLOUTS.incrementAndGet();
            Integer losses = LOSSES.computeIfPresent(rollout.task().id(), (task, left) -> left - 1);
            if (losses != null && losses >= 0) {
                throw new UnscoredException(Score.Reason.RESOURCE, "the page was lost");
            }
            boolean right = known.contains(rollout.task().id()) || known.contains("all");
            String answer = right ? rollout.task().field("answer").orElseThrow().asString() : "no idea";
            rollout.addMessage(Message.assistant(answer));
            rollout.recordTurn(Turn.builder().prompt("?").reply(answer).build());
            return new AgentResult(FinishReason.TERMINAL, answer);
        };
    }
}

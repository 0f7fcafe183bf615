package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import java.time.Duration;

/** Factory of agents that are programs of your own, in whatever way they find their answers. */
@Experimental
public final class Agents {

    /** Program that answers a task. Called by many threads at a time. */
    @FunctionalInterface
    public interface Answerer {

        /**
         * Returns the answer, which may be empty.
         *
         * @throws Exception whatever failed; the rollout is then unscored
         */
        String answer(Task task) throws Exception;
    }

    /** Object of Guerdon that calls code of a user, and is guarded like an object of the user's own classes. */
    @Internal
    public interface UserCode {

        /** Returns the user's object. */
        Object code();
    }

    private Agents() {}

    /**
     * Returns an agent that answers each task with a function, for a plugin, a test or a file after {@code --source}:
     *
     * <p>{@snippet :
     * registration.add(Agents.of("desk", task -> desk.reply(task.messages().getLast().text())));
     * }
     *
     * <p>It asks no model of Guerdon's, so what its answers cost is unknown.
     *
     * @param name the name after {@code --agent}
     */
    public static AgentProvider of(String name, Answerer answerer) {
        return AgentProvider.builder(name)
                .description("answers each task with a function of a program")
                .withoutModel()
                .agent(new FunctionAgent(name, answerer))
                .build();
    }

    private record FunctionAgent(String name, Answerer code) implements Agent, UserCode {

        @Override
        public AgentResult run(RolloutScope rollout) throws Exception {
            rollout.check();
            Task task = rollout.task();
            task.messages().forEach(rollout::addMessage);
            long start = System.nanoTime();
            String answer = code.answer(task);
            if (answer == null) {
                throw new GuerdonException("the agent '" + name + "' returned null for the task " + task.id()
                        + "; return a text, or an empty one if there is no answer");
            }
            rollout.addMessage(Message.assistant(answer));
            rollout.addUsage(Usage.UNKNOWN);
            rollout.recordTurn(Turn.builder()
                    .prompt(
                            task.messages().isEmpty()
                                    ? ""
                                    : task.messages().getLast().text())
                    .reply(answer)
                    .modelTime(Duration.ofNanos(System.nanoTime() - start))
                    .usage(Usage.UNKNOWN)
                    .build());
            return AgentResult.answered(answer);
        }
    }
}

package dev.guerdon.alfworld;

import dev.guerdon.alfworld.plan.Replies;
import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import java.util.Optional;

/** Plays by the plan that the planner finds in the live game: an upper bound, and a check that a game can be won. */
final class ExpertPolicy implements Policy {

    @Override
    public String name() {
        return "alfworld-expert";
    }

    @Override
    public String description() {
        return "ALFWorld oracle: sees the whole state of the game and follows a planner's plan";
    }

    @Override
    public Session begin(Task task, Context context, long seed) {
        return messages -> {
            AlfworldEnvironment environment = AlfworldTools.environment(context);
            Optional<String> next = environment.hint();
            if (next.isPresent()) {
                return Replies.command(next.get(), messages);
            }
            return Message.assistant(environment.isWon() ? "The task is done." : "I know no way to do the task.");
        };
    }
}

package dev.guerdon.alfworld;

import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.base.JsonCodec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Rule-based stand-ins for a model.
 *
 * @param player begins one rollout
 */
record AlfworldPolicy(String name, String description, Function<Context, Session> player) implements Policy {

    /** Plays by the plan that the planner finds in the live game: an upper bound, and a check that a game can be won. */
    static final AlfworldPolicy EXPERT = new AlfworldPolicy(
            "alfworld-expert",
            "ALFWorld oracle: sees the whole state of the game and follows a planner's plan",
            context -> messages -> {
                AlfworldEnvironment environment = AlfworldTools.environment(context);
                Optional<String> next = environment.hint();
                if (next.isPresent()) {
                    return Replies.command(next.get(), messages);
                }
                return Message.assistant(environment.isWon() ? "The task is done." : "I know no way to do the task.");
            });

    /** Plays by what it reads and remembers, as a model must: the honest baseline. */
    static final AlfworldPolicy EXPLORER = new AlfworldPolicy(
            "alfworld-explorer",
            "ALFWorld baseline: searches the furniture, takes, cleans or heats or cools, places; reads only the texts",
            context -> new ExploringPlayer()::reply);

    @Override
    public Session begin(Task task, Context context, long seed) {
        return player.apply(context);
    }

    /** Replies of the policies: with tool calls where the prompt names the tool, else in plain text. */
    static final class Replies {

        private static final String STEP = "alfworld_step";

        private Replies() {}

        /** Returns a command, in the form that the conversation calls for. */
        public static Message command(String command, List<Message> messages) {
            return usesTools(messages) ? call(messages, STEP, Map.of("action", command)) : Message.assistant(command);
        }

        /** Returns a request to see the start of the game again. */
        static Message reset(List<Message> messages) {
            return usesTools(messages) ? call(messages, "alfworld_reset", Map.of()) : Message.assistant("look");
        }

        private static Message call(List<Message> messages, String tool, Map<String, Object> arguments) {
            ToolCall call =
                    new ToolCall("call_" + messages.size(), tool, Map.copyOf(arguments), JsonCodec.write(arguments));
            return Message.assistant("", List.of(call));
        }

        private static boolean usesTools(List<Message> messages) {
            return messages.stream()
                    .anyMatch(message -> message.isTool()
                            || message.text().contains(STEP)
                            || message.toolCalls().stream()
                                    .anyMatch(call -> call.name().equals(STEP)));
        }
    }
}

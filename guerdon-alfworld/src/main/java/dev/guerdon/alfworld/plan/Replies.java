package dev.guerdon.alfworld.plan;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.base.JsonCodec;
import java.util.List;
import java.util.Map;

/** How the policies speak: with tool calls where the prompt names the tool, else in plain text. */
@Internal
public final class Replies {

    private static final String STEP = "alfworld_step";

    private Replies() {}

    /** A command, in the form that the conversation calls for. */
    public static Message command(String command, List<Message> messages) {
        return usesTools(messages) ? call(messages, STEP, Map.of("action", command)) : Message.assistant(command);
    }

    /** A request to see the start of the game again. */
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

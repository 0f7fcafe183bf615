package dev.guerdon.base;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes chat messages in the OpenAI JSON shape, so that {@link MessageReader} gives back the same messages. */
@Internal
public final class MessageWriter {

    private MessageWriter() {}

    /** The messages as a plain list. */
    public static List<Map<String, @Nullable Object>> messages(List<Message> messages) {
        return messages.stream().map(MessageWriter::message).toList();
    }

    /** A message as a plain object. */
    public static Map<String, @Nullable Object> message(Message message) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("role", message.role());
        if (message.listed()) {
            out.put(
                    "content",
                    message.content().stream().map(MessageWriter::part).toList());
        } else if (!message.content().isEmpty()) {
            out.put("content", message.text());
        }
        if (!message.toolCalls().isEmpty()) {
            out.put(
                    "tool_calls",
                    message.toolCalls().stream().map(MessageWriter::call).toList());
        }
        if (message.name() != null) {
            out.put("name", message.name());
        }
        if (message.toolCallId() != null) {
            out.put("tool_call_id", message.toolCallId());
        }
        return out;
    }

    private static Map<String, @Nullable Object> part(Message.Part part) {
        return switch (part) {
            case Message.Text text -> {
                Map<String, @Nullable Object> out = new LinkedHashMap<>();
                out.put("type", "text");
                out.put("text", text.text());
                yield out;
            }
            case Message.Media media -> media.data();
        };
    }

    private static Map<String, @Nullable Object> call(ToolCall call) {
        Map<String, @Nullable Object> function = new LinkedHashMap<>();
        function.put("name", call.name());
        function.put("arguments", call.argumentsText().isEmpty() ? call.arguments() : call.argumentsText());
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        if (!call.id().isEmpty()) {
            out.put("id", call.id());
        }
        out.put("type", "function");
        out.put("function", function);
        return out;
    }
}

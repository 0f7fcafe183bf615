package dev.guerdon.agent;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.MessageReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages, replies and usage as plain JSON values, in the OpenAI shape; what is written reads back as it was. */
final class MessageJson {

    private MessageJson() {}

    static List<Map<String, @Nullable Object>> of(List<Message> messages) {
        return messages.stream().map(MessageJson::of).toList();
    }

    static Map<String, @Nullable Object> of(Message message) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("role", message.role());
        json.put("content", content(message));
        if (!message.toolCalls().isEmpty()) {
            json.put(
                    "tool_calls",
                    message.toolCalls().stream().map(MessageJson::call).toList());
        }
        if (message.name() != null) {
            json.put("name", message.name());
        }
        if (message.toolCallId() != null) {
            json.put("tool_call_id", message.toolCallId());
        }
        return json;
    }

    private static @Nullable Object content(Message message) {
        if (message.content().isEmpty() && !message.listed()) {
            return null;
        }
        if (!message.listed()) {
            return message.text();
        }
        List<Object> parts = new ArrayList<>();
        for (Message.Part part : message.content()) {
            switch (part) {
                case Message.Text text -> parts.add(Map.of("type", "text", "text", text.text()));
                case Message.Media media -> parts.add(media.data());
            }
        }
        return parts;
    }

    private static Map<String, @Nullable Object> call(ToolCall call) {
        Map<String, @Nullable Object> function = new LinkedHashMap<>();
        function.put("name", call.name());
        function.put("arguments", call.argumentsText().isEmpty() ? call.arguments() : call.argumentsText());
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", call.id());
        json.put("type", "function");
        json.put("function", function);
        return json;
    }

    static Message message(Json json) {
        Object value = json.value();
        if (value == null) {
            throw new GuerdonException("expected a message, found null");
        }
        return MessageReader.messages(List.of(value)).getFirst();
    }

    static Map<String, @Nullable Object> of(Usage usage) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("calls", usage.calls());
        json.put("input_tokens", usage.inputTokens());
        json.put("output_tokens", usage.outputTokens());
        json.put("usd", usage.usd());
        return json;
    }

    static Usage usage(Json json) {
        return new Usage(
                json.get("calls").asLong(),
                json.get("input_tokens").asLong(),
                json.get("output_tokens").asLong(),
                json.get("usd").asDouble());
    }
}

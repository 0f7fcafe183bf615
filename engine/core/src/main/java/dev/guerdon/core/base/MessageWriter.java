package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes chat messages in the OpenAI JSON shape, so that {@link MessageReader} gives back the same messages. */
@Internal
public final class MessageWriter {

    private MessageWriter() {}

    /** Returns the messages as a plain list. */
    public static List<Map<String, @Nullable Object>> messages(List<Message> messages) {
        return messages.stream().map(MessageWriter::message).toList();
    }

    /** Returns a message as a plain object. */
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

    /**
     * Returns a trajectory as a plain object: its ids, {@code segments} of messages, {@code reward}, {@code metrics}, {@code finish_reason} by its
     * name, {@code started} in ISO 8601 and {@code duration_ns}. This is the form of the run store and of worker processes; a number that
     * is not finite is null as JSON.
     */
    public static Map<String, @Nullable Object> trajectory(Trajectory trajectory) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("rollout_id", trajectory.rolloutId());
        out.put("group_id", trajectory.groupId());
        out.put(
                "segments",
                trajectory.segments().stream().map(MessageWriter::messages).toList());
        out.put(
                "reward",
                trajectory.reward().isPresent() ? (Object) trajectory.reward().getAsDouble() : null);
        out.put("metrics", trajectory.metrics());
        out.put("finish_reason", trajectory.finishReason().name());
        out.put("started", trajectory.started().toString());
        out.put("duration_ns", trajectory.duration().toNanos());
        return out;
    }

    /** Returns a task as a plain object: {@code id}, {@code messages}, {@code fields}. */
    public static Map<String, @Nullable Object> task(Task task) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("id", task.id());
        out.put("messages", messages(task.messages()));
        out.put("fields", task.fields());
        return out;
    }
}

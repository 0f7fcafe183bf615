package dev.guerdon.core.base;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Reads chat messages in the OpenAI and AgentFly JSON shapes.
 *
 * <p>Lenient about what the world's files contain: a plain string is assistant text, content may be text, a list of parts or absent, or
 * stand under {@code text}; tool-call arguments may be an object or its JSON as text, flat or under {@code function}.
 */
@Internal
public final class MessageReader {

    private MessageReader() {}

    /** Returns the trajectory in a plain value: a list of messages, or {@code null} for none. */
    public static Trajectory trajectory(@Nullable Object value) {
        return value == null ? Trajectory.empty() : Trajectory.of(messages(value));
    }

    /** Returns the messages in a plain list. */
    public static List<Message> messages(Object value) {
        if (!(value instanceof List<?> list)) {
            throw new GuerdonException(
                    "expected the trajectory as a list of messages, found " + new Json(value).kind());
        }
        List<Message> messages = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            messages.add(message(list.get(i), i));
        }
        return messages;
    }

    private static Message message(@Nullable Object value, int index) {
        if (value instanceof String text) {
            return Message.assistant(text);
        }
        if (!(value instanceof Map<?, ?> map)) {
            throw new GuerdonException("message " + index + " of the trajectory: expected an object with 'role' and"
                    + " 'content', or a text, found " + new Json(value).kind());
        }
        Object role = map.get("role");
        Object content = map.get("content") == null ? map.get("text") : map.get("content");
        return new Message(
                role instanceof String word ? word : "",
                content(content),
                toolCalls(map.get("tool_calls")),
                map.get("name") instanceof String name ? name : null,
                map.get("tool_call_id") instanceof String id ? id : null,
                content instanceof List);
    }

    private static List<Message.Part> content(@Nullable Object content) {
        return switch (content) {
            case null -> List.of();
            case String text -> List.of(new Message.Text(text));
            case List<?> parts -> {
                List<Message.Part> out = new ArrayList<>(parts.size());
                for (Object part : parts) {
                    out.add(part(part));
                }
                yield out;
            }
            case Map<?, ?> one -> List.of(part(one));
            default -> List.of(new Message.Text(content.toString()));
        };
    }

    private static Message.Part part(@Nullable Object part) {
        if (part instanceof Map<?, ?> map) {
            Object type = map.get("type");
            if (map.get("text") instanceof String text
                    && (type == null || String.valueOf(type).endsWith("text"))) {
                return new Message.Text(text);
            }
            Map<String, @Nullable Object> data = new LinkedHashMap<>();
            map.forEach((key, value) -> data.put(String.valueOf(key), value));
            return new Message.Media(type instanceof String word ? word : "", data);
        }
        return new Message.Text(part == null ? "" : part.toString());
    }

    private static List<ToolCall> toolCalls(@Nullable Object value) {
        if (!(value instanceof List<?> list) || list.isEmpty()) {
            return List.of();
        }
        List<ToolCall> calls = new ArrayList<>(list.size());
        for (Object element : list) {
            if (element instanceof Map<?, ?> map) {
                calls.add(toolCall(map));
            }
        }
        return calls;
    }

    private static ToolCall toolCall(Map<?, ?> map) {
        Map<?, ?> function = map.get("function") instanceof Map<?, ?> nested ? nested : map;
        Object arguments = function.get("arguments");
        return new ToolCall(
                map.get("id") instanceof String id ? id : "",
                function.get("name") instanceof String name ? name : "",
                asObject(arguments),
                arguments instanceof String text ? text : "");
    }

    private static Map<String, @Nullable Object> asObject(@Nullable Object arguments) {
        Object value = arguments;
        if (value instanceof String text) {
            try {
                value = JsonCodec.read(text, "arguments").value();
            } catch (GuerdonException e) {
                return Map.of();
            }
        }
        return value instanceof Map ? new Json(value).asMap() : Map.of();
    }

    /** Returns the trajectory that {@link MessageWriter#trajectory} wrote; a metric that is no number is NaN. */
    public static Trajectory storedTrajectory(Json json) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        json.get("metrics")
                .asMap()
                .forEach((name, value) -> metrics.put(name, value instanceof Number n ? n.doubleValue() : Double.NaN));
        return new Trajectory(
                json.get("rollout_id").asString(),
                json.get("group_id").asString(),
                json.get("segments").asList().stream()
                        .map(segment -> messages(Objects.requireNonNull(segment.value())))
                        .toList(),
                json.find("reward")
                        .map(reward -> OptionalDouble.of(reward.asDouble()))
                        .orElse(OptionalDouble.empty()),
                metrics,
                Trajectory.FinishReason.of(json.get("finish_reason").asString()),
                Instant.parse(json.get("started").asString()),
                Duration.ofNanos(json.get("duration_ns").asLong()));
    }

    /** Returns the task that {@link MessageWriter#task} wrote. */
    public static Task task(Json json) {
        return new Task(
                json.get("id").asString(),
                messages(Objects.requireNonNull(json.get("messages").value())),
                json.get("fields").asMap());
    }
}

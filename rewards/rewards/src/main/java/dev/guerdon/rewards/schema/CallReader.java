package dev.guerdon.rewards.schema;

import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.cpython.PythonException;
import dev.guerdon.cpython.PythonLiterals;
import dev.guerdon.cpython.PythonTuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the calls that a model made: the tool calls of its messages, or calls written as text.
 *
 * <p>Text may hold one JSON object per line between {@code <tool_call>} tags, or a Python list of calls with literals as named
 * arguments. Nothing is evaluated: an operator, a name or a call as an argument is not a literal, and the text holds no calls.
 */
final class CallReader {

    private static final int MOST_CALLS = 1_000;
    private static final int LONGEST = 1 << 20;
    private static final String OPEN = "<tool_call>";
    private static final String CLOSE = "</tool_call>";

    private CallReader() {}

    /**
     * The calls, or why there are none that can be read.
     *
     * @param problem empty where the calls could be read
     */
    record Calls(List<Call> calls, String problem) {

        static Calls unreadable(String problem) {
            return new Calls(List.of(), problem);
        }
    }

    /** Returns the calls of the trajectory's messages; where they have none, those that the response spells out. */
    static Calls read(Trajectory trajectory, String response) {
        List<Call> calls = new ArrayList<>();
        for (Message message : trajectory.messages()) {
            if (!message.isAssistant()) {
                continue;
            }
            for (ToolCall call : message.toolCalls()) {
                Optional<Map<String, @Nullable Object>> arguments = arguments(call);
                if (arguments.isEmpty()) {
                    return Calls.unreadable("the arguments of a call of '" + call.name() + "' are no JSON object");
                }
                calls.add(new Call(call.name(), arguments.get()));
            }
        }
        if (calls.size() > MOST_CALLS) {
            return Calls.unreadable("more than " + MOST_CALLS + " calls");
        }
        return calls.isEmpty() ? text(response) : new Calls(calls, "");
    }

    private static Optional<Map<String, @Nullable Object>> arguments(ToolCall call) {
        if (call.argumentsText().isEmpty()) {
            return Optional.of(call.arguments());
        }
        return StrictJson.read(call.argumentsText()).value() instanceof Map<?, ?> map
                ? Optional.of(copy(map))
                : Optional.empty();
    }

    private static Map<String, @Nullable Object> copy(Map<?, ?> map) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> copy.put(String.valueOf(name), plain(value)));
        return copy;
    }

    /** Python's tuples become lists. */
    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case PythonTuple tuple ->
                tuple.elements().stream().map(CallReader::plain).toList();
            case List<?> list -> {
                List<@Nullable Object> elements = new ArrayList<>(list.size());
                list.forEach(element -> elements.add(plain(element)));
                yield elements;
            }
            case Map<?, ?> map -> copy(map);
            case null, default -> value;
        };
    }

    private static Calls text(String response) {
        String text = response.strip();
        if (text.length() > LONGEST) {
            return Calls.unreadable("the response is longer than " + LONGEST + " characters");
        }
        int open = text.indexOf(OPEN);
        if (open >= 0) {
            return tagged(text, open);
        }
        if (!text.startsWith("[") || !text.endsWith("]")) {
            return new Calls(List.of(), "");
        }
        try {
            return python(text);
        } catch (PythonException e) {
            return Calls.unreadable("the calls are no Python literals: " + e.getMessage());
        }
    }

    /** Returns every block between tags holds an object, or one on each line. */
    private static Calls tagged(String text, int first) {
        List<Call> calls = new ArrayList<>();
        int open = first;
        while (open >= 0) {
            int close = text.indexOf(CLOSE, open);
            if (close < 0) {
                return Calls.unreadable("a <tool_call> is not closed");
            }
            String block = text.substring(open + OPEN.length(), close).strip();
            StrictJson.Result whole = StrictJson.read(block);
            List<StrictJson.Result> parts = whole.isJson()
                    ? List.of(whole)
                    : block.lines()
                            .filter(line -> !line.isBlank())
                            .map(StrictJson::read)
                            .toList();
            for (StrictJson.Result part : parts) {
                Call call = part.isJson() ? object(part.value()) : null;
                if (call == null || calls.size() == MOST_CALLS) {
                    return Calls.unreadable("a <tool_call> holds no object with a name and arguments");
                }
                calls.add(call);
            }
            open = text.indexOf(OPEN, close);
        }
        return new Calls(calls, "");
    }

    private static @Nullable Call object(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map) || !(map.get("name") instanceof String name)) {
            return null;
        }
        Object arguments = map.containsKey("arguments") ? map.get("arguments") : map.get("parameters");
        return arguments == null
                ? new Call(name, Map.of())
                : arguments instanceof Map<?, ?> given ? new Call(name, copy(given)) : null;
    }

    private static Calls python(String text) {
        PythonLiterals literals = PythonLiterals.loose(text.codePoints().toArray());
        List<Call> calls = new ArrayList<>();
        int at = literals.skip(1);
        while (!literals.isAt(at, ']')) {
            int start = at;
            at = dotted(literals, at);
            if (at < 0 || !literals.isAt(at, '(') || calls.size() == MOST_CALLS) {
                return Calls.unreadable("a call is expected at character " + start);
            }
            String name = literals.substring(start, at);
            Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
            at = named(literals, at + 1, arguments);
            if (at < 0) {
                return Calls.unreadable("the arguments of '" + name + "' are not named literals");
            }
            calls.add(new Call(name, copy(arguments)));
            at = literals.skip(at);
            if (literals.isAt(at, ',')) {
                at = literals.skip(at + 1);
            } else if (!literals.isAt(at, ']')) {
                return Calls.unreadable("a comma or ] is expected after the call of '" + name + "'");
            }
        }
        return literals.skip(at + 1) == text.codePointCount(0, text.length())
                ? new Calls(calls, "")
                : Calls.unreadable("more text follows the list of calls");
    }

    private static int dotted(PythonLiterals literals, int from) {
        int at = literals.identifier(from);
        while (at >= 0 && literals.isAt(at, '.')) {
            at = literals.identifier(at + 1);
        }
        return at;
    }

    /** Behind the closing bracket, or -1. */
    private static int named(PythonLiterals literals, int from, Map<String, @Nullable Object> arguments) {
        int at = literals.skip(from);
        while (!literals.isAt(at, ')')) {
            int end = literals.identifier(at);
            if (end < 0) {
                return -1;
            }
            String name = literals.substring(at, end);
            at = literals.skip(end);
            if (!literals.isAt(at, '=') || arguments.containsKey(name)) {
                return -1;
            }
            at = literals.value(literals.skip(at + 1), 0);
            if (at < 0) {
                return -1;
            }
            arguments.put(name, literals.value());
            at = literals.skip(at);
            if (literals.isAt(at, ',')) {
                at = literals.skip(at + 1);
            } else if (!literals.isAt(at, ')')) {
                return -1;
            }
        }
        return at + 1;
    }

    /** A call of a tool by name. */
    record Call(String name, Map<String, @Nullable Object> arguments) {}
}

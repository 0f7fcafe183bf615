package dev.guerdon.agent;

import dev.guerdon.agent.ActionFormat.Reading;
import dev.guerdon.agent.model.MessageJson;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.core.base.JsonCodec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tool calls that a model wrote as text.
 *
 * <p>Read without evaluating anything: a tool's name with a JSON object, in one of the shapes that models use. A text that names no
 * tool is the action itself, for the one tool whose only required argument is a text, such as {@code go to fridge 1}.
 */
final class ActionText {

    private static final Pattern NAMED = Pattern.compile("\\s*`?([A-Za-z_][\\w.-]*)`?\\s*:?\\s*(.*)", Pattern.DOTALL);

    private ActionText() {}

    /**
     * Returns a call in one piece: {@code name({...})}, {@code name {...}}, {@code {"name":..., "arguments":{...}}} or an action
     * in words.
     */
    static Reading call(String text, List<AgentTool> tools) {
        String written = unfenced(text);
        if (written.isEmpty()) {
            return new Reading.Unreadable("The action is empty. Name one of the tools: " + names(tools));
        }
        if (written.startsWith("{")) {
            return object(written, tools);
        }
        Matcher named = NAMED.matcher(written);
        if (named.matches() && find(named.group(1), tools).isPresent()) {
            return named(named.group(1), inParentheses(named.group(2).strip()), tools);
        }
        Optional<AgentTool> plain = plainTool(tools);
        if (plain.isPresent() && !(named.matches() && named.group(2).startsWith("("))) {
            return one(plain.get().name(), Map.of(textArgument(plain.get()).orElseThrow(), written));
        }
        // A name that is no tool's is a call all the same: its answer says which tools there are.
        return named.matches()
                ? named(named.group(1), inParentheses(named.group(2).strip()), tools)
                : one(written, Map.of());
    }

    /** Returns a call whose tool and arguments stand apart. */
    static Reading named(String tool, String arguments, List<AgentTool> tools) {
        String name = tool.strip().replaceAll("^[`'\"*]+|[`'\"*:]+$", "");
        String written = unfenced(arguments);
        if (written.isEmpty() || written.equalsIgnoreCase("none")) {
            return one(name, Map.of());
        }
        Optional<String> span = firstObject(written);
        if (written.startsWith("{")) {
            return one(new ToolCall("", name, MessageJson.arguments(span.orElse(written)), span.orElse(written)));
        }
        Optional<String> only = find(name, tools).flatMap(ActionText::textArgument);
        if (only.isPresent()) {
            return one(name, Map.of(only.get(), unquoted(written)));
        }
        return one(new ToolCall("", name, Map.of(), written));
    }

    private static Reading object(String written, List<AgentTool> tools) {
        String span = firstObject(written).orElse(written);
        Json json;
        try {
            json = JsonCodec.read(span, "The action");
        } catch (GuerdonException e) {
            return new Reading.Unreadable(e.getMessage() + ". Write the action again.");
        }
        Optional<String> name = first(json, "name", "tool", "action").map(String::valueOf);
        Object arguments = first(json, "arguments", "args", "parameters", "params", "input", "action_input")
                .orElse(Map.of());
        if (name.isEmpty()) {
            return new Reading.Unreadable("The action has no \"name\". The tools are: " + names(tools));
        }
        return arguments instanceof Map
                ? one(name.get(), new Json(arguments).asMap())
                : named(name.get(), arguments.toString(), tools);
    }

    private static Optional<Object> first(Json object, String... keys) {
        for (String key : keys) {
            Object value = object.get(key).value();
            if (value != null) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    private static Reading one(String tool, Map<String, @Nullable Object> arguments) {
        return one(new ToolCall("", tool, arguments, JsonCodec.write(arguments)));
    }

    private static Reading one(ToolCall call) {
        return new Reading.Calls(List.of(call));
    }

    private static String inParentheses(String text) {
        return text.startsWith("(") && text.endsWith(")")
                ? text.substring(1, text.length() - 1).strip()
                : text;
    }

    private static String unfenced(String text) {
        String inner = text.strip();
        if (inner.startsWith("```") && inner.endsWith("```") && inner.length() >= 6) {
            inner = inner.substring(3, inner.length() - 3)
                    .replaceFirst("^[a-z]*\\s*\\n", "")
                    .strip();
        }
        return inner;
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2
                && (text.charAt(0) == '"' || text.charAt(0) == '\'')
                && text.charAt(text.length() - 1) == text.charAt(0);
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private static Optional<AgentTool> find(String name, List<AgentTool> tools) {
        return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    private static Optional<AgentTool> plainTool(List<AgentTool> tools) {
        return tools.stream().filter(tool -> textArgument(tool).isPresent()).findFirst();
    }

    /** Returns the name of a tool's argument where it requires exactly one, a text. */
    private static Optional<String> textArgument(AgentTool tool) {
        Json schema = new Json(tool.schema());
        List<Json> required = schema.get("required").asList();
        if (required.size() != 1) {
            return Optional.empty();
        }
        String name = required.getFirst().asString();
        return schema.get("properties")
                .get(name)
                .find("type")
                .filter(type -> type.isString() && type.asString().equals("string"))
                .map(type -> name);
    }

    private static String names(List<AgentTool> tools) {
        return String.join(", ", tools.stream().map(AgentTool::name).toList());
    }

    /** Returns the tools, for a prompt. */
    static String described(List<AgentTool> tools) {
        StringBuilder out = new StringBuilder();
        for (AgentTool tool : tools) {
            out.append("* " + tool.name() + ": " + tool.description().strip() + "\n  arguments: "
                    + JsonCodec.write(tool.schema().get("properties")) + "\n");
        }
        return out.toString();
    }

    /** Returns the text from the first opening brace to the one that closes it. */
    private static Optional<String> firstObject(String text) {
        int from = text.indexOf('{');
        if (from < 0) {
            return Optional.empty();
        }
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return Optional.of(text.substring(from, i + 1));
            }
        }
        return Optional.empty();
    }

    /** Finds the final response in what an assistant wrote last. */
    static final class FinalResponse {

        private static final Pattern MARK =
                Pattern.compile("(?im)^[ \\t>*_#]*final[ \\t]+answer[ \\t]*[*_]*[ \\t]*:[ \\t]*[*_]*");
        private static final String OPEN = "<answer>";
        private static final String CLOSE = "</answer>";

        private FinalResponse() {}

        public static String of(Trajectory trajectory) {
            return in(trajectory.finalResponse());
        }

        /** Returns whether the text marks its answer, by {@code Final Answer:} or {@code <answer>}. */
        static boolean isMarked(String text) {
            return text.contains(OPEN) || MARK.matcher(text).find();
        }

        /** Returns what follows the last {@code Final Answer:}, else what the last {@code <answer>} holds, else the whole text; trimmed. */
        static String in(String text) {
            Matcher mark = MARK.matcher(text);
            int from = -1;
            while (mark.find()) {
                from = mark.end();
            }
            if (from >= 0) {
                return inTags(text.substring(from)).strip();
            }
            return inTags(text).strip();
        }

        private static String inTags(String text) {
            int open = text.lastIndexOf(OPEN);
            if (open < 0) {
                return text;
            }
            int from = open + OPEN.length();
            int close = text.indexOf(CLOSE, from);
            return text.substring(from, close < 0 ? text.length() : close);
        }
    }
}

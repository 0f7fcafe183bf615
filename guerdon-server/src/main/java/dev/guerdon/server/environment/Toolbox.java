package dev.guerdon.server.environment;

import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ToolEntry;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.question.QuestionProvider;
import dev.guerdon.server.spi.ServedTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an agent can call in an environment: the tools of the catalogue that the definition names, or else two that every environment has.
 * Questions have one, which gives the answer.
 *
 * @param entries the catalogue's tools by name; empty where the general ones hold
 * @param general the general ones
 */
record Toolbox(Map<String, ToolEntry> entries, List<ServedTool> general) {

    /** Takes one action; clients have the word "step" for something else. */
    static final String STEP = "act";

    /** Lists the actions that make sense now. */
    static final String ACTIONS = "actions";

    private static final List<ServedTool> GENERAL = List.of(
            new ServedTool(
                    STEP,
                    "Take one action in the environment and see what happens.",
                    schema(Map.of("action", Map.of("type", "string", "description", "the action, as text")), "action")),
            new ServedTool(
                    ACTIONS,
                    "List the actions that are possible now, one per line; empty where they cannot be listed.",
                    schema(Map.of())));

    private static final List<ServedTool> QUESTIONS = List.of(new ServedTool(
            QuestionProvider.SUBMIT,
            "Give the final answer to the question. This ends the episode.",
            schema(
                    Map.of(QuestionProvider.ANSWER, Map.of("type", "string", "description", "the answer, as text")),
                    QuestionProvider.ANSWER)));

    /**
     * Tools.
     *
     * @param names the names of the catalogue's tools; empty for the general ones
     * @param kind the kind of environment
     */
    static Toolbox of(Registry registry, List<String> names, String kind) {
        Map<String, ToolEntry> entries = new LinkedHashMap<>();
        names.forEach(name -> entries.put(name, registry.tool(name)));
        return new Toolbox(entries, kind.equals(QuestionProvider.NAME) ? QUESTIONS : GENERAL);
    }

    private static Map<String, @Nullable Object> schema(Map<String, @Nullable Object> properties, String... required) {
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", List.of(required));
        schema.put("additionalProperties", false);
        return schema;
    }

    List<ServedTool> served() {
        return entries.isEmpty()
                ? general
                : entries.values().stream()
                        .map(entry -> new ServedTool(entry.name(), entry.description(), entry.schema()))
                        .toList();
    }

    /** The catalogue's tool of a name; empty where it is a general one. */
    Optional<ToolEntry> find(String name) {
        ToolEntry entry = entries.get(name);
        if (entry == null && served().stream().map(ServedTool::name).noneMatch(name::equals)) {
            throw new ServeException(
                    404,
                    "unknown_tool",
                    "there is no tool '" + (name.length() > 100 ? name.substring(0, 100) + "..." : name)
                            + "' here; there are: "
                            + String.join(
                                    ", ",
                                    served().stream().map(ServedTool::name).toList()));
        }
        return Optional.ofNullable(entry);
    }

    /** The action in the arguments of a general tool; empty where the tool takes none. */
    Optional<String> action(String tool, Map<String, @Nullable Object> arguments) {
        if (tool.equals(ACTIONS)) {
            return Optional.empty();
        }
        String name = tool.equals(STEP) ? "action" : QuestionProvider.ANSWER;
        if (arguments.size() != 1 || !(arguments.get(name) instanceof String action)) {
            throw new ServeException(
                    400,
                    "bad_arguments",
                    "the tool '" + tool + "' takes one argument, the text '" + name + "', found "
                            + (arguments.isEmpty()
                                    ? "none"
                                    : arguments.containsKey(name)
                                            ? "'" + name + "' as " + new Json(arguments.get(name)).kind()
                                            : String.join(", ", arguments.keySet())));
        }
        return Optional.of(action);
    }

    /** Refuses arguments of the general tool that takes none. */
    static void none(Map<String, @Nullable Object> arguments) {
        if (!arguments.isEmpty()) {
            throw new ServeException(
                    400,
                    "bad_arguments",
                    "the tool '" + ACTIONS + "' takes no arguments, found " + String.join(", ", arguments.keySet()));
        }
    }
}

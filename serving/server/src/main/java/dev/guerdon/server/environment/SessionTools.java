package dev.guerdon.server.environment;

import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ToolEntry;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tools that an agent can call in an environment: the tools of the catalogue that the definition names, or else two that every environment has.
 * Questions have one, which gives the answer. Where no tool of the catalogue can end an episode, because they only return texts, there is one
 * more that does, with the agent's final answer.
 *
 * @param entries the catalogue's tools by name; empty where the general ones hold
 * @param general the tools that are not of the catalogue
 * @param finalAnswer the name of the tool that ends an episode of tools that cannot; empty where they can, or the environment has its own
 */
record SessionTools(Map<String, ToolEntry> entries, List<ServedTool> general, String finalAnswer) {

    /** Takes one action; clients have the word "step" for something else. */
    static final String STEP = "act";

    /** Ends an episode where a tool of the catalogue has the usual name. */
    static final String FINAL_ANSWER = "final_answer";

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

    private static ServedTool submit(String name, boolean isQuestion) {
        return new ServedTool(
                name,
                "Give the final answer" + (isQuestion ? " to the question" : "") + ". This ends the episode.",
                schema(
                        Map.of(ServedTool.ANSWER, Map.of("type", "string", "description", "the answer, as text")),
                        ServedTool.ANSWER));
    }

    /**
     * Tools.
     *
     * @param names the names of the catalogue's tools; empty for the general ones
     * @param kind the kind of environment
     */
    static SessionTools of(Registry registry, List<String> names, String kind) {
        Map<String, ToolEntry> entries = new LinkedHashMap<>();
        names.forEach(name -> entries.put(name, registry.tool(name)));
        boolean isQuestion = kind.equals(ServedEnvironment.QUESTIONS);
        if (entries.isEmpty()) {
            return new SessionTools(entries, isQuestion ? List.of(submit(ServedTool.SUBMIT, true)) : GENERAL, "");
        }
        if (entries.values().stream().anyMatch(ToolEntry::canEndEpisode)) {
            return new SessionTools(entries, List.of(), "");
        }
        boolean isTaken = entries.keySet().stream().anyMatch(ServedTool.SUBMIT::equalsIgnoreCase);
        String name = isTaken ? FINAL_ANSWER : ServedTool.SUBMIT;
        return new SessionTools(entries, List.of(submit(name, isQuestion)), isQuestion ? "" : name);
    }

    /** Returns whether a tool ends the episode with an answer that the environment itself does not get. */
    boolean isFinalAnswer(String tool) {
        return tool.equals(finalAnswer);
    }

    private static Map<String, @Nullable Object> schema(Map<String, @Nullable Object> properties, String... required) {
        return new JsonMembers()
                .with("type", "object")
                .with("properties", properties)
                .with("required", List.of(required))
                .with("additionalProperties", false);
    }

    List<ServedTool> served() {
        return Stream.concat(
                        entries.values().stream()
                                .map(entry -> new ServedTool(entry.name(), entry.description(), entry.schema())),
                        general.stream())
                .toList();
    }

    /** Returns the catalogue's tool of a name; empty if it is a general one. */
    Optional<ToolEntry> find(String name) {
        ToolEntry entry = entries.get(name);
        if (entry == null && served().stream().map(ServedTool::name).noneMatch(name::equals)) {
            throw new ServeException(
                    404,
                    "unknown_tool",
                    "there is no tool '" + ServeException.shown(name)
                            + "' here; there are: "
                            + String.join(
                                    ", ",
                                    served().stream().map(ServedTool::name).toList()));
        }
        return Optional.ofNullable(entry);
    }

    /** Returns the action in the arguments of a general tool; empty where the tool takes none. */
    Optional<String> action(String tool, Map<String, @Nullable Object> arguments) {
        if (tool.equals(ACTIONS)) {
            return Optional.empty();
        }
        String name = tool.equals(STEP) ? "action" : ServedTool.ANSWER;
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

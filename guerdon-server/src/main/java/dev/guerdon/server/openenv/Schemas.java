package dev.guerdon.server.openenv;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON schemas of what {@link Wire} reads and writes. */
final class Schemas {

    private static final Map<String, @Nullable Object> OBJECT = Map.of("type", "object", "additionalProperties", true);
    private static final Map<String, @Nullable Object> TEXT = Map.of("type", "string");
    private static final Map<String, @Nullable Object> NUMBER_OR_NULL = Map.of("type", List.of("number", "null"));
    private static final Map<String, @Nullable Object> TRUTH = Map.of("type", "boolean");
    private static final Map<String, @Nullable Object> WHOLE = Map.of("type", "integer");

    private Schemas() {}

    static Map<String, @Nullable Object> all() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        Map<String, @Nullable Object> action = schema(
                "Action",
                Map.of(Wire.ACTION, Map.of("type", "string", "description", "the action, as text"), "metadata", OBJECT),
                List.of(Wire.ACTION));
        action.put("additionalProperties", false);
        all.put("action", action);
        Map<String, @Nullable Object> observation = new LinkedHashMap<>();
        observation.put("done", TRUTH);
        observation.put("reward", NUMBER_OR_NULL);
        observation.put("metadata", OBJECT);
        observation.put("text", TEXT);
        observation.put("attributes", OBJECT);
        all.put("observation", schema("Observation", observation, List.of("text")));
        Map<String, @Nullable Object> first = new LinkedHashMap<>(observation);
        first.put("prompt", TEXT);
        all.put("reset_observation", schema("ResetObservation", first, List.of("text", "prompt")));
        Map<String, @Nullable Object> state = new LinkedHashMap<>();
        state.put("episode_id", Map.of("type", List.of("string", "null")));
        state.put("step_count", Map.of("type", "integer", "minimum", 0));
        state.put("task_id", TEXT);
        state.put("split", TEXT);
        state.put("index", WHOLE);
        state.put("seed", WHOLE);
        state.put("done", TRUTH);
        all.put("state", schema("State", state, List.of("step_count")));
        return all;
    }

    private static Map<String, @Nullable Object> schema(
            String title, Map<String, @Nullable Object> properties, List<String> required) {
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        schema.put("title", title);
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        return schema;
    }

    /** What OpenEnv's validator reads of a server: which addresses an environment has. */
    static Map<String, @Nullable Object> openApi(String name, String description) {
        Map<String, @Nullable Object> schemas = all();
        Map<String, @Nullable Object> paths = new LinkedHashMap<>();
        paths.put("/reset", Map.of("post", operation("Begins an episode.", "#/components/schemas/reset_observation")));
        paths.put("/step", Map.of("post", operation("Takes one action.", "#/components/schemas/observation")));
        paths.put("/state", Map.of("get", operation("Says where a session is.", "#/components/schemas/state")));
        for (String path : List.of("/health", "/metadata", "/schema")) {
            paths.put(path, Map.of("get", operation("Describes the environment.", "")));
        }
        paths.put("/mcp", Map.of("post", operation("Calls tools, in JSON-RPC.", "")));
        Map<String, @Nullable Object> api = new LinkedHashMap<>();
        api.put("openapi", "3.1.0");
        api.put("info", Map.of("title", name, "description", description, "version", "1.0.0"));
        api.put("paths", paths);
        api.put("components", Map.of("schemas", schemas));
        return api;
    }

    private static Map<String, @Nullable Object> operation(String summary, String schema) {
        Map<String, @Nullable Object> shown = schema.isEmpty()
                ? OBJECT
                : Map.of("type", "object", "properties", Map.of("observation", Map.of("$ref", schema)));
        if (schema.endsWith("/state")) {
            shown = Map.of("$ref", schema);
        }
        return Map.of(
                "summary",
                summary,
                "responses",
                Map.of(
                        "200",
                        Map.of(
                                "description",
                                summary,
                                "content",
                                Map.of("application/json", Map.of("schema", shown)))));
    }
}

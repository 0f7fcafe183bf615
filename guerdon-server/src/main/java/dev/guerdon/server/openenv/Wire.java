package dev.guerdon.server.openenv;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.mcp.Choice;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EpisodeState;
import dev.guerdon.server.spi.EpisodeStep;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedTask;
import dev.guerdon.server.spi.ServedTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Resets, actions, observations and states as OpenEnv writes them. */
final class Wire {

    static final String ACTION = "action";
    private static final int LONGEST_ID = 255;

    private Wire() {}

    /**
     * What a client resets to.
     *
     * @param choice which task and seed
     * @param episode what the client calls the episode; null where it says nothing
     */
    record Reset(Choice choice, @Nullable String episode) {}

    static Reset reset(Json data) {
        Json episode = data.find("episode_id").orElse(new Json(null));
        if (!episode.isNull() && !episode.isString()) {
            throw new InvalidException(List.of("episode_id"), "Input should be a valid string");
        }
        if (episode.isString() && episode.asString().length() > LONGEST_ID) {
            throw new InvalidException(
                    List.of("episode_id"), "String should have at most " + LONGEST_ID + " characters");
        }
        try {
            return new Reset(Choice.of(data), episode.isNull() ? null : episode.asString());
        } catch (ServeException e) {
            throw new InvalidException(List.of(), String.valueOf(e.getMessage()));
        }
    }

    /** Plays an action: text for the environment, or a tool's call, as MCP-style clients have it. */
    static Map<String, @Nullable Object> step(EnvironmentHandle session, Json data) {
        Object type = data.find("type").map(Json::value).orElse(null);
        if ("list_tools".equals(type)) {
            only(data, "type", "metadata");
            Map<String, @Nullable Object> observation = new LinkedHashMap<>();
            observation.put("tools", tools(session.environment()));
            return answer(observation, null, false, Map.of());
        }
        if ("call_tool".equals(type)) {
            only(data, "type", "tool_name", "arguments", "metadata");
            return called(session, data);
        }
        only(data, ACTION, "metadata");
        Json action = data.find(ACTION)
                .orElseThrow(() -> new InvalidException(List.of(ACTION), "Field required: the action, as text"));
        if (!action.isString()) {
            throw new InvalidException(List.of(ACTION), "Input should be a valid string, found " + action.kind());
        }
        return observation(session.step(action.asString()), session.task());
    }

    private static void only(Json data, String... names) {
        for (String name : data.asMap().keySet()) {
            if (!List.of(names).contains(name)) {
                throw new InvalidException(
                        List.of(name), "Extra inputs are not permitted; there are: " + String.join(", ", names));
            }
        }
    }

    private static List<Object> tools(ServedEnvironment environment) {
        List<Object> tools = new ArrayList<>();
        for (ServedTool tool : environment.tools()) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("name", tool.name());
            json.put("description", tool.description());
            json.put("input_schema", tool.schema());
            tools.add(json);
        }
        return tools;
    }

    private static Map<String, @Nullable Object> called(EnvironmentHandle session, Json data) {
        Json name = data.find("tool_name").orElse(new Json(null));
        if (!name.isString()) {
            throw new InvalidException(List.of("tool_name"), "Input should be a valid string");
        }
        Json arguments = data.find("arguments").orElse(new Json(Map.of()));
        if (!arguments.isObject()) {
            throw new InvalidException(List.of("arguments"), "Input should be a valid dictionary");
        }
        Map<String, @Nullable Object> observation = new LinkedHashMap<>();
        observation.put("tool_name", name.asString());
        try {
            EpisodeStep step = session.call(name.asString(), arguments.asMap());
            refuse(step);
            observation.put("result", step.step().observation().text());
            observation.put("error", null);
            return answer(observation, step.reward(), step.step().done(), metadata(step.step(), session.task()));
        } catch (ServeException e) {
            if (!e.kind().equals("unknown_tool") && !e.kind().equals("bad_arguments")) {
                throw e;
            }
            Map<String, @Nullable Object> error = new LinkedHashMap<>();
            error.put("error_type", e.kind().equals("unknown_tool") ? "tool_not_found" : "invalid_args");
            error.put("message", e.getMessage());
            observation.put("result", null);
            observation.put("error", error);
            return answer(observation, null, false, Map.of());
        }
    }

    /** What a reset or step shows. */
    static Map<String, @Nullable Object> observation(EpisodeStep step, ServedTask task) {
        refuse(step);
        Map<String, @Nullable Object> observation = new LinkedHashMap<>();
        observation.put("text", step.step().observation().text());
        observation.put("attributes", step.step().observation().attributes());
        return answer(observation, step.reward(), step.step().done(), metadata(step.step(), task));
    }

    /** The first observation, with what the agent is asked. A reset is worth nothing yet. */
    static Map<String, @Nullable Object> first(EpisodeStep step, ServedTask task) {
        refuse(step);
        Map<String, @Nullable Object> observation = new LinkedHashMap<>();
        observation.put("text", step.step().observation().text());
        observation.put("attributes", step.step().observation().attributes());
        observation.put("prompt", task.text());
        return answer(observation, null, step.step().done(), metadata(step.step(), task));
    }

    /** An episode that could not be scored has no observation that a trainer could learn from. */
    private static void refuse(EpisodeStep step) {
        Optional<Score.Unscored> unscored = step.unscored();
        if (unscored.isPresent()) {
            throw new ServeException(
                    422,
                    "unscored",
                    "the episode is over, but it could not be scored ("
                            + unscored.get().reason() + "): " + unscored.get().message());
        }
    }

    private static Map<String, @Nullable Object> metadata(Step step, ServedTask task) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        metadata.put("task", task.json());
        metadata.put("terminated", step.terminated());
        metadata.put("truncated", step.truncated());
        metadata.put("limit", step.limit());
        metadata.put("info", step.info());
        return metadata;
    }

    private static Map<String, @Nullable Object> answer(
            Map<String, @Nullable Object> observation,
            @Nullable Double reward,
            boolean done,
            Map<String, @Nullable Object> metadata) {
        // Clients of one kind look for it inside, those of another beside.
        observation.put("metadata", metadata);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("observation", observation);
        answer.put("reward", reward);
        answer.put("done", done);
        if (!metadata.isEmpty()) {
            answer.put("metadata", metadata);
        }
        return answer;
    }

    static Map<String, @Nullable Object> state(EpisodeState state, @Nullable String episode) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("episode_id", episode);
        json.put("step_count", state.steps());
        json.put("task_id", state.task());
        json.put("split", state.split());
        json.put("index", state.index());
        json.put("seed", state.seed());
        json.put("done", state.done());
        return json;
    }
}

package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeState;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Resets, actions, observations and states as OpenEnv writes them. */
final class OpenEnvCodec {

    static final String ACTION = "action";
    private static final int LONGEST_ID = 255;

    /**
     * Task to which a client resets.
     *
     * @param choice which task and seed
     * @param episode what the client calls the episode; null where it says nothing
     */
    record Reset(EpisodeRequest choice, @Nullable String episode) {}

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
            return new Reset(EpisodeRequest.of(data), episode.isNull() ? null : episode.asString());
        } catch (ServeException e) {
            throw new InvalidException(List.of(), String.valueOf(e.getMessage()));
        }
    }

    /** Plays an action: text for the environment, or a tool's call, as MCP-style clients have it. */
    static Map<String, @Nullable Object> step(EnvironmentHandle session, Json data) {
        Object type = data.find("type").map(Json::value).orElse(null);
        if ("list_tools".equals(type)) {
            only(data, "type", "metadata");
            JsonMembers observation = new JsonMembers()
                    .with(
                            "tools",
                            session.environment().tools().stream()
                                    .map(tool -> tool.json("input_schema"))
                                    .toList());
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

    private static Map<String, @Nullable Object> called(EnvironmentHandle session, Json data) {
        Json name = data.find("tool_name").orElse(new Json(null));
        if (!name.isString()) {
            throw new InvalidException(List.of("tool_name"), "Input should be a valid string");
        }
        Json arguments = data.find("arguments").orElse(new Json(Map.of()));
        if (!arguments.isObject()) {
            throw new InvalidException(List.of("arguments"), "Input should be a valid dictionary");
        }
        JsonMembers observation = new JsonMembers().with("tool_name", name.asString());
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
            JsonMembers error = new JsonMembers()
                    .with("error_type", e.kind().equals("unknown_tool") ? "tool_not_found" : "invalid_args")
                    .with("message", e.getMessage());
            observation.put("result", null);
            observation.put("error", error);
            return answer(observation, null, false, Map.of());
        }
    }

    /** Returns what a step shows. */
    static Map<String, @Nullable Object> observation(EpisodeStep step, ServedTask task) {
        return shown(step, task, new JsonMembers(), step.reward());
    }

    /** Returns the first observation, with what the agent is asked. A reset is worth nothing yet. */
    static Map<String, @Nullable Object> first(EpisodeStep step, ServedTask task) {
        return shown(step, task, new JsonMembers().with("prompt", task.text()), null);
    }

    private static Map<String, @Nullable Object> shown(
            EpisodeStep step, ServedTask task, JsonMembers more, @Nullable Double reward) {
        refuse(step);
        JsonMembers observation = new JsonMembers()
                .with("text", step.step().observation().text())
                .with("attributes", step.step().observation().attributes());
        observation.putAll(more);
        return answer(observation, reward, step.step().done(), metadata(step.step(), task));
    }

    /** Refuses an episode that could not be scored: a trainer could learn nothing from it. */
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
        return new JsonMembers()
                .with("task", task.json())
                .with("terminated", step.terminated())
                .with("truncated", step.truncated())
                .with("limit", step.limit())
                .with("info", step.info());
    }

    private static Map<String, @Nullable Object> answer(
            Map<String, @Nullable Object> observation,
            @Nullable Double reward,
            boolean done,
            Map<String, @Nullable Object> metadata) {
        // Clients of one kind look for it inside, those of another beside.
        observation.put("metadata", metadata);
        JsonMembers answer = new JsonMembers()
                .with("observation", observation)
                .with("reward", reward)
                .with("done", done);
        if (!metadata.isEmpty()) {
            answer.put("metadata", metadata);
        }
        return answer;
    }

    static Map<String, @Nullable Object> state(EpisodeState state, @Nullable String episode) {
        return new JsonMembers()
                .with("episode_id", episode)
                .with("step_count", state.steps())
                .with("task_id", state.task())
                .with("split", state.split())
                .with("index", state.index())
                .with("seed", state.seed())
                .with("done", state.done());
    }

    /** A message that has not the form it should have, as OpenEnv's clients expect to be told. */
    static final class InvalidException extends GuerdonException {

        private static final long serialVersionUID = 1L;

        private final transient List<Object> where;

        /**
         * A fault.
         *
         * @param where the names that lead to it
         * @param message what was expected and found
         */
        InvalidException(List<Object> where, String message) {
            super(message);
            this.where = List.copyOf(where);
        }

        /** Returns the fault as FastAPI lists it. */
        List<Object> errors(List<Object> before) {
            JsonMembers error = new JsonMembers()
                    .with("type", "value_error")
                    .with(
                            "loc",
                            java.util.stream.Stream.concat(before.stream(), where.stream())
                                    .toList())
                    .with("msg", String.valueOf(getMessage()));
            return List.of(error);
        }
    }
}

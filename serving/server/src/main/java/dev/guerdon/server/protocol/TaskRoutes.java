package dev.guerdon.server.protocol;

import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import dev.guerdon.server.spi.ServedEnvironment.ServedTool;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Routes that tell which environments there are, and what there is to do in them.
 *
 * <p>A task that is handed out has no field that the definition does not show. It has its split and index, by which the server finds the
 * whole of it again.
 */
record TaskRoutes(RewardService rewards) {

    private static final List<String> TYPES = List.of("train", "validation", "test");
    private static final List<String> BLOCKS = List.of("text", "image", "reasoning", "tool_call", "tool_result");

    void environments(ServerRequest request, ServerResponse response) {
        JsonResponses.send(
                response,
                rewards.environments().environments().stream()
                        .map(ServedEnvironment::name)
                        .toList());
    }

    void splits(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        JsonResponses.send(
                response,
                environment.splits().stream()
                        .map(name -> Map.of("name", name, "type", TYPES.contains(name) ? name : "validation"))
                        .toList());
    }

    void tools(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        JsonResponses.send(response, tools(environment));
    }

    static Map<String, @Nullable Object> tools(ServedEnvironment environment) {
        return new JsonMembers()
                .with(
                        "tools",
                        environment.tools().stream()
                                .map(tool -> tool.json("input_schema"))
                                .toList())
                .with(
                        "terminal_tool",
                        environment.tools().stream()
                                .filter(tool ->
                                        isQuestion(environment) && tool.name().equals(ServedTool.SUBMIT))
                                .findFirst()
                                .map(TaskRoutes::terminal)
                                .orElse(null))
                .with("supports_score_group", isQuestion(environment))
                .with("message_block_types", BLOCKS);
    }

    /** Returns whether one answer ends an episode: a plain message is that answer, and several can be scored side by side. */
    static boolean isQuestion(ServedEnvironment environment) {
        return environment.kind().equals(ServedEnvironment.QUESTIONS)
                && !environment.reward().isEmpty();
    }

    private static Map<String, Object> terminal(ServedTool tool) {
        return Map.of("name", tool.name(), "arg", ServedTool.ANSWER, "description", tool.description());
    }

    void tasks(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        String split = split(environment, body(request));
        JsonResponses.send(response, listed(environment, split, 0, Long.MAX_VALUE));
    }

    void count(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        String split = split(environment, body(request));
        JsonResponses.send(response, Map.of("num_tasks", rewards.environments().countTasks(environment, split)));
    }

    void task(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        MemberReader body = body(request);
        String split = split(environment, body);
        long index = index(environment, split, body.whole("index"));
        ServedTask task = rewards.environments()
                .tasks(environment, split, index, index + 1)
                .getFirst();
        JsonResponses.send(response, Map.of("task", task.json(), "env_name", environment.name()));
    }

    void range(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        MemberReader body = body(request);
        String split = split(environment, body);
        int count = rewards.environments().countTasks(environment, split);
        JsonResponses.send(
                response,
                listed(
                        environment,
                        split,
                        place(body.whole("start"), 0, count),
                        place(body.whole("stop"), count, count)));
    }

    /** Returns a place as Python's slices have it: from the end if it is negative, and never outside. */
    private static long place(OptionalLong given, int otherwise, int count) {
        long place = given.orElse(otherwise);
        return Math.clamp(place < 0 ? Math.max(place, -count) + count : place, 0, count);
    }

    private Map<String, Object> listed(ServedEnvironment environment, String split, long from, long to) {
        List<ServedTask> tasks = rewards.environments().tasks(environment, split, from, Math.max(from, to));
        return Map.of("tasks", tasks.stream().map(ServedTask::json).toList(), "env_name", environment.name());
    }

    private MemberReader body(ServerRequest request) {
        return StandardRequests.object(request, rewards.limits().body());
    }

    /** Returns the split that a body names; it must name one. */
    static String split(ServedEnvironment environment, MemberReader body) {
        String split = body.needText("split");
        if (!environment.splits().contains(split)) {
            throw new ServeException(
                    400,
                    "unknown_split",
                    "invalid split '" + ServeException.shown(split) + "'; '" + environment.name() + "' has: "
                            + String.join(", ", environment.splits()));
        }
        return split;
    }

    /** Returns the place of a task; a negative one counts from the end, as in the protocol's own server. */
    long index(ServedEnvironment environment, String split, OptionalLong given) {
        if (given.isEmpty()) {
            throw StandardRequests.invalid("a whole number as 'index'", "none");
        }
        int count = rewards.environments().countTasks(environment, split);
        long index = given.getAsLong();
        if (index < -count || index >= count) {
            throw new ServeException(
                    400,
                    "unknown_task",
                    "invalid index " + index + "; the split '" + split + "' of '" + environment.name() + "' has "
                            + count + " tasks, numbered from 0");
        }
        return index < 0 ? index + count : index;
    }
}

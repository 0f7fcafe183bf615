package dev.guerdon.server.ors;

import dev.guerdon.api.Json;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedTask;
import dev.guerdon.server.spi.ServedTool;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which environments there are, and what there is to do in them.
 *
 * <p>A task that is handed out has no field that the definition does not show. It has its split and index, by which the server finds the
 * whole of it again.
 */
final class TaskRoutes {

    private static final List<String> TYPES = List.of("train", "validation", "test");
    private static final List<String> BLOCKS = List.of("text", "image", "reasoning", "tool_call", "tool_result");

    private final RewardService rewards;

    TaskRoutes(RewardService rewards) {
        this.rewards = rewards;
    }

    void environments(ServerRequest request, ServerResponse response) {
        Responses.send(
                response,
                rewards.environments().environments().stream()
                        .map(ServedEnvironment::name)
                        .toList());
    }

    void splits(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        Responses.send(
                response,
                environment.splits().stream()
                        .map(name -> Map.of("name", name, "type", TYPES.contains(name) ? name : "validation"))
                        .toList());
    }

    void tools(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        Responses.send(response, tools(environment));
    }

    static Map<String, @Nullable Object> tools(ServedEnvironment environment) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put(
                "tools",
                environment.tools().stream()
                        .map(tool -> Map.of(
                                "name", tool.name(), "description", tool.description(), "input_schema", tool.schema()))
                        .toList());
        answer.put(
                "terminal_tool",
                Questions.terminal(environment).map(TaskRoutes::terminal).orElse(null));
        answer.put("supports_score_group", Questions.isOne(environment));
        answer.put("message_block_types", BLOCKS);
        return answer;
    }

    private static Map<String, Object> terminal(ServedTool tool) {
        return Map.of("name", tool.name(), "arg", Questions.ANSWER, "description", tool.description());
    }

    void tasks(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        String split = split(environment, body(request));
        Responses.send(response, listed(environment, split, 0, Long.MAX_VALUE));
    }

    void count(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        String split = split(environment, body(request));
        Responses.send(response, Map.of("num_tasks", rewards.environments().countTasks(environment, split)));
    }

    void task(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        Json body = body(request);
        String split = split(environment, body);
        long index = index(environment, split, Requests.whole(body, "index"));
        ServedTask task = rewards.environments()
                .tasks(environment, split, index, index + 1)
                .getFirst();
        Responses.send(response, Map.of("task", task.json(), "env_name", environment.name()));
    }

    void range(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        Json body = body(request);
        String split = split(environment, body);
        int count = rewards.environments().countTasks(environment, split);
        Responses.send(
                response,
                listed(
                        environment,
                        split,
                        place(Requests.whole(body, "start"), 0, count),
                        place(Requests.whole(body, "stop"), count, count)));
    }

    /** A place as Python's slices have it: from the end where it is negative, and never outside. */
    private static long place(OptionalLong given, int otherwise, int count) {
        long place = given.orElse(otherwise);
        return Math.clamp(place < 0 ? Math.max(place, -count) + count : place, 0, count);
    }

    private Map<String, Object> listed(ServedEnvironment environment, String split, long from, long to) {
        List<ServedTask> tasks = rewards.environments().tasks(environment, split, from, Math.max(from, to));
        return Map.of("tasks", tasks.stream().map(ServedTask::json).toList(), "env_name", environment.name());
    }

    private Json body(ServerRequest request) {
        return Requests.object(request, rewards.limits().body());
    }

    /** The split that a body names; it must name one. */
    static String split(ServedEnvironment environment, Json body) {
        String split = Requests.needText(body, "split");
        if (!environment.splits().contains(split)) {
            throw new ServeException(
                    400,
                    "unknown_split",
                    "invalid split '" + (split.length() > 100 ? split.substring(0, 100) + "..." : split) + "'; '"
                            + environment.name() + "' has: " + String.join(", ", environment.splits()));
        }
        return split;
    }

    /** The place of a task; a negative one counts from the end, as in the protocol's own server. */
    long index(ServedEnvironment environment, String split, OptionalLong given) {
        if (given.isEmpty()) {
            throw Requests.invalid("a whole number as 'index'", "none");
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

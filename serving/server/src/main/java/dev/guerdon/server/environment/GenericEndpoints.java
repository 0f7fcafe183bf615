package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The general protocol, in which any environment can be served. */
final class GenericEndpoints implements Endpoints {

    /** Place where the general protocol is on servers that speak another one as well. */
    static final String BESIDE = "/v1";

    private static final int MOST_LISTED = 1_000;

    private final String environment;
    private final EnvironmentSessions sessions;
    private final TaskChoice tasks;
    private final Callable<Environment> factory;
    private final SessionBatches batches;
    private final List<String> prefixes;

    /**
     * Endpoints.
     *
     * @param options the values of the provider's options
     * @param prefixes where in the server they are, such as {@code /v1}
     */
    GenericEndpoints(
            EnvironmentProvider provider,
            Map<String, String> options,
            EnvironmentSessions sessions,
            List<String> prefixes) {
        this.environment = provider.name();
        this.sessions = sessions;
        this.tasks = new TaskChoice(provider, options);
        this.factory = () -> provider.open(options);
        this.batches = new SessionBatches(sessions, tasks, factory);
        this.prefixes = prefixes;
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (String prefix : prefixes) {
            for (String place : List.of(prefix, prefix + "/sessions/{" + EnvironmentSessions.PATH_PARAMETER + "}")) {
                routing.get(place + "/health", this::health);
                routing.get(place + "/tasks", this::tasks);
                routing.post(place + "/reset", this::reset);
                routing.post(place + "/step", this::step);
                routing.get(place + "/actions", this::actions);
                routing.get(place + "/state", this::state);
                routing.post(place + "/close", this::end);
            }
        }
    }

    private void health(ServerRequest request, ServerResponse response) {
        sessions.greet(request, response);
        JsonResponses.send(
                response,
                new JsonMembers()
                        .with("status", "ok")
                        .with("environment", environment)
                        .with("sessions", sessions.count())
                        .with("max_sessions", sessions.most()));
    }

    private void tasks(ServerRequest request, ServerResponse response) {
        String split = request.query().contains("split") ? request.query().get("split") : "";
        long from = number(request, "from", 0);
        long count = Math.min(number(request, "count", MOST_LISTED), MOST_LISTED);
        List<String> ids = sessions.ask("listing the tasks", () -> {
            try (Stream<Task> all = tasks.provider().tasks(split, tasks.options())) {
                return all.skip(from).limit(count).map(Task::id).toList();
            }
        });
        JsonResponses.send(response, Map.of("tasks", ids));
    }

    private static long number(ServerRequest request, String name, long otherwise) {
        if (!request.query().contains(name)) {
            return otherwise;
        }
        String text = request.query().get(name);
        if (!text.matches("[0-9]{1,15}")) {
            throw ServeException.bad("expected a number from 0 as '" + name + "', found '" + text + "'");
        }
        return Long.parseLong(text);
    }

    private static Json object(ServerRequest request) {
        Json body = JsonResponses.body(request);
        if (!body.isObject()) {
            throw ServeException.expected("a JSON object as the body", body.kind());
        }
        return body;
    }

    /** Returns whether a body is for many sessions at once. */
    static boolean isBatch(Json body) {
        return body.find("sessions").isPresent()
                || body.find("n").isPresent()
                || body.find("actions").isPresent();
    }

    private void reset(ServerRequest request, ServerResponse response) {
        Json body = object(request);
        if (isBatch(body)) {
            reset(body, response);
            return;
        }
        OptionalLong seed = MemberReader.of(body).whole("seed");
        String split = MemberReader.of(body).text("split").orElse("");
        @Nullable Json wanted = body.find("task").orElse(null);
        // What is wrong with the request is told before a session is made for it.
        Task task = sessions.ask(
                "finding the task", () -> tasks.of(wanted, split, seed.isPresent() ? seed.getAsLong() : null));
        String name = sessions.toReset(request, response);
        Step step = sessions.reset(
                name,
                factory,
                session -> seed.isPresent() ? session.begin(task, seed.getAsLong()) : session.begin(task));
        JsonResponses.send(response, stepJson(name, step));
    }

    /** Resets many sessions. */
    void reset(Json body, ServerResponse response) {
        JsonResponses.send(response, batches.reset(body));
    }

    private void step(ServerRequest request, ServerResponse response) {
        Json body = object(request);
        if (isBatch(body)) {
            step(body, response);
            return;
        }
        String action = MemberReader.of(body)
                .text("action")
                .orElseThrow(
                        () -> ServeException.bad("expected an object with the text 'action', found no such member"));
        String name = sessions.toUse(request, response);
        JsonResponses.send(response, stepJson(name, sessions.in(name, session -> session.step(action))));
    }

    /** Acts in many sessions. */
    void step(Json body, ServerResponse response) {
        JsonResponses.send(response, batches.step(body));
    }

    private void actions(ServerRequest request, ServerResponse response) {
        List<String> actions = sessions.in(
                sessions.toUse(request, response),
                session -> session.look("actions", world -> List.copyOf(world.actions())));
        JsonResponses.send(response, Map.of("actions", actions));
    }

    private void state(ServerRequest request, ServerResponse response) {
        String name = sessions.toUse(request, response);
        JsonResponses.send(response, sessions.in(name, session -> {
            return new JsonMembers()
                    .with("session", name)
                    .with("task", session.task().map(Task::id).orElse(""))
                    .with("seed", session.seed())
                    .with("state", session.look("state", world -> String.valueOf(world.describeState())))
                    .with("last", session.last().map(GenericEndpoints::stepJson).orElse(null));
        }));
    }

    /**
     * Returns the step's members.
     *
     * @param session the name of its session
     */
    static JsonMembers stepJson(String session, Step step) {
        JsonMembers answer = new JsonMembers().with("session", session);
        answer.putAll(stepJson(step));
        return answer;
    }

    static JsonMembers stepJson(Step step) {
        return new JsonMembers()
                .with("observation", step.observation().text())
                .with("reward", step.reward())
                .with("terminated", step.terminated())
                .with("truncated", step.truncated())
                .with("done", step.done())
                .with("limit", step.limit())
                .with("score", step.score().isPresent() ? (Object) step.score().getAsDouble() : null)
                .with("attributes", step.observation().attributes())
                .with("info", step.info());
    }

    private void end(ServerRequest request, ServerResponse response) {
        Json body = object(request);
        if (body.find("sessions").isPresent()) {
            long closed = MemberReader.of(body).texts("sessions").stream()
                    .filter(sessions::end)
                    .count();
            JsonResponses.send(response, Map.of("closed", closed));
            return;
        }
        boolean there = EnvironmentSessions.ifThere(() -> sessions.end(sessions.toUse(request, response)))
                .orElse(false);
        JsonResponses.send(response, Map.of("closed", there ? 1 : 0));
    }

    @Override
    public void close() {
        sessions.close();
    }

    /**
     * Finds the task that a client means.
     *
     * @param provider knows the tasks
     * @param options the values of the provider's options
     */
    record TaskChoice(EnvironmentProvider provider, Map<String, String> options) {

        private static final int SHOWN = 10;

        /**
         * Returns the task.
         *
         * @param wanted the id of one of the provider's tasks, or an object with the task's fields, or null for the one that the server was
         *     started with, where the seed draws what that leaves open
         * @param split where an id is looked up
         * @param seed null where the client gave none
         */
        Task of(@Nullable Json wanted, String split, @Nullable Long seed) {
            if (wanted == null || wanted.isNull()) {
                return seed == null ? provider.task(options) : provider.task(options, seed);
            }
            if (wanted.isObject()) {
                Map<String, @Nullable Object> fields = wanted.asMap();
                Object id = fields.getOrDefault("id", fields.getOrDefault("task_id", "http"));
                return new Task(String.valueOf(id), List.of(), fields);
            }
            if (!wanted.isString()) {
                throw ServeException.bad(
                        "expected 'task' to be a task's id or an object with its fields, found " + wanted.kind());
            }
            String id = wanted.asString();
            try (Stream<Task> tasks = provider.tasks(split, options)) {
                return tasks.filter(task -> task.id().equals(id)).findFirst().orElseThrow(() -> unknown(id, split));
            }
        }

        private ServeException unknown(String id, String split) {
            try (Stream<Task> tasks = provider.tasks(split, options)) {
                List<String> some = tasks.limit(SHOWN).map(Task::id).toList();
                return new ServeException(
                        404,
                        "unknown_task",
                        "there is no task '" + id + "'" + (split.isEmpty() ? "" : " in the split '" + split + "'")
                                + "; the first ones are: " + String.join(", ", some) + "; GET /tasks lists all");
            }
        }
    }
}

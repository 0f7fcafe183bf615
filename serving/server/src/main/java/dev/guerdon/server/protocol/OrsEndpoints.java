package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.protocol.ToolCalls.EventStream;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.ServedEnvironment;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The routes of the Open Reward Standard.
 *
 * <p>The header {@code X-Secrets}, and {@code secrets} in a body, hold keys of the client's. No environment here needs them: nothing reads
 * them, so they cannot get anywhere.
 */
final class OrsEndpoints implements Endpoints {

    /** First parts of other protocols' paths, which may go on with the name of a reward. */
    private static final Set<String> OTHERS = Set.of("get_reward", "remote_rm", "evaluate", "reward", "v1");

    private final RewardService rewards;
    private final EnvironmentService environments;
    private final TaskRoutes tasks;
    private final ProtocolSessions sessions;
    private final ToolCalls calls = new ToolCalls(System::nanoTime);

    OrsEndpoints(RewardService rewards) {
        this.rewards = rewards;
        this.environments = rewards.environments();
        this.tasks = new TaskRoutes(rewards);
        this.sessions = new ProtocolSessions(environments);
    }

    /** Work at a path that begins with the name of an environment. */
    private interface InEnvironment {
        void handle(ServedEnvironment environment, ServerRequest request, ServerResponse response);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        routing.get("/list_environments", tasks::environments)
                .get("/version", OrsEndpoints::version)
                .post("/create_session", OrsEndpoints::createSession)
                .post("/create", this::create)
                .post("/ping", this::ping)
                .post("/delete", this::delete)
                .post("/delete_session", this::delete);
        get(routing, "splits", tasks::splits);
        get(routing, "tools", tasks::tools);
        get(routing, "task_tools", this::taskTools);
        get(routing, "prompt", this::prompt);
        get(routing, "messages", this::messages);
        post(routing, "tasks", tasks::tasks);
        post(routing, "num_tasks", tasks::count);
        post(routing, "task", tasks::task);
        post(routing, "task_range", tasks::range);
        post(routing, "call", this::call);
        post(routing, "score_group", this::scoreGroup);
    }

    private void get(HttpRouting.Builder routing, String path, InEnvironment work) {
        routing.get("/" + path, this::redirect).get("/{environment}/" + path, in(work));
    }

    private void post(HttpRouting.Builder routing, String path, InEnvironment work) {
        routing.post("/" + path, this::redirect).post("/{environment}/" + path, in(work));
    }

    private Handler in(InEnvironment work) {
        return (request, response) -> {
            String name = request.path().pathParameters().get("environment");
            Optional<ServedEnvironment> environment = named(name);
            if (environment.isPresent()) {
                work.handle(environment.get(), request, response);
            } else if (OTHERS.contains(name)) {
                response.next();
            } else {
                throw unknown(name);
            }
        };
    }

    private Optional<ServedEnvironment> named(String name) {
        return environments.environments().stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst();
    }

    private ServeException unknown(String name) {
        List<String> names = environments.environments().stream()
                .map(ServedEnvironment::name)
                .toList();
        return new ServeException(
                404,
                "unknown_environment",
                "unknown environment '" + ServeException.shown(name) + "'; there are: " + String.join(", ", names));
    }

    /** Returns the environment that a request means that names none in its path: its session's, the one its library asked for, or the first. */
    private ServedEnvironment meant(ServerRequest request) {
        String ofSession = StandardRequests.hasSession(request)
                ? sessions.environment(environments.client(request), StandardRequests.session(request))
                : "";
        return named(ofSession)
                .or(() -> named(StandardRequests.deployment(request)))
                .orElseGet(() -> environments.environment(""));
    }

    private void redirect(ServerRequest request, ServerResponse response) {
        String query = request.query().rawValue();
        response.status(Status.PERMANENT_REDIRECT_308);
        response.header(
                HeaderNames.LOCATION,
                "/" + meant(request).name() + request.path().path() + (query.isEmpty() ? "" : "?" + query));
        response.send();
    }

    private static void version(ServerRequest request, ServerResponse response) {
        String version = OrsEndpoints.class.getPackage().getImplementationVersion();
        JsonResponses.send(
                response,
                new JsonMembers()
                        .with("version", version == null ? "development" : version)
                        .with("build_sha", null));
    }

    private static void createSession(ServerRequest request, ServerResponse response) {
        try (EventStream events = new EventStream(response)) {
            events.send("task_id", UUID.randomUUID().toString());
            events.send("end", "");
        }
    }

    private void create(ServerRequest request, ServerResponse response) {
        String id = StandardRequests.session(request);
        MemberReader body = body(request);
        Optional<String> name = body.text("env_name");
        ServedEnvironment environment =
                name.isPresent() ? named(name.get()).orElseThrow(() -> unknown(name.get())) : meant(request);
        if (body.find("toolset_name").isPresent()) {
            throw new ServeException(400, "unknown_toolset", "this server has no toolsets; leave 'toolset_name' out");
        }
        sessions.create(environments.client(request), id, environment, wanted(environment, body));
        JsonResponses.send(response, Map.of("sid", id));
    }

    private WantedTask wanted(ServedEnvironment environment, MemberReader body) {
        boolean isDescribed = body.find("task_spec").isPresent();
        boolean isPlace = body.find("split").isPresent();
        OptionalLong index = body.whole("index");
        if (isDescribed == isPlace || isPlace != index.isPresent()) {
            throw StandardRequests.invalid("either 'task_spec', or both 'split' and 'index'", "something else");
        }
        if (isDescribed) {
            return new WantedTask.Described(body.object("task_spec").asMap());
        }
        String split = TaskRoutes.split(environment, body);
        return new WantedTask.At(split, tasks.index(environment, split, index));
    }

    private void ping(ServerRequest request, ServerResponse response) {
        handle(request).touch();
        JsonResponses.send(response, Map.of("status", "ok"));
    }

    private void delete(ServerRequest request, ServerResponse response) {
        String id = StandardRequests.session(request);
        sessions.end(environments.client(request), id);
        JsonResponses.send(response, Map.of("sid", id));
    }

    private EnvironmentHandle handle(ServerRequest request) {
        return sessions.find(environments.client(request), StandardRequests.session(request));
    }

    /** Returns the session of a request, which must be in the environment that the path names. */
    private EnvironmentHandle handle(ServedEnvironment environment, ServerRequest request) {
        EnvironmentHandle handle = handle(request);
        if (!handle.environment().name().equals(environment.name())) {
            throw new ServeException(
                    400,
                    "other_environment",
                    "the session is in the environment '" + handle.environment().name() + "', not in '"
                            + environment.name() + "'");
        }
        return handle;
    }

    private void taskTools(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        JsonResponses.send(
                response, TaskRoutes.tools(handle(environment, request).environment()));
    }

    private void prompt(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        JsonResponses.send(
                response,
                conversation(environment, request).stream()
                        .map(OrsEndpoints::block)
                        .toList());
    }

    private void messages(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        JsonResponses.send(
                response,
                conversation(environment, request).stream()
                        .map(message -> new JsonMembers()
                                .with("role", role(message))
                                .with("blocks", List.of(block(message)))
                                .with("detail", null))
                        .toList());
    }

    private List<Message> conversation(ServedEnvironment environment, ServerRequest request) {
        EnvironmentHandle unused = handle(environment, request);
        return sessions.prompt(environments.client(request), StandardRequests.session(request));
    }

    private static String role(Message message) {
        return message.isAssistant() ? "assistant" : message.role().equals("system") ? "system" : "user";
    }

    private static Map<String, @Nullable Object> block(Message message) {
        return SessionTurns.text(message.text());
    }

    private void call(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        MemberReader body = body(request);
        String tool = body.needText("name");
        Json input = body.object("input");
        EnvironmentHandle handle = handle(environment, request);
        stream(request, response, body, () -> SessionTurns.call(handle, tool, input.asMap()));
    }

    private void scoreGroup(ServedEnvironment environment, ServerRequest request, ServerResponse response) {
        MemberReader body = body(request);
        EnvironmentHandle handle = handle(environment, request);
        if (!TaskRoutes.isQuestion(handle.environment())) {
            throw new ServeException(
                    404, "no_group", "the environment '" + environment.name() + "' does not implement score_group");
        }
        List<String> responses =
                SessionTurns.finalResponses(body, rewards.limits().batch());
        stream(request, response, body, () -> SessionTurns.scores(handle, responses));
    }

    /** Does something once, and sends its answer; a client that asks again with the id of the first time gets that answer. */
    private void stream(ServerRequest request, ServerResponse response, MemberReader body, Supplier<String> work) {
        String session = environments.client(request) + '\n' + StandardRequests.session(request);
        String id = body.text("task_id").orElseGet(() -> calls.start(session, work));
        try (EventStream events = new EventStream(response)) {
            calls.follow(session, id, events);
        }
    }

    private MemberReader body(ServerRequest request) {
        return StandardRequests.object(request, rewards.limits().body());
    }

    @Override
    public void close() {
        sessions.clear();
        calls.clear();
    }
}

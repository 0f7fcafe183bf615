package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.protocol.OpenEnvCodec.InvalidException;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.Endpoints.SocketListener;
import dev.guerdon.server.spi.Endpoints.SocketListener.SocketRequest;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeState;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.ServedEnvironment;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * OpenEnv's addresses, for the first environment and, behind its name, for each.
 *
 * <p>Over plain HTTP every reset and every step has an environment of its own, as in OpenEnv's server: what remembers is the WebSocket.
 */
final class OpenEnvEndpoints implements Endpoints {

    /** A body with this member is another protocol's, at the same address. */
    private static final String ANOTHERS = "responses_create_params";

    /** The schemas of what {@link OpenEnvCodec} reads and writes, and the addresses that OpenEnv's validator looks for. */
    private static final Json DESCRIPTION =
            JsonCodec.read(Utf8.resource(OpenEnvEndpoints.class, "openenv.json"), "openenv.json");

    private static final Pattern SOCKETS = Pattern.compile("(?:/([^/]+))?/(ws|mcp)");

    private final RewardService services;
    private final EnvironmentService environments;
    private final SharedSessions shared;
    /** The one WebSocket of each session that was made before it. */
    private final Map<String, SessionSocket> attached = new ConcurrentHashMap<>();

    OpenEnvEndpoints(RewardService services) {
        this.services = services;
        this.environments = services.environments();
        this.shared = new SharedSessions(environments);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (String prefix : List.of("", "/{environment}")) {
            routing.post(prefix + "/reset", this::reset)
                    .post(prefix + "/step", this::step)
                    .get(prefix + "/state", this::state)
                    .get(prefix + "/metadata", this::metadata)
                    .get(prefix + "/health", this::health)
                    .get(prefix + "/schema", this::schema)
                    .get(prefix + "/ws", this::upgrade);
        }
        // At the root, the document of the whole server is.
        routing.get("/{environment}/openapi.json", (request, response) -> {
            ServedEnvironment environment = environment(request);
            JsonResponses.send(
                    response,
                    new JsonMembers()
                            .with("openapi", "3.1.0")
                            .with(
                                    "info",
                                    new JsonMembers()
                                            .with("title", environment.name())
                                            .with("description", environment.description())
                                            .with("version", "1.0.0"))
                            .with("paths", DESCRIPTION.get("paths").value())
                            .with(
                                    "components",
                                    Map.of("schemas", DESCRIPTION.get("schemas").value())));
        });
    }

    @Override
    public Optional<SocketListener> socket(SocketRequest request) {
        Matcher path = SOCKETS.matcher(request.path());
        if (!path.matches()) {
            return Optional.empty();
        }
        String environment = path.group(1) == null ? "" : path.group(1);
        if (environments.environments().stream()
                .noneMatch(each -> environment.isEmpty() || each.name().equals(environment))) {
            return Optional.empty(); // the request is answered with 404
        }
        if (path.group(2).equals("mcp")) {
            return Optional.of(new SessionSocket.ToolSocket(environments, shared, request.client(), environment));
        }
        return Optional.of(new SessionSocket(
                environments,
                shared,
                attached,
                request.client(),
                environment,
                request.query().getOrDefault("session_id", "")));
    }

    private ServedEnvironment environment(ServerRequest request) {
        return environments.environment(
                request.path().pathParameters().first("environment").orElse(""));
    }

    private void upgrade(ServerRequest request, ServerResponse response) {
        ServedEnvironment unused = environment(request);
        response.header(HeaderNames.UPGRADE, "websocket");
        response.header(HeaderNames.create("Sec-WebSocket-Version"), "13");
        JsonResponses.send(
                response,
                Status.UPGRADE_REQUIRED_426,
                JsonResponses.error("upgrade_required", "this address is a WebSocket (version 13, without a body)"));
    }

    private void reset(ServerRequest request, ServerResponse response) {
        play(request, response, body -> {
            OpenEnvCodec.Reset reset = OpenEnvCodec.reset(body);
            return session -> OpenEnvCodec.first(reset.choice().begin(session), session.task());
        });
    }

    private void step(ServerRequest request, ServerResponse response) {
        play(request, response, body -> {
            Json action = body.find("action").orElse(new Json(null));
            if (!action.isObject()) {
                throw new InvalidException(
                        List.of("action"), "Input should be a valid dictionary, found " + action.kind());
            }
            // A step of an environment that was not reset means nothing, so the first task is begun.
            OpenEnvCodec.Reset reset = OpenEnvCodec.reset(body);
            return session -> {
                EpisodeStep unused = reset.choice().begin(session);
                return OpenEnvCodec.step(session, action);
            };
        });
    }

    /** Plays what a body asks for in a session of its own. A wrong body is answered as FastAPI answers it. */
    private void play(
            ServerRequest request,
            ServerResponse response,
            Function<Json, Function<EnvironmentHandle, Map<String, @Nullable Object>>> reader) {
        try {
            byte[] unused = JsonResponses.peek(request, services.limits().body());
            Json body = JsonResponses.body(request);
            if (!body.isObject()) {
                throw new InvalidException(List.of(), "Input should be a valid dictionary, found " + body.kind());
            }
            if (body.find(ANOTHERS).isPresent()) {
                response.next();
                return;
            }
            var work = reader.apply(body);
            Map<String, @Nullable Object> answer;
            try (EnvironmentHandle session =
                    environments.open(environments.client(request), environment(request), "")) {
                answer = work.apply(session);
            }
            // Sent when the session's place is free again, since the client may come back at once.
            JsonResponses.send(response, answer);
        } catch (InvalidException e) {
            JsonResponses.send(response, Status.create(422), Map.of("detail", e.errors(List.of("body"))));
        }
    }

    private void state(ServerRequest request, ServerResponse response) {
        ServedEnvironment unused = environment(request);
        JsonResponses.send(response, OpenEnvCodec.state(new EpisodeState("", "", -1, 0, 0, false), null));
    }

    private void metadata(ServerRequest request, ServerResponse response) {
        ServedEnvironment environment = environment(request);
        JsonResponses.send(
                response,
                new JsonMembers()
                        .with("name", environment.name())
                        .with("description", environment.description())
                        .with("readme_content", null)
                        .with("version", null)
                        .with("author", null)
                        .with("documentation_url", null));
    }

    private void health(ServerRequest request, ServerResponse response) {
        ServedEnvironment unused = environment(request);
        JsonResponses.send(response, Map.of("status", "healthy"));
    }

    private void schema(ServerRequest request, ServerResponse response) {
        ServedEnvironment unused = environment(request);
        JsonResponses.send(response, DESCRIPTION.get("schemas").value());
    }
}

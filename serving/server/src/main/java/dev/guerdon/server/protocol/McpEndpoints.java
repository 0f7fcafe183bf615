package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.protocol.RpcCall.RemoteCalls;
import dev.guerdon.server.protocol.RpcCall.RpcException;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.ServedEnvironment;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Streamable HTTP: an agent posts one message at a time, and the answer is JSON. The server has nothing to say of its own accord, so there
 * is no stream to open.
 */
final class McpEndpoints implements Endpoints {

    private static final HeaderName SESSION = HeaderNames.create("Mcp-Session-Id");
    private static final HeaderName REVISION = HeaderNames.create("MCP-Protocol-Version");
    private static final String INITIALIZE = "initialize";

    private final RewardService services;
    private final EnvironmentService environments;
    private final McpSessions sessions;
    private final McpMethods methods;
    private final SharedSessions shared;

    McpEndpoints(RewardService services) {
        this.services = services;
        this.environments = services.environments();
        this.sessions = new McpSessions(environments, System::nanoTime);
        this.methods = new McpMethods(environments);
        this.shared = new SharedSessions(environments);
    }

    @Override
    public void addTo(HttpRouting.Builder routing) {
        for (String path : List.of("/mcp", "/{environment}/mcp")) {
            routing.post(path, this::message).delete(path, this::end).get(path, McpEndpoints::stream);
        }
    }

    private static void stream(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.ALLOW, "POST, DELETE");
        JsonResponses.send(
                response,
                Status.METHOD_NOT_ALLOWED_405,
                JsonResponses.error("no_stream", "this server opens no stream; post messages, and read their answers"));
    }

    private ServedEnvironment environment(ServerRequest request) {
        return environments.environment(
                request.path().pathParameters().first("environment").orElse(""));
    }

    private void message(ServerRequest request, ServerResponse response) {
        @Nullable Object id = null;
        try {
            byte[] body = PackedBody.read(request, services.limits().body());
            JsonResponses.requireJson(request);
            RpcCall call = RpcCall.read(body);
            id = call.id();
            answer(request, response, call);
        } catch (RpcException e) {
            // Who speaks plain JSON-RPC, as OpenEnv's clients do, reads no status.
            boolean unread = (e.code() == RpcException.PARSE_ERROR || e.code() == RpcException.INVALID_REQUEST)
                    && request.headers()
                            .first(HeaderNames.ACCEPT)
                            .orElse("")
                            .toLowerCase(Locale.ROOT)
                            .contains("text/event-stream");
            JsonResponses.send(response, unread ? Status.BAD_REQUEST_400 : Status.OK_200, RpcCall.answer(id, e));
        }
    }

    private void answer(ServerRequest request, ServerResponse response, RpcCall call) {
        ServedEnvironment environment = environment(request);
        String client = environments.client(request);
        if (SharedSessions.isOne(call)) {
            JsonResponses.send(response, call.answer(shared.answer(client, environment, call)));
            return;
        }
        requireAccept(request);
        if (call.method().equals(INITIALIZE)) {
            initialize(request, response, call, environment, client);
            return;
        }
        requireRevision(request);
        Optional<String> session = request.headers().first(SESSION);
        if (session.isEmpty()) {
            withoutSession(response, call, environment);
            return;
        }
        McpSessions.Agent agent = sessions.find(client, environment.name(), session.get());
        if (call.isNotification()) {
            response.status(Status.ACCEPTED_202).send();
        } else {
            JsonResponses.send(response, call.answer(methods.answer(agent, call)));
        }
    }

    /** Answers a call without a session, which may only list the tools. */
    private static void withoutSession(ServerResponse response, RpcCall call, ServedEnvironment environment) {
        if (call.isNotification()) {
            response.status(Status.ACCEPTED_202).send();
        } else if (call.method().equals("tools/list")) {
            JsonResponses.send(
                    response, call.answer(RemoteCalls.list(environment.tools(), McpMethods.own(environment))));
        } else if (call.method().equals("ping")) {
            JsonResponses.send(response, call.answer(Map.of()));
        } else {
            throw RpcException.invalidRequest(
                    "this needs a session: initialize, and send the header Mcp-Session-Id of its answer");
        }
    }

    private void initialize(
            ServerRequest request,
            ServerResponse response,
            RpcCall call,
            ServedEnvironment environment,
            String client) {
        if (call.isNotification()) {
            throw RpcException.invalidRequest("'initialize' needs an 'id'");
        }
        Optional<EpisodeRequest> choice;
        try {
            choice = EpisodeRequest.of(JsonResponses.members(request.query()));
        } catch (ServeException e) {
            throw RpcException.invalidParams(String.valueOf(e.getMessage()));
        }
        // Told before a session is made for it.
        Map<String, @Nullable Object> result = McpMethods.initialize(call, environment, McpMethods.usage());
        McpSessions.Agent agent = sessions.create(client, environment);
        if (choice.isPresent()) {
            try {
                EpisodeStep first = methods.begin(agent, choice.get());
                result.put("instructions", first.step().observation().text());
            } catch (GuerdonException e) {
                sessions.end(agent);
                throw RpcException.serverError(String.valueOf(e.getMessage()));
            }
        }
        response.header(SESSION, agent.id());
        JsonResponses.send(response, call.answer(result));
    }

    /** Ends a session. */
    private void end(ServerRequest request, ServerResponse response) {
        String id = request.headers().first(SESSION).orElse("");
        if (id.isEmpty()) {
            throw ServeException.bad("expected the header Mcp-Session-Id");
        }
        McpSessions.Agent agent =
                sessions.find(environments.client(request), environment(request).name(), id);
        sessions.end(agent);
        response.status(Status.NO_CONTENT_204).send();
    }

    private static void requireRevision(ServerRequest request) {
        String revision = request.headers().first(REVISION).orElse(McpMethods.REVISION);
        if (!McpMethods.REVISIONS.contains(revision)) {
            throw new ServeException(
                    400,
                    "unknown_revision",
                    "the header MCP-Protocol-Version must be one of " + String.join(", ", McpMethods.REVISIONS));
        }
    }

    private static void requireAccept(ServerRequest request) {
        String accept =
                request.headers().first(HeaderNames.ACCEPT).orElse("*/*").toLowerCase(Locale.ROOT);
        if (!accept.contains("application/json") && !accept.contains("*/*") && !accept.contains("application/*")) {
            throw new ServeException(
                    406, "not_acceptable", "answers are JSON: send 'Accept: application/json, text/event-stream'");
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}

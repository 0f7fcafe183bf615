package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.protocol.RpcCall.RemoteCalls;
import dev.guerdon.server.protocol.RpcCall.RpcException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.EnvironmentService.Capacity;
import dev.guerdon.server.spi.ServedEnvironment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The methods by which OpenEnv's clients make sessions over plain JSON-RPC and call tools in them. The same session can be played over a
 * WebSocket, too.
 */
record SharedSessions(EnvironmentService environments) {

    /** Returns whether a call is one of these. */
    static boolean isOne(RpcCall call) {
        return call.method().startsWith("openenv/")
                || call.params().find("session_id").isPresent();
    }

    /** Answers a call that names its session itself. */
    Map<String, @Nullable Object> answer(String client, ServedEnvironment environment, RpcCall call) {
        return switch (call.method()) {
            case "openenv/session/create" -> create(client, environment);
            case "openenv/session/close" -> {
                EnvironmentHandle session = find(client, call);
                session.close();
                yield new JsonMembers().with("session_id", session.id()).with("closed", true);
            }
            default -> answer(find(client, call), call);
        };
    }

    private Map<String, @Nullable Object> create(String client, ServedEnvironment environment) {
        return new JsonMembers().with("session_id", open(client, environment).id());
    }

    /** Opens a session for a client that only sends messages. */
    EnvironmentHandle open(String client, ServedEnvironment environment) {
        try {
            return environments.open(client, environment, "");
        } catch (ServeException e) {
            if (!e.kind().equals("too_many_sessions")) {
                throw RpcException.serverError(String.valueOf(e.getMessage()));
            }
            Capacity capacity = environments.capacity(environment);
            JsonMembers data =
                    new JsonMembers().with("active_sessions", capacity.active()).with("max_sessions", capacity.most());
            throw new RpcException(RpcException.SERVER_ERROR, String.valueOf(e.getMessage()), data);
        }
    }

    private EnvironmentHandle find(String client, RpcCall call) {
        String id = call.text("session_id");
        try {
            return environments.session(client, id);
        } catch (ServeException e) {
            throw RpcException.invalidParams(
                    id.isEmpty() ? "expected a session's id as 'session_id'" : String.valueOf(e.getMessage()));
        }
    }

    /** Answers a call in a session. A tool that is called before the first reset begins an episode. */
    Map<String, @Nullable Object> answer(EnvironmentHandle session, RpcCall call) {
        return switch (call.method()) {
            case "tools/list" -> RemoteCalls.list(session.environment().tools(), List.of());
            case "tools/call" -> {
                if (session.state().task().isEmpty()) {
                    var unused = session.reset(new WantedTask.Usual());
                }
                Map<String, @Nullable Object> result = RemoteCalls.call(session, call);
                // OpenEnv's client takes this member for what the tool gave.
                result.put("data", RemoteCalls.text(result));
                yield result;
            }
            case "openenv/session/create" -> {
                yield new JsonMembers().with("session_id", session.id());
            }
            default ->
                throw new RpcException(
                        RpcException.METHOD_NOT_FOUND,
                        "there is no method '" + call.method() + "' here; there are: tools/list, tools/call");
        };
    }

    /** Answers a text in a session, whatever it is. */
    Map<String, @Nullable Object> message(EnvironmentHandle session, String text) {
        return answered(session, () -> RpcCall.read(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Answers a message in a session, whatever it is. */
    Map<String, @Nullable Object> message(EnvironmentHandle session, Json message) {
        return answered(session, () -> RpcCall.of(message));
    }

    private Map<String, @Nullable Object> answered(EnvironmentHandle session, Supplier<RpcCall> read) {
        Object id = null;
        try {
            RpcCall call = read.get();
            id = call.id();
            return call.answer(answer(session, call));
        } catch (RpcException e) {
            return RpcCall.answer(id, e);
        } catch (GuerdonException e) {
            return RpcCall.answer(id, new RpcException(RpcException.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        }
    }
}

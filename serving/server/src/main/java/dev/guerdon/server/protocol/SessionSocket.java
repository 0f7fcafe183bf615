package dev.guerdon.server.protocol;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.protocol.OpenEnvCodec.InvalidException;
import dev.guerdon.server.protocol.RpcCall.RpcException;
import dev.guerdon.server.spi.Endpoints.SocketListener;
import dev.guerdon.server.spi.Endpoints.SocketListener.MessageSocket;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.EnvironmentService.Capacity;
import dev.guerdon.server.spi.ServedEnvironment;
import java.lang.System.Logger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One session over a WebSocket. It ends with the connection, unless the client made it before and only plays it here. */
class SessionSocket implements SocketListener {

    private static final Logger LOG = System.getLogger(SessionSocket.class.getName());
    private static final int NORMAL = 1000;
    private static final int TRY_AGAIN = 1013;
    private static final int INTERNAL = 1011;

    private final EnvironmentService environments;
    private final SharedSessions shared;
    private final Map<String, SessionSocket> attached;
    private final String client;
    private final String environment;
    private final String wanted;
    private @Nullable MessageSocket socket;
    private @Nullable EnvironmentHandle session;
    private @Nullable String episode;
    private boolean gone;

    /**
     * A session to be.
     *
     * @param attached which WebSocket plays a session that was made before it
     * @param environment the name of the environment; empty for the first
     * @param wanted the id of a session that is there; empty for a new one
     */
    SessionSocket(
            EnvironmentService environments,
            SharedSessions shared,
            Map<String, SessionSocket> attached,
            String client,
            String environment,
            String wanted) {
        this.environments = environments;
        this.shared = shared;
        this.attached = attached;
        this.client = client;
        this.environment = environment;
        this.wanted = wanted;
    }

    @Override
    public void opened(MessageSocket opened) {
        socket = opened;
        ServedEnvironment served;
        try {
            served = environments.environment(environment);
            EnvironmentHandle made;
            if (wanted.isEmpty()) {
                made = environments.open(client, served, "");
            } else {
                made = environments.session(client, wanted);
                if (attached.putIfAbsent(wanted, this) != null) {
                    throw new ServeException(
                            409, "session_taken", "the session '" + wanted + "' already has an attached WebSocket");
                }
            }
            enter(made);
        } catch (ServeException e) {
            refuse(opened, e);
        } catch (GuerdonException e) {
            error("FACTORY_ERROR", String.valueOf(e.getMessage()), Map.of("factory_name", environment));
            opened.close(INTERNAL, "no environment");
        }
    }

    /** Plays in a session from now on, unless the client is gone already. */
    private void enter(EnvironmentHandle made) {
        synchronized (this) {
            session = made;
            if (!gone) {
                return;
            }
        }
        leave(made);
    }

    private void refuse(MessageSocket opened, ServeException e) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>();
        String code = "SESSION_ERROR";
        switch (e.kind()) {
            case "too_many_sessions" -> {
                Capacity capacity = environments.capacity(environments.environment(environment));
                more.put("active_sessions", capacity.active());
                more.put("max_sessions", capacity.most());
                code = "CAPACITY_REACHED";
            }
            case "environment_failed", "environment_lost" -> {
                more.put("factory_name", environment);
                code = "FACTORY_ERROR";
            }
            default -> {}
        }
        error(code, String.valueOf(e.getMessage()), more);
        opened.close(code.equals("CAPACITY_REACHED") ? TRY_AGAIN : INTERNAL, code);
    }

    private void error(String code, String message, Map<String, @Nullable Object> more) {
        JsonMembers data = new JsonMembers().with("message", message).with("code", code);
        data.putAll(more);
        send("error", SecretFilter.known().redactValue(data));
    }

    private void send(String type, @Nullable Object data) {
        MessageSocket open = socket;
        if (open != null) {
            JsonMembers message = new JsonMembers().with("type", type).with("data", data);
            open.send(JsonCodec.write(message));
        }
    }

    private synchronized @Nullable EnvironmentHandle session() {
        return session;
    }

    @Override
    public void text(String message) {
        EnvironmentHandle own = session();
        MessageSocket open = socket;
        if (own == null || open == null) {
            return; // refused, and told so
        }
        Json json;
        try {
            json = JsonCodec.read(message, "the message");
        } catch (GuerdonException e) {
            error("INVALID_JSON", "Invalid JSON: " + e.getMessage(), Map.of());
            return;
        }
        try {
            play(own, open, json);
        } catch (InvalidException e) {
            error("VALIDATION_ERROR", "Invalid message: " + e.getMessage(), Map.of("errors", e.errors(List.of())));
        } catch (ServeException e) {
            boolean over = e.kind().equals("unknown_session");
            error(over ? "SESSION_ERROR" : "EXECUTION_ERROR", String.valueOf(e.getMessage()), Map.of("kind", e.kind()));
            if (over) {
                open.close(NORMAL, "the session has ended");
            }
        } catch (GuerdonException e) {
            error("EXECUTION_ERROR", String.valueOf(e.getMessage()), Map.of());
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.WARNING, "a message failed", e);
            error("EXECUTION_ERROR", "internal error; the server's log has it", Map.of());
        }
    }

    private void play(EnvironmentHandle own, MessageSocket open, Json json) {
        if (!json.isObject()) {
            throw new InvalidException(List.of(), "expected an object with 'type', found " + json.kind());
        }
        Object type = json.find("type").map(Json::value).orElse("");
        switch (type instanceof String text ? text : "") {
            case "reset" -> {
                OpenEnvCodec.Reset reset = OpenEnvCodec.reset(data(json, false));
                EpisodeStep first = reset.choice().begin(own);
                episode = reset.episode() == null ? UUID.randomUUID().toString() : reset.episode();
                send("observation", OpenEnvCodec.first(first, own.task()));
            }
            case "step" -> send("observation", OpenEnvCodec.step(own, data(json, true)));
            case "state" -> {
                only(json, "type");
                send("state", OpenEnvCodec.state(own.state(), episode));
            }
            case "mcp" -> send("mcp", shared.message(own, data(json, true)));
            case "close" -> {
                only(json, "type");
                leave(own); // before the client knows that it may come again
                open.close(NORMAL, "");
            }
            default ->
                error("UNKNOWN_TYPE", "Unknown message type: " + ServeException.shown(String.valueOf(type)), Map.of());
        }
    }

    private static void only(Json json, String... names) {
        for (String name : json.asMap().keySet()) {
            if (!List.of(names).contains(name)) {
                throw new InvalidException(List.of(name), "Extra inputs are not permitted");
            }
        }
    }

    private static Json data(Json json, boolean required) {
        only(json, "type", "data");
        Json data = json.find("data").orElse(new Json(required ? null : Map.of()));
        if (!data.isObject()) {
            throw new InvalidException(List.of("data"), "Input should be a valid dictionary, found " + data.kind());
        }
        return data;
    }

    /** The connection is gone. */
    @Override
    public void closed() {
        EnvironmentHandle own;
        synchronized (this) {
            gone = true;
            own = session;
        }
        if (own != null) {
            leave(own);
        }
    }

    private void leave(EnvironmentHandle own) {
        if (wanted.isEmpty()) {
            own.close();
        } else {
            attached.remove(wanted, this);
        }
    }

    /** A WebSocket on which nothing but tools are called, in JSON-RPC; it has a session of its own. */
    static final class ToolSocket extends SessionSocket {

        ToolSocket(EnvironmentService environments, SharedSessions shared, String client, String environment) {
            super(environments, shared, Map.of(), client, environment, "");
        }

        @Override
        public void opened(MessageSocket opened) {
            super.socket = opened;
            try {
                super.enter(super.shared.open(super.client, super.environments.environment(super.environment)));
            } catch (RpcException e) {
                opened.send(JsonCodec.write(RpcCall.answer(null, e)));
                opened.close(TRY_AGAIN, "no session");
            }
        }

        @Override
        public void text(String message) {
            EnvironmentHandle own = super.session();
            MessageSocket open = super.socket;
            if (own != null && open != null) {
                open.send(JsonCodec.write(super.shared.message(own, message)));
            }
        }
    }
}

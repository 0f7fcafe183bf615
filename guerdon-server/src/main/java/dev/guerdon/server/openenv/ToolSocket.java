package dev.guerdon.server.openenv;

import dev.guerdon.base.JsonCodec;
import dev.guerdon.server.mcp.SharedSessions;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.MessageSocket;
import dev.guerdon.server.spi.SocketListener;
import org.jspecify.annotations.Nullable;

/** A WebSocket on which nothing but tools are called, in JSON-RPC; it has a session of its own. */
final class ToolSocket implements SocketListener {

    private static final int TRY_AGAIN = 1013;

    private final EnvironmentService environments;
    private final SharedSessions shared;
    private final String client;
    private final String environment;
    private @Nullable MessageSocket socket;
    private @Nullable EnvironmentHandle session;
    private boolean gone;

    ToolSocket(EnvironmentService environments, SharedSessions shared, String client, String environment) {
        this.environments = environments;
        this.shared = shared;
        this.client = client;
        this.environment = environment;
    }

    @Override
    public void opened(MessageSocket opened) {
        socket = opened;
        SharedSessions.Made made = shared.make(client, environments.environment(environment));
        EnvironmentHandle own = made.session();
        if (own == null) {
            opened.send(JsonCodec.write(made.refusal()));
            opened.close(TRY_AGAIN, "no session");
            return;
        }
        synchronized (this) {
            session = own;
            if (!gone) {
                return;
            }
        }
        own.close();
    }

    @Override
    public void text(String message) {
        EnvironmentHandle own;
        synchronized (this) {
            own = session;
        }
        MessageSocket open = socket;
        if (own != null && open != null) {
            open.send(JsonCodec.write(shared.message(own, message)));
        }
    }

    @Override
    public void closed() {
        EnvironmentHandle own;
        synchronized (this) {
            gone = true;
            own = session;
        }
        if (own != null) {
            own.close();
        }
    }
}

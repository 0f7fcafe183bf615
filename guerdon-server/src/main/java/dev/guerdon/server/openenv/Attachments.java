package dev.guerdon.server.openenv;

import dev.guerdon.server.http.ServeException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which WebSocket plays a session that was made before it: one at most. */
final class Attachments {

    private final Map<String, SessionSocket> sockets = new ConcurrentHashMap<>();

    void attach(String session, SessionSocket socket) {
        if (sockets.putIfAbsent(session, socket) != null) {
            throw new ServeException(
                    409, "session_taken", "the session '" + session + "' already has an attached WebSocket");
        }
    }

    void detach(String session, SessionSocket socket) {
        sockets.remove(session, socket);
    }
}

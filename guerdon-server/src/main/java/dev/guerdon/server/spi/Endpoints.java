package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import io.helidon.webserver.http.HttpRouting;
import java.util.Optional;

/** Some routes of a server, and what lives behind them. */
@Experimental
public interface Endpoints extends AutoCloseable {

    /** Adds the routes. */
    void addTo(HttpRouting.Builder routing);

    /** Whether paths may hold characters that should have been encoded, such as {@code [}; some existing clients send them. */
    default boolean lenientPaths() {
        return false;
    }

    /** Who listens to a WebSocket that a client asks for; empty where there is none at that path. */
    default Optional<SocketListener> socket(SocketRequest request) {
        return Optional.empty();
    }

    /** Ends the sessions behind the routes; called after the server has stopped. */
    @Override
    void close();
}

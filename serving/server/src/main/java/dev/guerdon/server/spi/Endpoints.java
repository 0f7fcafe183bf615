package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.server.spi.Endpoints.SocketListener.SocketRequest;
import io.helidon.webserver.http.HttpRouting;
import java.util.Map;
import java.util.Optional;

/** Some routes of a server, and what lives behind them. */
@Experimental
public interface Endpoints extends AutoCloseable {

    /** Adds the routes. */
    void addTo(HttpRouting.Builder routing);

    /** Returns whether paths may hold characters that should have been encoded, such as {@code [}; some existing clients send them. */
    default boolean lenientPaths() {
        return false;
    }

    /** Returns who listens to a WebSocket that a client asks for; empty if there is none at that path. */
    default Optional<SocketListener> socket(SocketRequest request) {
        return Optional.empty();
    }

    /** Ends the sessions behind the routes, if there are any; called after the server has stopped. */
    @Override
    default void close() {}

    /** Listener to one WebSocket. It is told one thing after the other, in a thread that may wait; meanwhile the connection stays alive. */
    public interface SocketListener {

        /** Handles the opening of the connection. */
        void opened(MessageSocket socket);

        /** Handles a whole message. */
        void text(String message);

        /** Handles the end of the connection, for whatever reason; called at once, also while a message is being worked on. */
        void closed();

        /**
         * A client's wish for a WebSocket. It has passed the same door as every other request.
         *
         * @param path the path, without a query
         * @param query the first value of each parameter
         * @param client whose it is
         */
        record SocketRequest(String path, Map<String, String> query, String client) {

            public SocketRequest {
                query = Map.copyOf(query);
            }
        }

        /** The server's end of a WebSocket. Any thread may use it. */
        interface MessageSocket {

            /** Sends a message, or drops it if the connection is gone. */
            void send(String text);

            /**
             * Ends the connection in an orderly way.
             *
             * @param code a WebSocket's status code, such as 1000
             * @param reason why, of which 123 bytes are sent at most
             */
            void close(int code, String reason);
        }
    }
}

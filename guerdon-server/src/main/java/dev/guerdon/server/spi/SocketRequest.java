package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import java.util.Map;

/**
 * A client's wish for a WebSocket. It has passed the same door as every other request.
 *
 * @param path the path, without a query
 * @param query the first value of each parameter
 * @param client whose it is
 */
@Experimental
public record SocketRequest(String path, Map<String, String> query, String client) {

    public SocketRequest {
        query = Map.copyOf(query);
    }
}

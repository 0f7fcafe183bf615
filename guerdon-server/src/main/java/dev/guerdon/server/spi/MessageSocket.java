package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;

/** The server's end of a WebSocket. Any thread may use it. */
@Experimental
public interface MessageSocket {

    /** Sends a message. One that can reach nobody any more is dropped. */
    void send(String text);

    /**
     * Ends the connection in an orderly way.
     *
     * @param code a WebSocket's status code, such as 1000
     * @param reason why, of which 123 bytes are sent at most
     */
    void close(int code, String reason);
}

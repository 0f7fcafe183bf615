package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;

/** What happens on one WebSocket. It is told one thing after the other, in a thread that may wait; meanwhile the connection stays alive. */
@Experimental
public interface SocketListener {

    /** The connection is open. */
    void opened(MessageSocket socket);

    /** A message has come, whole. */
    void text(String message);

    /** The connection is gone, for whatever reason; told at once, also while a message is being worked on. */
    void closed();
}

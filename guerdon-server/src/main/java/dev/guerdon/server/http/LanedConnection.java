package dev.guerdon.server.http;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** A connection of the library whose lane ends with it. */
record LanedConnection(ServerConnection library, FastLane.Lane lane) implements ServerConnection {

    @Override
    public void handle(Limit limit) throws InterruptedException {
        try {
            library.handle(limit);
        } finally {
            lane.close();
        }
    }

    @Override
    public Duration idleTime() {
        return library.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        library.close(interrupt);
    }
}

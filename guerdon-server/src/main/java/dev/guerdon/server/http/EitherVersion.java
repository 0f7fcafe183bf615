package dev.guerdon.server.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A connection whose first bytes say which version of HTTP it speaks.
 *
 * <p>HTTP/2 without TLS begins with a preface that no request of HTTP/1.1 can be, from a client that knows before it asks. Its frames have
 * lengths of their own, so the strict reader has nothing to look at; the doorkeeper and all limits are the same.
 */
final class EitherVersion implements ServerConnection {

    /** Enough of the preface to know it: no method of HTTP/1.1 is called so. */
    private static final byte[] PREFACE_START = "PRI ".getBytes(StandardCharsets.US_ASCII);

    private static final long MOST_STREAMS = 128;
    private static final int WINDOW = 256 << 10;

    private final ConnectionContext context;
    private final Http2ConnectionSelector second;
    private volatile ServerConnection chosen;

    EitherVersion(ConnectionContext context, ServerConnection first, Http2ConnectionSelector second) {
        this.context = context;
        this.second = second;
        this.chosen = first;
    }

    /** HTTP/2 within the limits that hold for HTTP/1.1. */
    static Http2ConnectionSelector secondVersion() {
        return Http2ConnectionSelector.builder()
                .http2Config(Http2Config.builder()
                        .maxHeaderListSize(RequestGuard.LARGEST_HEAD)
                        .maxConcurrentStreams(MOST_STREAMS)
                        .initialWindowSize(WINDOW)
                        .sendErrorDetails(false)
                        .build())
                .build();
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        if (isSecondVersion()) {
            chosen = second.connection(context);
        }
        chosen.handle(limit);
    }

    private boolean isSecondVersion() {
        DataReader reader = context.dataReader();
        try {
            while (reader.available() < PREFACE_START.length) {
                if (reader.available() > 0 && reader.lookup() != PREFACE_START[0]) {
                    return false;
                }
                reader.pullData();
            }
        } catch (RuntimeException e) {
            // Who says nothing more is left to those who know what to do about it.
            return false;
        }
        return reader.startsWith(PREFACE_START);
    }

    @Override
    public Duration idleTime() {
        return chosen.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        chosen.close(interrupt);
    }
}

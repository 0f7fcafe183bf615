package dev.guerdon.server.http;

import dev.guerdon.server.spi.Endpoints.SocketListener;
import dev.guerdon.server.spi.Endpoints.SocketListener.SocketRequest;
import io.helidon.common.buffers.BufferData;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns requests into WebSockets, and looks after those that are open.
 *
 * <p>A request that the access filter would refuse, or that has no listener, is not turned; it then takes the way of every other request,
 * where it gets its answer.
 *
 * <p>Helidon's own WebSockets cannot take their place: their reader decodes each fragment of a text alone, which cuts characters in two,
 * ignores reserved bits, and tells no listener that a connection is lost. {@link FrameReader} and {@link SocketConnection} are strict.
 */
final class WebSockets implements Http1Upgrader, AutoCloseable {

    /** The value of the header. */
    static final String NAME = "websocket";

    private static final HeaderName KEY = HeaderNames.create("Sec-WebSocket-Key");
    private static final HeaderName VERSION = HeaderNames.create("Sec-WebSocket-Version");
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    /** Time that a client may be silent before it is asked whether it is there; well below the time after which the silence ends it. */
    private static final Duration SILENCE = Duration.ofSeconds(40);

    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final AccessFilter door;
    private final Function<SocketRequest, Optional<SocketListener>> listeners;
    private final long largest;
    private final Set<SocketConnection> open = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Thread watch;
    private volatile boolean closing;

    /**
     * WebSockets.
     *
     * @param listeners finds who listens at a path
     * @param largest the bytes of the largest message
     */
    WebSockets(AccessFilter door, Function<SocketRequest, Optional<SocketListener>> listeners, long largest) {
        this.door = door;
        this.listeners = listeners;
        this.largest = largest;
    }

    @Override
    public String supportedProtocol() {
        return NAME;
    }

    @Override
    @SuppressWarnings("NullAway") // null is the library's word for "not upgraded"
    public @Nullable ServerConnection upgrade(
            ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
        String key = headers.first(KEY).orElse("");
        if (closing
                || !(context instanceof GuardedConnections.Guarded guarded)
                || !prologue.method().equals(Method.GET)
                || !headers.first(VERSION).orElse("").equals("13")
                || !headers.first(HeaderNames.CONNECTION)
                        .orElse("")
                        .toLowerCase(Locale.ROOT)
                        .contains("upgrade")
                || !isKey(key)) {
            return null;
        }
        String client = door.client(prologue, headers, context.remotePeer());
        if (client == null) {
            return null;
        }
        Optional<SocketListener> listener = listeners.apply(
                new SocketRequest(prologue.uriPath().path(), JsonResponses.members(prologue.query()), client));
        if (listener.isEmpty() || !guarded.unguard()) {
            return null;
        }
        String answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Accept: " + accept(key) + "\r\n\r\n";
        context.dataWriter().writeNow(BufferData.create(answer.getBytes(StandardCharsets.US_ASCII)));
        return new SocketConnection(context, listener.get(), door.budget(), largest, this);
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == 16;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String accept(String key) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1")
                            .digest((key + GUID).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-1", e);
        }
    }

    void opened(SocketConnection connection) {
        open.add(connection);
        if (watch == null) {
            start();
        }
        if (closing) {
            connection.close(FrameReader.GOING_AWAY, "the server is ending");
        }
    }

    private synchronized void start() {
        if (watch == null && !closing) {
            watch = Thread.ofVirtual().name("guerdon-websockets").start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    LockSupport.parkNanos(LOOK.toNanos());
                    look(System.nanoTime());
                }
            });
        }
    }

    private void look(long now) {
        open.forEach(each -> each.look(now, SILENCE.toNanos(), PATIENCE.toNanos()));
    }

    void closed(SocketConnection connection) {
        open.remove(connection);
    }

    /** Ends all of them: tells their clients, waits a moment for their answers, and ends those that give none. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
        }
        Thread own = watch;
        if (own != null) {
            own.interrupt();
        }
        open.forEach(
                each -> Thread.ofVirtual().start(() -> each.close(FrameReader.GOING_AWAY, "the server is ending")));
        long until = System.nanoTime() + FAREWELL.toNanos();
        while (!open.isEmpty()
                && System.nanoTime() - until < 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(5_000_000);
        }
        open.forEach(SocketConnection::end);
    }
}

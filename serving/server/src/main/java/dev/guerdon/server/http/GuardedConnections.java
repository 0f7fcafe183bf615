package dev.guerdon.server.http;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;

/**
 * Puts a {@link RequestGuard} between every connection and the HTTP library, and bounds how many there are.
 *
 * <p>They speak HTTP/1.1. The library's HTTP/2 takes header blocks without end and checks too little of what they say, so it is not offered.
 */
@Internal
public final class GuardedConnections implements ServerConnectionSelector {

    /** The most connections at once; fewer where the heap is small, or the process may have few files open. */
    static final int MAX_CONNECTIONS = 16_384;

    private static final int CONNECTION_BYTES = 40 << 10;
    private static final int LARGE_HEAD_BYTES = 512 << 10;

    private static final byte[] FULL = """
        HTTP/1.1 503 Service Unavailable\r
        Connection: close\r
        Retry-After: 1\r
        Content-Length: 0\r
        \r
        """.getBytes(StandardCharsets.US_ASCII);

    private static final byte[] HEAD = "HEAD ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] GET = "GET ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NONE = {};

    private final Http1ConnectionSelector library;
    private final WebSockets sockets;
    private final boolean lenientPaths;
    private final Semaphore places;
    private final Semaphore largeHeads;

    /**
     * Connections whose requests the library reads once the guard has read them.
     *
     * @param door decides which requests become WebSockets
     * @param largest the bytes of the largest message of a WebSocket
     */
    public GuardedConnections(AccessFilter door, Endpoints endpoints, long largest) {
        this.sockets = new WebSockets(door, endpoints::socket, largest);
        this.lenientPaths = endpoints.lenientPaths();
        long memory = Runtime.getRuntime().maxMemory();
        this.places =
                new Semaphore(Math.clamp(Math.min(memory / CONNECTION_BYTES, files() / 4 * 3), 64, MAX_CONNECTIONS));
        this.largeHeads = new Semaphore(Math.clamp(memory / 8 / LARGE_HEAD_BYTES, 16, MAX_CONNECTIONS));
        this.library = Http1ConnectionSelector.builder()
                .putUpgrader(WebSockets.NAME, sockets)
                .putUpgrader("WebSocket", sockets)
                .config(Http1Config.builder()
                        .validatePath(!lenientPaths)
                        // The guard's limits hold; the library's only have to be above them.
                        .maxPrologueLength(RequestGuard.LONGEST_ADDRESS + 64)
                        .maxHeadersSize(RequestGuard.LARGEST_HEAD * 2)
                        .build())
                .build();
    }

    /** Returns whether a path, as it was sent, can only be read in one way. */
    public static boolean isPlain(String path) {
        return RequestGuard.isPlain(path);
    }

    /** Ends all WebSockets, and tells their clients. */
    public void closeSockets() {
        sockets.close();
    }

    /** Returns how many files the process may have open. Without any left, the library gives up its port. */
    private static long files() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        && unix.getMaxFileDescriptorCount() > 0
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    /** Takes everything for HTTP/1.1, so that anything else gets an answer that says so. */
    @Override
    public Support supports(BufferData data) {
        return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return library.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        if (!places.tryAcquire()) {
            context.dataWriter().writeNow(BufferData.create(FULL));
            throw JsonResponses.closed();
        }
        RequestGuard guard = new RequestGuard(System::nanoTime, lenientPaths, largeHeads);
        return new HeldConnection(library.connection(new Guarded(context, guard)), () -> {
            guard.close();
            places.release();
        });
    }

    /** The bytes of a connection, one request after the other, after the guard has seen them. */
    private static final class Source {

        private final DataReader from;
        private final RequestGuard guard;
        private final HeadWriter writer;
        private byte[] rest = NONE;
        private boolean told;
        private boolean raw;

        Source(DataReader from, RequestGuard guard, HeadWriter writer) {
            this.from = from;
            this.guard = guard;
            this.writer = writer;
        }

        private byte[] available() {
            from.ensureAvailable();
            return from.readBytes(from.available());
        }

        private byte[] arrived() {
            try {
                return available();
            } catch (DataReader.InsufficientDataAvailableException e) {
                throw guard.isInBody()
                        ? refused(new RequestGuard.Refusal(
                                400, "the body of the request did not arrive as its headers say"))
                        : e;
            }
        }

        /** Returns the next bytes, none of them from behind a request. What comes before a fault is given out first. */
        byte[] next() {
            if (raw) {
                return available();
            }
            RequestGuard.Refusal refusal = guard.refusal();
            if (refusal != null) {
                throw refused(refusal);
            }
            byte[] bytes = rest.length == 0 ? arrived() : rest;
            rest = NONE;
            boolean isHead = false;
            boolean begins = guard.isBetweenRequests();
            if (begins) {
                // The library has answered what came before, so the next answer is that to this request.
                while (bytes.length < HEAD.length && startsWith(HEAD, bytes)) {
                    bytes = joined(bytes, available());
                }
                isHead = startsWith(bytes, HEAD);
                writer.next(isHead);
            }
            int end = guard.read(bytes, 0);
            RequestGuard.Refusal fault = guard.refusal();
            // Nothing of a line that is wrong may be enough for the library to act on, so its end is kept back.
            int sound = fault == null ? end : end - 1;
            if (fault != null && sound <= 0) {
                throw refused(fault);
            }
            if (fault == null && end < bytes.length) {
                rest = Arrays.copyOfRange(bytes, end, bytes.length);
            }
            if (!isHead || sound < HEAD.length) {
                return sound == bytes.length ? bytes : Arrays.copyOf(bytes, sound);
            }
            return joined(GET, Arrays.copyOfRange(bytes, HEAD.length, sound));
        }

        private static boolean startsWith(byte[] bytes, byte[] prefix) {
            return bytes.length >= prefix.length && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
        }

        private static byte[] joined(byte[] first, byte[] second) {
            byte[] both = Arrays.copyOf(first, first.length + second.length);
            System.arraycopy(second, 0, both, first.length, second.length);
            return both;
        }

        /** Tells the client once. Reading on after that, to see whether the body has a rest, ends the connection. */
        private RuntimeException refused(RequestGuard.Refusal refusal) {
            if (told) {
                return JsonResponses.closed();
            }
            told = true;
            return RequestException.builder()
                    .type(DirectHandler.EventType.BAD_REQUEST)
                    .status(Status.create(refusal.status()))
                    .message(refusal.detail())
                    .safeMessage(true)
                    .setKeepAlive(false)
                    .build();
        }
    }

    /** A connection's context with a reader of its own. */
    static final class Guarded implements ConnectionContext {

        private final ConnectionContext context;
        private final Source source;
        private final HeadWriter writer;
        private final DataReader reader;

        Guarded(ConnectionContext context, RequestGuard guard) {
            this.context = context;
            this.writer = new HeadWriter(context.dataWriter());
            this.source = new Source(context.dataReader(), guard, writer);
            this.reader = new DataReader(source::next);
        }

        /** Lets the bytes pass that follow, which are no requests any more; false where they began to come too early, or after HEAD. */
        boolean unguard() {
            boolean clean = source.guard.isBetweenRequests()
                    && reader.available() == 0
                    && source.rest.length == 0
                    && !writer.isHeadOnly();
            source.raw = clean;
            return clean;
        }

        @Override
        public DataReader dataReader() {
            return reader;
        }

        @Override
        public ListenerContext listenerContext() {
            return context.listenerContext();
        }

        @Override
        public ExecutorService executor() {
            return context.executor();
        }

        @Override
        public DataWriter dataWriter() {
            return writer;
        }

        @Override
        public Router router() {
            return context.router();
        }

        @Override
        public Optional<ProxyProtocolData> proxyProtocolData() {
            return context.proxyProtocolData();
        }

        @Override
        public HelidonSocket serverSocket() {
            return context.serverSocket();
        }

        @Override
        public PeerInfo remotePeer() {
            return context.remotePeer();
        }

        @Override
        public PeerInfo localPeer() {
            return context.localPeer();
        }

        @Override
        public boolean isSecure() {
            return context.isSecure();
        }

        @Override
        public String socketId() {
            return context.socketId();
        }

        @Override
        public String childSocketId() {
            return context.childSocketId();
        }
    }

    /**
     * A connection of the library, and what is given back when it ends.
     *
     * @param end gives it back
     */
    private record HeldConnection(ServerConnection library, Runnable end) implements ServerConnection {

        @Override
        public void handle(Limit limit) throws InterruptedException {
            try {
                library.handle(limit);
            } finally {
                end.run();
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

    /**
     * A writer of answers that leaves out the bodies of answers to HEAD.
     *
     * <p>The library knows no HEAD: it answers what it takes for a GET, with the headers of that, and this lets nothing else pass.
     */
    static final class HeadWriter implements DataWriter {

        private static final byte[] END = {'\r', '\n', '\r', '\n'};
        private static final int STATUS_AT = "HTTP/1.1 ".length();

        private final DataWriter to;
        private boolean headOnly;
        private int seen;
        private int matched;
        private boolean interim;

        HeadWriter(DataWriter to) {
            this.to = to;
        }

        /** Begins the next answer, which is one to HEAD or not. */
        void next(boolean isHead) {
            headOnly = isHead;
            seen = 0;
            matched = 0;
        }

        boolean isHeadOnly() {
            return headOnly;
        }

        /** Returns what may pass of the next bytes of an answer. */
        private BufferData head(BufferData answer) {
            byte[] bytes = answer.readBytes();
            int end = 0;
            while (end < bytes.length && matched < END.length) {
                byte c = bytes[end++];
                if (seen++ == STATUS_AT) {
                    interim = c == '1';
                }
                matched = c == END[matched] ? matched + 1 : c == END[0] ? 1 : 0;
                if (matched == END.length && interim) {
                    next(true);
                }
            }
            return BufferData.create(bytes, 0, end);
        }

        @Override
        public void write(BufferData... buffers) {
            for (BufferData each : buffers) {
                write(each);
            }
        }

        @Override
        public void write(BufferData buffer) {
            to.write(headOnly ? head(buffer) : buffer);
        }

        @Override
        public void writeNow(BufferData... buffers) {
            for (BufferData each : buffers) {
                writeNow(each);
            }
        }

        @Override
        public void writeNow(BufferData buffer) {
            to.writeNow(headOnly ? head(buffer) : buffer);
        }

        @Override
        public void flush() {
            to.flush();
        }

        @Override
        public void close() {
            to.close();
        }
    }
}

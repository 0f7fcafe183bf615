package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
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
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Puts a {@link RequestGuard} between every connection and the HTTP library. */
@Internal
public final class GuardedConnections implements ServerConnectionSelector {

    private final Http1ConnectionSelector library;
    private final Http2ConnectionSelector secondVersion = EitherVersion.secondVersion();
    private final @Nullable FastLane lane;

    /**
     * Connections whose requests the library reads under this configuration, once the guard has read them.
     *
     * @param lane answers the plainest of them before; null where the library answers all
     * @param sockets turns some of them into WebSockets
     */
    public GuardedConnections(Http1Config.Builder config, @Nullable FastLane lane, WebSockets sockets) {
        this.lane = lane;
        this.library = Http1ConnectionSelector.builder()
                .putUpgrader(WebSockets.NAME, sockets)
                .putUpgrader("WebSocket", sockets)
                .config(config
                        // The guard's limits hold; the library's only have to be above them.
                        .maxPrologueLength(RequestGuard.LONGEST_ADDRESS + 64)
                        .maxHeadersSize(RequestGuard.LARGEST_HEAD * 2)
                        .build())
                .build();
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    /** Everything but the preface of HTTP/2 is taken for HTTP/1.1, so that whatever is not gets an answer that says so. */
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
        return new EitherVersion(context, version1(context), secondVersion);
    }

    private ServerConnection version1(ConnectionContext context) {
        if (lane == null) {
            return library.connection(new Guarded(context, null));
        }
        FastLane.Lane own = lane.open(context);
        return new LanedConnection(library.connection(new Guarded(context, own)), own);
    }

    /** The bytes of a connection, after the guard has seen them. */
    private static final class Source {

        private final DataReader from;
        private final RequestGuard guard = new RequestGuard(System::nanoTime);
        private final FastLane.@Nullable Lane lane;
        private boolean told;
        private boolean raw;

        Source(DataReader from, FastLane.@Nullable Lane lane) {
            this.from = from;
            this.lane = lane;
        }

        /** The next bytes. What comes before a fault is given out first, so that earlier requests get their answers. */
        byte[] next() {
            if (raw) {
                from.ensureAvailable();
                return from.readBytes(from.available());
            }
            RequestGuard.Refusal refusal = guard.refusal();
            if (refusal != null) {
                throw refused(refusal);
            }
            from.ensureAvailable();
            byte[] bytes = from.readBytes(from.available());
            if (lane != null && guard.isBetweenRequests()) {
                bytes = lane.pass(bytes);
            }
            guard.read(bytes);
            refusal = guard.refusal();
            if (refusal == null) {
                return bytes;
            }
            // Nothing of a line that is wrong may be enough for the library to act on, so its end is kept back.
            if (guard.sound() <= 1) {
                throw refused(refusal);
            }
            return Arrays.copyOf(bytes, guard.sound() - 1);
        }

        /** Tells the client once; whoever reads on after that, to see whether a body has a rest, ends the connection. */
        private RuntimeException refused(RequestGuard.Refusal refusal) {
            if (told) {
                return Responses.closed();
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
        private final DataReader reader;

        Guarded(ConnectionContext context, FastLane.@Nullable Lane lane) {
            this.context = context;
            this.source = new Source(context.dataReader(), lane);
            this.reader = new DataReader(source::next);
        }

        /** Lets the bytes pass that follow, which are no requests any more; false where they began to come too early. */
        boolean unguard() {
            boolean clean = source.guard.isBetweenRequests() && reader.available() == 0;
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
            return context.dataWriter();
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
}

package dev.guerdon.server;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.server.http.Doorkeeper;
import dev.guerdon.server.http.FastLane;
import dev.guerdon.server.http.GuardedConnections;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.http.Shortcut;
import dev.guerdon.server.http.WebSockets;
import dev.guerdon.server.protocol.GenericProtocol;
import dev.guerdon.server.session.SessionOptions;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A running HTTP server on virtual threads. */
@Experimental
public final class GuerdonServer implements AutoCloseable {

    private static final int MOST_CONNECTIONS = 16_384;

    /** The library would have the system hold 4 KiB: a client that sends more has to wait for each of these to be read. */
    private static final int RECEIVE_BUFFER = 128 << 10;

    /** How long a connection may say nothing, in a request or between two. */
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private final WebServer server;
    private final Endpoints endpoints;
    private final String host;
    private final WebSockets sockets;

    private GuerdonServer(WebServer server, Endpoints endpoints, WebSockets sockets, String host) {
        this.server = server;
        this.endpoints = endpoints;
        this.sockets = sockets;
        this.host = host;
    }

    /**
     * Starts a server.
     *
     * @param host the address to listen on; anything but loopback needs a token
     * @param port the port, 0 for any that is free
     * @param token what clients must show, as {@code Authorization: Bearer TOKEN}, as the password of Basic authentication, or as the
     *     query parameter {@code token}; at least 16 characters; null where they need none
     * @throws GuerdonException if the port is not free or the token is too short; the endpoints are closed then
     */
    public static GuerdonServer start(Endpoints endpoints, String host, int port, @Nullable String token) {
        try {
            return open(endpoints, host, port, token);
        } catch (RuntimeException e) {
            endpoints.close();
            throw e;
        }
    }

    private static GuerdonServer open(Endpoints endpoints, String host, int port, @Nullable String token) {
        boolean loopback = isLoopback(host);
        requireToken(host, loopback, token != null);
        return open(
                endpoints,
                host,
                port,
                new Doorkeeper(token, loopback, host),
                null,
                Doorkeeper.LARGEST_BODY,
                server -> server.maxPayloadSize(Doorkeeper.LARGEST_BODY));
    }

    static void requireToken(String host, boolean loopback, boolean has) {
        if (!loopback && !has) {
            throw new GuerdonException(
                    "listening on " + host + " makes the server reachable from other machines, which needs"
                            + " a token; pass --token or set GUERDON_TOKEN, or listen on 127.0.0.1; a reward server may ask"
                            + " for certificates of its clients instead, with --tls-client-ca");
        }
    }

    /**
     * Starts a server behind a doorkeeper.
     *
     * @param shortcut answers the plainest requests; null where the library answers all
     * @param largest the bytes of the largest message of a WebSocket
     * @param settings what else the library is told
     */
    static GuerdonServer open(
            Endpoints endpoints,
            String host,
            int port,
            Doorkeeper door,
            @Nullable Shortcut shortcut,
            long largest,
            Consumer<WebServerConfig.Builder> settings) {
        HttpRouting.Builder routing = HttpRouting.builder();
        routing.addFilter(door);
        routing.error(Exception.class, Responses::sendError);
        endpoints.addTo(routing);
        tryPort(host, port);
        WebSockets sockets = new WebSockets(door, endpoints::socket, largest);
        WebServer server = null;
        try {
            WebServerConfig.Builder builder = WebServer.builder();
            settings.accept(builder);
            server = builder.host(host)
                    .port(port)
                    .maxTcpConnections(MOST_CONNECTIONS)
                    .putListenerSocketOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER)
                    .connectionOptions(options -> options.readTimeout(SILENCE).tcpNoDelay(true))
                    .shutdownHook(false)
                    .directHandlers(Responses.beforeRouting())
                    .errorHandling(errors -> errors.includeEntity(true))
                    .addConnectionSelector(new GuardedConnections(
                            Http1Config.builder().validatePath(!endpoints.lenientPaths()),
                            shortcut == null ? null : new FastLane(door, shortcut),
                            sockets))
                    .routing(routing)
                    .build()
                    .start();
        } catch (RuntimeException e) {
            throw cannotListen(host, port, rootCause(e), e);
        }
        // The library starts without a port where another process was quicker, and only logs it.
        if (server.port() < 0) {
            server.stop();
            throw cannotListen(host, port, "the port is not free", null);
        }
        return new GuerdonServer(server, endpoints, sockets, host);
    }

    /** Says why a port cannot be had, which the library keeps to itself. */
    private static void tryPort(String host, int port) {
        if (port < 0 || port > 65_535) {
            throw new GuerdonException("expected a port from 0 to 65535, found " + port);
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw cannotListen(host, port, rootCause(e), e);
        }
    }

    private static GuerdonException cannotListen(String host, int port, String why, @Nullable Throwable cause) {
        String message = "the server cannot listen on " + host + ":" + port + ": " + why
                + "; end the program that uses the port, or choose another with --port (0 takes any free one)";
        return cause == null ? new GuerdonException(message) : new GuerdonException(message, cause);
    }

    /** The protocol in which an environment can be served that has none of its own. */
    public static EnvironmentProtocol generalProtocol(String environment) {
        return new GenericProtocol(environment);
    }

    /** The options that every environment server understands, besides host, port and token. */
    public static List<EnvironmentProvider.Option> options(EnvironmentProtocol protocol) {
        return SessionOptions.options(protocol.mostSessions());
    }

    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new GuerdonException("the host '" + host + "' is not known; use an address such as 127.0.0.1", e);
        }
    }

    private static String rootCause(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    public int port() {
        return server.port();
    }

    /** Where clients find it: {@code http://127.0.0.1:8000}. */
    public String url() {
        return (server.hasTls() ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + port();
    }

    @Override
    public void close() {
        sockets.close();
        server.stop();
        endpoints.close();
    }
}

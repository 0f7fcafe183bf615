package dev.guerdon.server;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.server.environment.EnvironmentProtocols;
import dev.guerdon.server.http.AccessFilter;
import dev.guerdon.server.http.AccessFilter.Tokens;
import dev.guerdon.server.http.GuardedConnections;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A running HTTP server on virtual threads. */
@Experimental
public final class GuerdonServer implements AutoCloseable {

    /** The library would have the system hold 4 KiB: a client that sends more has to wait for each of these to be read. */
    private static final int RECEIVE_BUFFER = 128 << 10;

    /** Time that a connection may say nothing, in a request or between two. */
    private static final Duration SILENCE = Duration.ofMinutes(2);

    /** Time that the end of a process may take that cannot go on. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(20);

    private final WebServer server;
    private final Endpoints endpoints;
    private final String host;
    private final GuardedConnections connections;
    private volatile @Nullable ListenerWatch watch;

    private GuerdonServer(WebServer server, Endpoints endpoints, GuardedConnections connections, String host) {
        this.server = server;
        this.endpoints = endpoints;
        this.connections = connections;
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
            boolean loopback = isLoopback(host);
            requireToken(host, loopback, token != null);
            Tokens tokens = token == null ? Tokens.NONE : Tokens.of(Map.of("", token));
            return open(
                    endpoints,
                    host,
                    port,
                    new AccessFilter(() -> tokens, loopback, host, Set.of(), AccessFilter.LARGEST_BODY),
                    AccessFilter.LARGEST_BODY,
                    server -> server.maxPayloadSize(AccessFilter.LARGEST_BODY));
        } catch (RuntimeException e) {
            endpoints.close();
            throw e;
        }
    }

    static void requireToken(String host, boolean loopback, boolean has) {
        if (!loopback && !has) {
            throw new GuerdonException(
                    "listening on " + host + " makes the server reachable from other machines, which needs a token;"
                            + " pass --token or set GUERDON_TOKEN, or listen on 127.0.0.1; a reward"
                            + " server may ask for certificates of its clients instead, with"
                            + " --tls-client-ca");
        }
    }

    /**
     * Starts a server behind an access filter.
     *
     * @param largest the bytes of the largest message of a WebSocket
     * @param settings what else the library is told
     */
    static GuerdonServer open(
            Endpoints endpoints,
            String host,
            int port,
            AccessFilter door,
            long largest,
            Consumer<WebServerConfig.Builder> settings) {
        HttpRouting.Builder routing = HttpRouting.builder();
        routing.addFilter(door);
        routing.error(Exception.class, JsonResponses::sendError);
        endpoints.addTo(routing);
        tryPort(host, port);
        GuardedConnections connections = new GuardedConnections(door, endpoints, largest);
        WebServer server = null;
        try {
            WebServerConfig.Builder builder = WebServer.builder();
            settings.accept(builder);
            server = builder.host(host)
                    .port(port)
                    .putListenerSocketOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER)
                    .connectionOptions(options -> options.readTimeout(SILENCE).tcpNoDelay(true))
                    .shutdownHook(false)
                    .directHandlers(JsonResponses.beforeRouting())
                    .errorHandling(errors -> errors.includeEntity(true))
                    .addConnectionSelector(connections)
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
        return new GuerdonServer(server, endpoints, connections, host);
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

    /** Returns the protocol in which an environment can be served that has none of its own. */
    public static EnvironmentProtocol generalProtocol(String environment) {
        return EnvironmentProtocols.general(environment);
    }

    /** Returns the options that every environment server understands, besides host, port and token. */
    public static List<EnvironmentProvider.Option> options(EnvironmentProtocol protocol) {
        return EnvironmentProtocols.options(protocol);
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

    /** Returns where clients find it: {@code http://127.0.0.1:8000}. */
    public String url() {
        return (server.hasTls() ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + port();
    }

    /**
     * Ends the process if this server takes no connections any more, because it ran out of memory or its listener died: a supervisor can start it
     * again, which is better than a process that never answers.
     *
     * @param say prints what happened
     * @param exitCode the code with which the process ends
     */
    public void exitWhenDeaf(Consumer<String> say, int exitCode) {
        String message = "the server on " + url()
                + " takes no connections any more, probably because it ran out of memory; it ends with" + " exit code "
                + exitCode + "; start it again, with more memory where that was the reason (GUERDON_JAVA_OPTS=-Xmx4g)";
        byte[] lastWords = (message + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
        FileOutputStream errors = new FileOutputStream(FileDescriptor.err);
        watch = new ListenerWatch(host, port(), () -> {
            try {
                say.accept(message);
                ProcessShutdown.exit(exitCode, LAST_WORDS);
            } catch (Throwable e) {
                // There is no memory left even for that; what follows needs none.
                try {
                    errors.write(lastWords);
                } catch (Throwable unheard) {
                    Runtime.getRuntime().halt(exitCode);
                }
                Runtime.getRuntime().halt(exitCode);
            }
        });
    }

    @Override
    public void close() {
        ListenerWatch own = watch;
        if (own != null) {
            own.close();
        }
        connections.closeSockets();
        server.stop();
        endpoints.close();
    }

    /**
     * Watch over a server's port. Where the thread that accepts connections died, for want of memory or of anything else, the process would
     * live on and never answer.
     *
     * <p>It connects as any client does and waits for whatever comes back. It has a thread of the system and no timer, scheduler or pool, which
     * could have died with the rest.
     */
    static final class ListenerWatch implements AutoCloseable {

        private static final Duration PAUSE = Duration.ofSeconds(2);
        private static final Duration PATIENCE = Duration.ofSeconds(20);

        /** Time that nothing may be answered. A machine that is busy, or was asleep, is not a server that is gone. */
        private static final Duration MAX_SILENCE = Duration.ofSeconds(60);

        private static final int MIN_TRIES = 3;

        /** No request in any protocol, and long enough for TLS to see that: the answer is an error, and the connection ends. */
        private static final byte[] NO_REQUEST = "\r\n\r\n\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        private enum Answer {
            SOME,
            NONE,
            REFUSED
        }

        private final InetSocketAddress address;
        private final Runnable deaf;
        private final Thread thread;
        private volatile boolean closed;

        /**
         * Begins to watch.
         *
         * @param host the address that the server listens on
         * @param deaf called once, if the server takes no connections any more
         */
        ListenerWatch(String host, int port, Runnable deaf) {
            InetSocketAddress named = new InetSocketAddress(host, port);
            InetAddress own = named.getAddress();
            this.address = own == null || own.isAnyLocalAddress()
                    ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                    : named;
            this.deaf = deaf;
            this.thread =
                    Thread.ofPlatform().daemon().name("guerdon-listener-watch").start(this::watch);
        }

        private void watch() {
            long answered = System.nanoTime();
            int tries = 0;
            int refused = 0;
            while (!closed) {
                try {
                    TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
                    Answer answer = ask();
                    tries = answer == Answer.SOME ? 0 : tries + 1;
                    refused = answer == Answer.REFUSED ? refused + 1 : 0;
                    answered = answer == Answer.SOME ? System.nanoTime() : answered;
                } catch (InterruptedException e) {
                    return;
                } catch (Throwable e) {
                    tries++; // an OutOfMemoryError: the server has no more memory than this
                }
                boolean silent = tries >= MIN_TRIES && System.nanoTime() - answered > MAX_SILENCE.toNanos();
                if (!closed && (refused > 1 || silent)) {
                    deaf.run();
                    return;
                }
            }
        }

        private Answer ask() {
            try (Socket socket = new Socket()) {
                socket.connect(address, (int) PATIENCE.toMillis());
                socket.setSoTimeout((int) PATIENCE.toMillis());
                socket.getOutputStream().write(NO_REQUEST);
                int unused = socket.getInputStream().read();
                return Answer.SOME;
            } catch (SocketTimeoutException e) {
                return Answer.NONE;
            } catch (ConnectException e) {
                return Answer.REFUSED;
            } catch (IOException e) {
                // Reset by the server, which is an answer; or no files left, which says nothing about it.
                return Answer.SOME;
            }
        }

        @Override
        public void close() {
            closed = true;
            thread.interrupt();
        }
    }
}

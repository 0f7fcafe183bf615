package dev.guerdon.server;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.server.http.Doorkeeper;
import dev.guerdon.server.http.Responses;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** A running HTTP server on virtual threads. */
@Experimental
public final class GuerdonServer implements AutoCloseable {

    private static final long LARGEST_BODY = 64L << 20;

    private final WebServer server;
    private final Endpoints endpoints;
    private final String host;

    private GuerdonServer(WebServer server, Endpoints endpoints, String host) {
        this.server = server;
        this.endpoints = endpoints;
        this.host = host;
    }

    /**
     * Starts a server.
     *
     * @param host the address to listen on; anything but loopback needs a token
     * @param port the port, 0 for any that is free
     * @param token what clients must show, as {@code Authorization: Bearer TOKEN}, as the password of Basic authentication, or as the
     *     query parameter {@code token}; null where they need none
     */
    public static GuerdonServer start(Endpoints endpoints, String host, int port, @Nullable String token) {
        boolean loopback = isLoopback(host);
        if (!loopback && token == null) {
            throw new GuerdonException(
                    "listening on " + host + " makes the server reachable from other machines, which needs"
                            + " a token; pass --token or set GUERDON_TOKEN, or listen on 127.0.0.1");
        }
        HttpRouting.Builder routing = HttpRouting.builder();
        routing.addFilter(new Doorkeeper(token, loopback));
        routing.error(Exception.class, Responses::sendError);
        endpoints.addTo(routing);
        try {
            WebServer server = WebServer.builder()
                    .host(host)
                    .port(port)
                    .maxPayloadSize(LARGEST_BODY)
                    .shutdownHook(false)
                    .addProtocol(Http1Config.builder()
                            .validatePath(!endpoints.lenientPaths())
                            .build())
                    .routing(routing)
                    .build()
                    .start();
            return new GuerdonServer(server, endpoints, host);
        } catch (RuntimeException e) {
            endpoints.close();
            throw new GuerdonException("the server cannot listen on " + host + ":" + port + ": " + rootCause(e), e);
        }
    }

    private static boolean isLoopback(String host) {
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
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    @Override
    public void close() {
        server.stop();
        endpoints.close();
    }
}

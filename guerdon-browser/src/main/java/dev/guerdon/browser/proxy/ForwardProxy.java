package dev.guerdon.browser.proxy;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.fetch.WebRules;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A proxy on this machine's loopback address, through which a browser reaches the web.
 *
 * <p>Each episode has a pass of its own: a name, a password, and the rules that hold for it. Whatever makes a page connect (a
 * redirect, a frame, a WebSocket, a worker, a hint to connect early), the proxy looks the name up, judges it, and connects to the
 * very address that it judged. So a name that changes its address between check and use changes nothing. Without a pass, the proxy
 * connects to nothing.
 */
@Internal
public final class ForwardProxy implements AutoCloseable {

    private static final SecureRandom RANDOM = new SecureRandom();

    private static @Nullable ForwardProxy shared;

    private final ServerSocket server;
    private final Map<String, Pass> passes = new ConcurrentHashMap<>();

    private ForwardProxy(ServerSocket server) {
        this.server = server;
    }

    /** The proxy of this process, started on first use. */
    public static synchronized ForwardProxy shared() {
        ForwardProxy running = shared;
        if (running == null || running.server.isClosed()) {
            running = start();
            shared = running;
        }
        return running;
    }

    /** Starts a proxy. */
    static ForwardProxy start() {
        try {
            ServerSocket server = new ServerSocket();
            server.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 256);
            ForwardProxy proxy = new ForwardProxy(server);
            Thread.ofPlatform().daemon().name("guerdon-proxy").start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new BrowserException(
                    "could not open a port on the loopback address for the browser's proxy: " + e.getMessage(), e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread.ofVirtual().name("guerdon-proxy").start(() -> new Connection(client, this::passOf).serve());
            } catch (IOException e) {
                // Closed, or out of sockets for a moment.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    /** Lets an episode through under its rules, until the pass is closed. */
    public Pass admit(Supplier<WebRules> rules) {
        return admit(new Way(rules, null));
    }

    /** Lets an episode through on its way, until the pass is closed. */
    public Pass admit(Way way) {
        Pass pass = new Pass(this, secret(), secret(), way);
        passes.put(pass.user(), pass);
        return pass;
    }

    void forget(Pass pass) {
        passes.remove(pass.user());
    }

    /** The address to give to a browser. */
    public String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** The pass of a request, by its header {@code Proxy-Authorization}. */
    private Optional<Pass> passOf(Head request) {
        return request.header("proxy-authorization")
                .filter(value -> value.regionMatches(true, 0, "Basic ", 0, 6))
                .flatMap(value -> decoded(value.substring(6).strip()))
                .flatMap(text -> {
                    int colon = text.indexOf(':');
                    Pass pass = colon < 0 ? null : passes.get(text.substring(0, colon));
                    return pass != null && same(pass.password(), text.substring(colon + 1))
                            ? Optional.of(pass)
                            : Optional.empty();
                });
    }

    private static Optional<String> decoded(String base64) {
        try {
            return Optional.of(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static String secret() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Ends the proxy and every connection through it. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // It takes no more connections either way.
        }
        passes.values().forEach(Pass::close);
    }
}

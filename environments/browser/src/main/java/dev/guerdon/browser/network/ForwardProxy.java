package dev.guerdon.browser.network;

import dev.guerdon.browser.network.TrafficTape.Answer;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.base.OwnThread;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.hc.core5.io.Closer;
import org.jspecify.annotations.Nullable;

/**
 * A proxy on this machine's loopback address, through which a browser reaches the web.
 *
 * <p>Each episode has a pass of its own: a name, a password, and the rules that hold for it. Whatever makes a page connect (a
 * redirect, a frame, a WebSocket, a worker, a hint to connect early), the proxy looks the name up, judges it, and connects to the
 * very address that it judged. So a name that changes its address between check and use changes nothing. Without a pass, the proxy
 * connects to nothing.
 */
final class ForwardProxy implements AutoCloseable {

    private static final SecureRandom RANDOM = new SecureRandom();

    private static @Nullable ForwardProxy shared;

    private final ServerSocket server;
    private final Map<String, ProxySession> passes = new ConcurrentHashMap<>();

    private ForwardProxy(ServerSocket server) {
        this.server = server;
    }

    /** Returns the proxy of this process, started on first use. */
    static synchronized ForwardProxy shared() {
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
            OwnThread.start("guerdon-proxy", proxy::accept);
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

    /** Lets an episode through on its way, until the pass is closed. */
    ProxySession admit(ProxySession.Way way) {
        ProxySession pass = new ProxySession(this, secret(), secret(), way);
        passes.put(pass.user(), pass);
        return pass;
    }

    void forget(ProxySession pass) {
        passes.remove(pass.user());
    }

    /** Returns the address to give to a browser. */
    String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** Returns the pass of a request, by its header {@code Proxy-Authorization}. */
    private Optional<ProxySession> passOf(HttpHead request) {
        return request.header("proxy-authorization")
                .filter(value -> value.regionMatches(true, 0, "Basic ", 0, 6))
                .flatMap(value -> decoded(value.substring(6).strip()))
                .flatMap(text -> {
                    int colon = text.indexOf(':');
                    ProxySession pass = colon < 0 ? null : passes.get(text.substring(0, colon));
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
        passes.values().forEach(ProxySession::close);
    }

    /** One connection of the browser to the proxy: a tunnel, or one exchange in plain HTTP. */
    record Connection(Socket client, Function<HttpHead, Optional<ProxySession>> passes) {

        private static final int HEAD_MILLIS = 60_000;
        private static final int MOST_DRAINED = 1 << 20;

        void serve() {
            try (client) {
                client.setTcpNoDelay(true);
                client.setSoTimeout(HEAD_MILLIS);
                InputStream in = new BufferedInputStream(client.getInputStream(), 16 << 10);
                Optional<HttpHead> request = HttpHead.read(in);
                if (request.isEmpty()) {
                    return;
                }
                client.setSoTimeout(0);
                Optional<ProxySession> pass = passes.apply(request.get());
                if (pass.isEmpty()) {
                    answer(407, "Proxy Authentication Required", "This proxy needs the episode's own credentials");
                    drain(in, request.get());
                    return;
                }
                pass.get().watch(client);
                try {
                    exchange(request.get(), in, pass.get());
                } finally {
                    pass.get().end(client);
                }
            } catch (IOException e) {
                // One side is gone.
            }
        }

        private void exchange(HttpHead request, InputStream in, ProxySession pass) throws IOException {
            List<String> words = request.words();
            boolean shaped = words.size() == 3 && words.get(2).startsWith("HTTP/1.");
            String target = shaped ? words.get(1) : "";
            boolean tunnel = shaped && words.getFirst().equals("CONNECT");
            String scheme = "http://";
            if (!tunnel && !target.toLowerCase(Locale.ROOT).startsWith(scheme)) {
                answer(400, "Bad Request", "The proxy takes CONNECT and absolute http addresses only");
                return;
            }
            String rest = tunnel ? target : target.substring(scheme.length());
            int end = tunnel ? rest.length() : endOfAuthority(rest);
            String authority = rest.substring(0, end);
            TrafficTape tape = pass.way().tape();
            if (tape != null) {
                taped(request, in, pass, tape, tunnel, authority, rest.substring(end));
                return;
            }
            switch (pass.judge(authority)) {
                case WebRules.Refused refused -> {
                    answer(403, "Forbidden", "Guerdon did not open " + authority + ": " + refused.reason());
                    drain(in, request);
                }
                case WebRules.Allowed allowed -> {
                    int port = port(authority, tunnel ? 443 : 80);
                    RuledDialer dialer = new RuledDialer(pass.way().upstream());
                    RuledDialer.Line upstream;
                    try {
                        upstream = dialer.dial(allowed.addresses(), host(authority), port, tunnel);
                    } catch (IOException e) {
                        answer(502, "Bad Gateway", String.valueOf(e.getMessage()));
                        drain(in, request);
                        return;
                    }
                    pass.watch(upstream.socket());
                    try (Socket server = upstream.socket()) {
                        if (tunnel) {
                            tunnel(in, server);
                        } else {
                            String path = rest.substring(end);
                            String origin = path.startsWith("/") ? path : "/" + path;
                            String asked = upstream.toProxy() ? scheme + authority + origin : origin;
                            HttpHead head = request.forOneExchange(words.getFirst() + " " + asked + " HTTP/1.1");
                            plain(upstream.toProxy() ? head.with(dialer.authorization()) : head, in, server);
                        }
                    } finally {
                        pass.end(upstream.socket());
                    }
                }
            }
        }

        private void taped(
                HttpHead request,
                InputStream in,
                ProxySession pass,
                TrafficTape tape,
                boolean tunnel,
                String authority,
                String path)
                throws IOException {
            pass.beginTaped();
            try {
                if (tunnel) {
                    TapedExchange.tunnel(pass, tape, client, in, authority);
                } else {
                    new TapedExchange(pass, tape, in, client.getOutputStream())
                            .serve(request, false, authority, path.startsWith("/") ? path : "/" + path);
                }
            } finally {
                pass.endTaped();
            }
        }

        private static int endOfAuthority(String text) {
            for (int i = 0; i < text.length(); i++) {
                if ("/?#".indexOf(text.charAt(i)) >= 0) {
                    return i;
                }
            }
            return text.length();
        }

        /** Returns the port of an authority that the rules have read already. */
        static int port(String authority, int otherwise) {
            int colon = authority.lastIndexOf(':');
            boolean written = colon > authority.lastIndexOf(']') && colon + 1 < authority.length();
            return written ? Integer.parseInt(authority.substring(colon + 1)) : otherwise;
        }

        /** Returns the host of an authority. */
        static String host(String authority) {
            int colon = authority.lastIndexOf(':');
            return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
        }

        private void tunnel(InputStream in, Socket server) throws IOException {
            OutputStream out = client.getOutputStream();
            out.write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
            relay(in, server, server.getInputStream());
        }

        private void plain(HttpHead request, InputStream in, Socket server) throws IOException {
            request.write(server.getOutputStream());
            InputStream answers = new BufferedInputStream(server.getInputStream(), 16 << 10);
            Thread body = Thread.ofVirtual().name("guerdon-proxy-body").start(() -> copy(in, server));
            try {
                HttpHead head;
                do {
                    head = HttpHead.read(answers)
                            .orElseThrow(() -> new IOException("the server closed without an answer"));
                    (head.isInterim() ? head : head.forOneExchange(head.first())).write(client.getOutputStream());
                } while (head.isInterim());
                answers.transferTo(client.getOutputStream());
                client.getOutputStream().flush();
            } finally {
                Closer.closeQuietly(server);
                Closer.closeQuietly(client);
                join(body);
            }
        }

        private void relay(InputStream in, Socket server, InputStream answers) throws IOException {
            Thread up = Thread.ofVirtual().name("guerdon-proxy-up").start(() -> copy(in, server));
            try {
                answers.transferTo(client.getOutputStream());
                client.getOutputStream().flush();
                client.shutdownOutput();
            } catch (IOException e) {
                Closer.closeQuietly(server);
                Closer.closeQuietly(client);
            }
            join(up);
        }

        /** Copies what the browser sends, and tells the server when it has sent all. */
        private static void copy(InputStream in, Socket server) {
            try {
                in.transferTo(server.getOutputStream());
                server.shutdownOutput();
            } catch (IOException e) {
                Closer.closeQuietly(server);
            }
        }

        private static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void answer(int status, String phrase, String sentence) throws IOException {
            Answer page = Answer.page(status, phrase, sentence);
            if (status == 407) {
                List<String> head = new ArrayList<>(page.head());
                head.add("Proxy-Authenticate: Basic realm=\"guerdon\"");
                page = new Answer(head, page.body(), 0, true);
            }
            page.write(client.getOutputStream(), true);
            client.shutdownOutput();
        }

        /** Reads what the browser still sends: a connection closed on unread bytes loses the answer on its way. */
        private void drain(InputStream in, HttpHead request) throws IOException {
            if (request.header("content-length").isEmpty()
                    && request.header("transfer-encoding").isEmpty()) {
                return;
            }
            client.setSoTimeout(2_000);
            byte[] buffer = new byte[8 << 10];
            for (int total = 0; total < MOST_DRAINED; ) {
                int read = in.read(buffer);
                if (read < 0) {
                    return;
                }
                total += read;
            }
        }
    }
}

package dev.guerdon.browser.proxy;

import dev.guerdon.browser.fetch.WebRules;
import dev.guerdon.browser.traffic.Tape;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** One connection of the browser to the proxy: a tunnel, or one exchange in plain HTTP. */
final class Connection {

    private static final int HEAD_MILLIS = 60_000;
    private static final int MOST_DRAINED = 1 << 20;

    private final Socket client;
    private final Function<Head, Optional<Pass>> passes;

    Connection(Socket client, Function<Head, Optional<Pass>> passes) {
        this.client = client;
        this.passes = passes;
    }

    void serve() {
        try (client) {
            client.setTcpNoDelay(true);
            client.setSoTimeout(HEAD_MILLIS);
            InputStream in = new BufferedInputStream(client.getInputStream(), 16 << 10);
            Optional<Head> request = Head.read(in);
            if (request.isEmpty()) {
                return;
            }
            client.setSoTimeout(0);
            Optional<Pass> pass = passes.apply(request.get());
            if (pass.isEmpty()) {
                answer(407, "Proxy Authentication Required", "This proxy needs the episode's own credentials.");
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
            // One side is gone; there is nobody to tell.
        }
    }

    private void exchange(Head request, InputStream in, Pass pass) throws IOException {
        List<String> words = request.words();
        boolean shaped = words.size() == 3 && words.get(2).startsWith("HTTP/1.");
        String target = shaped ? words.get(1) : "";
        boolean tunnel = shaped && words.getFirst().equals("CONNECT");
        String scheme = "http://";
        if (!tunnel && !target.toLowerCase(Locale.ROOT).startsWith(scheme)) {
            answer(400, "Bad Request", "The proxy takes CONNECT and absolute http addresses only.");
            return;
        }
        String rest = tunnel ? target : target.substring(scheme.length());
        int end = tunnel ? rest.length() : endOfAuthority(rest);
        String authority = rest.substring(0, end);
        Way.Taping taping = pass.taping();
        if (taping != null) {
            taped(request, in, pass, taping.tape(), tunnel, authority, rest.substring(end));
            return;
        }
        switch (pass.judge(authority)) {
            case WebRules.Refused refused -> {
                answer(403, "Forbidden", "Guerdon did not open " + authority + ": " + refused.reason() + ".");
                drain(in, request);
            }
            case WebRules.Allowed allowed -> {
                int port = port(authority, tunnel ? 443 : 80);
                Dialer dialer = new Dialer(pass.upstream());
                Dialer.Line upstream;
                try {
                    upstream = dialer.dial(allowed.addresses(), host(authority), port, tunnel);
                } catch (IOException e) {
                    answer(502, "Bad Gateway", e.getMessage() + ".");
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
                        Head head = request.forOneExchange(words.getFirst() + " " + asked + " HTTP/1.1");
                        plain(upstream.toProxy() ? head.with(dialer.authorization()) : head, in, server);
                    }
                } finally {
                    pass.end(upstream.socket());
                }
            }
        }
    }

    private void taped(
            Head request, InputStream in, Pass pass, Tape tape, boolean tunnel, String authority, String path)
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

    /** The port of an authority that the rules have read already. */
    static int port(String authority, int otherwise) {
        int colon = authority.lastIndexOf(':');
        boolean written = colon > authority.lastIndexOf(']') && colon + 1 < authority.length();
        return written ? Integer.parseInt(authority.substring(colon + 1)) : otherwise;
    }

    /** The host of an authority. */
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

    private void plain(Head request, InputStream in, Socket server) throws IOException {
        request.write(server.getOutputStream());
        InputStream answers = new BufferedInputStream(server.getInputStream(), 16 << 10);
        Thread body = Thread.ofVirtual().name("guerdon-proxy-body").start(() -> copy(in, server));
        try {
            Head head;
            do {
                head = Head.read(answers).orElseThrow(() -> new IOException("the server closed without an answer"));
                (head.isInterim() ? head : head.forOneExchange(head.first())).write(client.getOutputStream());
            } while (head.isInterim());
            answers.transferTo(client.getOutputStream());
            client.getOutputStream().flush();
        } finally {
            closeQuietly(server);
            closeQuietly(client);
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
            closeQuietly(server);
            closeQuietly(client);
        }
        join(up);
    }

    /** Copies what the browser sends, and tells the server when it has sent all. */
    private static void copy(InputStream in, Socket server) {
        try {
            in.transferTo(server.getOutputStream());
            server.shutdownOutput();
        } catch (IOException e) {
            closeQuietly(server);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Gone either way.
        }
    }

    private void answer(int status, String phrase, String sentence) throws IOException {
        String shown = sentence.replace("&", "&amp;").replace("<", "&lt;");
        byte[] page =
                ("<!doctype html><title>" + phrase + "</title><p>" + shown + "</p>\n").getBytes(StandardCharsets.UTF_8);
        String challenge = status == 407 ? "Proxy-Authenticate: Basic realm=\"guerdon\"\r\n" : "";
        OutputStream out = client.getOutputStream();
        out.write(("HTTP/1.1 " + status + " " + phrase + "\r\n" + challenge
                        + "Content-Type: text/html; charset=utf-8\r\nContent-Length: " + page.length
                        + "\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        out.write(page);
        out.flush();
        client.shutdownOutput();
    }

    /** Reads what the browser still sends: a connection closed on unread bytes loses the answer on its way. */
    private void drain(InputStream in, Head request) throws IOException {
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

package dev.guerdon.browser.network;

import dev.guerdon.browser.network.ForwardProxy.Connection;
import dev.guerdon.browser.network.TrafficTape.Answer;
import dev.guerdon.browser.network.TrafficTape.Ask;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLSocket;

/**
 * One request of a browser whose traffic is recorded or replayed.
 *
 * <p>Answers are kept as they came, without the framing of their transfer. While recording, the rules hold and servers are asked; while
 * replaying, nothing is connected at all. How long an answer took is kept, too: a page that was given up is given up again.
 */
record TapedExchange(ProxySession pass, TrafficTape tape, InputStream in, OutputStream out) {

    private static final int MOST_SENT = 8 << 20;
    private static final int MOST_KEPT = 64 << 20;

    /** A shorter wait changes nothing that an agent sees. */
    private static final Duration SHORT = Duration.ofMillis(250);

    /** Headers about the transfer; the answer is told anew how long it is. */
    private static final Set<String> FRAMING =
            Set.of("content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "alt-svc");

    /**
     * Answers a request.
     *
     * @param secure whether the browser asks over https
     * @param authority host and port
     * @param path from the slash on
     */
    void serve(HttpHead request, boolean secure, String authority, String path) throws IOException {
        String method = request.words().getFirst();
        byte[] sent = request.body(in, InputStream.nullInputStream()).readNBytes(MOST_SENT + 1);
        if (sent.length > MOST_SENT) {
            throw new IOException("a request of more than " + MOST_SENT + " bytes is not recorded");
        }
        String url = (secure ? "https://" : "http://") + shown(authority, secure) + path;
        Ask ask = Ask.page(pass.way().episode(), method, url, sent);
        if (tape.replays()) {
            Optional<Answer> found = tape.find(ask);
            if (found.isPresent()) {
                replay(found.get(), method);
            } else {
                write(Answer.page(504, "Not Recorded", tape.miss(ask)), method);
            }
            return;
        }
        long begin = System.nanoTime();
        switch (pass.judge(authority)) {
            case WebRules.Refused refused ->
                kept(
                        ask,
                        Answer.page(403, "Forbidden", "Guerdon did not open " + authority + ": " + refused.reason()),
                        begin,
                        method);
            case WebRules.Allowed allowed -> {
                RuledDialer dialer = new RuledDialer(pass.way().upstream());
                int port = Connection.port(authority, secure ? 443 : 80);
                try {
                    RuledDialer.Line line = dialer.dial(allowed.addresses(), Connection.host(authority), port, secure);
                    pass.watch(line.socket());
                    try (Socket server = secure
                            ? ProxyTls.client(
                                    line.socket(),
                                    Connection.host(authority),
                                    port,
                                    pass.way().trustsAll())
                            : line.socket()) {
                        ask(
                                server,
                                line.toProxy() ? request.with(dialer.authorization()) : request,
                                line.toProxy() ? url : path,
                                sent,
                                ask,
                                begin,
                                authority);
                    } finally {
                        pass.end(line.socket());
                    }
                } catch (IOException e) {
                    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
                    kept(ask, Answer.page(502, "Bad Gateway", reason), begin, method);
                }
            }
        }
    }

    /** Returns host and port as addresses have them: without the default port. */
    private static String shown(String authority, boolean secure) {
        String usual = secure ? ":443" : ":80";
        return authority.endsWith(usual) ? authority.substring(0, authority.length() - usual.length()) : authority;
    }

    private void ask(Socket server, HttpHead request, String path, byte[] sent, Ask ask, long begin, String authority)
            throws IOException {
        String method = ask.method();
        List<String> headers = new ArrayList<>();
        Optional<String> credentials = request.headers().stream()
                .filter(header -> HttpHead.nameOf(header).equals("proxy-authorization"))
                .skip(1) // The first is the episode's own, for this proxy.
                .findFirst();
        for (String header : request.forOneExchange("").with(credentials).headers()) {
            String name = HttpHead.nameOf(header);
            if (!name.equals("accept-encoding")
                    && !name.equals("transfer-encoding")
                    && !name.equals("content-length")) {
                headers.add(header);
            }
        }
        headers.add("Accept-Encoding: identity");
        if (sent.length > 0 || request.header("content-length").isPresent()) {
            headers.add("Content-Length: " + sent.length);
        }
        HttpHead head;
        InputStream answers;
        try {
            new HttpHead(method + " " + path + " HTTP/1.1", headers).write(server.getOutputStream());
            server.getOutputStream().write(sent);
            server.getOutputStream().flush();
            answers = new BufferedInputStream(server.getInputStream(), 16 << 10);
            do {
                head = HttpHead.read(answers).orElseThrow(() -> new IOException("closed without an answer"));
            } while (head.isInterim());
        } catch (IOException e) {
            if (pass.isClosed()) {
                // The episode ended, or the page was left, before the server answered.
                tape.keep(ask, new Answer(List.of(), new byte[0], millis(begin), false));
                return;
            }
            throw new IOException(authority + ": no answer (" + e.getMessage() + ")", e);
        }
        pass(head, answers, ask, millis(begin));
    }

    private static long millis(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin).toMillis();
    }

    /** Passes an answer on while it comes, and keeps it. */
    private void pass(HttpHead head, InputStream answers, Ask ask, long millis) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        List<String> told = stripped(head);
        boolean whole = false;
        try {
            boolean empty = hasNoBody(ask.method(), head);
            List<String> headers = new ArrayList<>(told.subList(1, told.size()));
            long length = head.isChunked() ? -1 : head.length();
            if (length >= 0 || empty) {
                headers.add("Content-Length: " + Math.max(0, length));
            }
            headers.add("Connection: close");
            new HttpHead(told.getFirst(), headers).write(out);
            if (!empty) {
                InputStream content = head.body(answers, answers);
                byte[] buffer = new byte[16 << 10];
                for (int read; (read = content.read(buffer)) >= 0; ) {
                    if (body.size() + read > MOST_KEPT) {
                        throw new IOException("an answer of more than " + MOST_KEPT + " bytes is not recorded");
                    }
                    body.write(buffer, 0, read);
                    out.write(buffer, 0, read);
                    out.flush();
                }
            }
            out.flush();
            whole = true;
        } finally {
            tape.keep(ask, new Answer(told, body.toByteArray(), millis, whole));
        }
    }

    private static boolean hasNoBody(String method, HttpHead head) {
        List<String> words = head.words();
        String status = words.size() > 1 ? words.get(1) : "";
        return method.equals("HEAD") || status.equals("204") || status.equals("304");
    }

    private static List<String> stripped(HttpHead head) {
        List<String> lines = new ArrayList<>();
        lines.add(head.first());
        head.headers().stream()
                .filter(header -> !FRAMING.contains(HttpHead.nameOf(header)))
                .forEach(lines::add);
        return lines;
    }

    private void kept(Ask ask, Answer answer, long begin, String method) throws IOException {
        tape.keep(ask, new Answer(answer.head(), answer.body(), millis(begin), true));
        write(answer, method);
    }

    private void replay(Answer answer, String method) throws IOException {
        if (answer.millis() > SHORT.toMillis()) {
            pass.pause(Duration.ofMillis(answer.millis()));
        }
        if (answer.head().isEmpty()) {
            pass.awaitClose(); // The server never answered; the page is given up as before.
            return;
        }
        write(answer, method);
    }

    private void write(Answer answer, String method) throws IOException {
        answer.write(out, !answer.whole() || !method.equalsIgnoreCase("HEAD"));
        if (!answer.whole()) {
            pass.awaitClose();
        }
    }

    /** Reads what comes through a tunnel: TLS, or plain HTTP as WebSockets ask for it. */
    static void tunnel(ProxySession pass, TrafficTape tape, Socket client, InputStream in, String authority)
            throws IOException {
        client.getOutputStream()
                .write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().flush();
        int first = in.read();
        if (first < 0) {
            return;
        }
        ByteArrayOutputStream consumed = new ByteArrayOutputStream();
        consumed.write(first);
        consumed.writeBytes(in.readNBytes(in.available()));
        if (first != ProxyTls.HANDSHAKE) {
            InputStream all = new SequenceInputStream(new ByteArrayInputStream(consumed.toByteArray()), in);
            inTunnel(pass, tape, all, client.getOutputStream(), false, authority);
            return;
        }
        try (SSLSocket socket = ProxyTls.server(client, consumed.toByteArray())) {
            inTunnel(
                    pass,
                    tape,
                    new BufferedInputStream(socket.getInputStream(), 16 << 10),
                    socket.getOutputStream(),
                    true,
                    authority);
        }
    }

    private static void inTunnel(
            ProxySession pass, TrafficTape tape, InputStream in, OutputStream out, boolean secure, String authority)
            throws IOException {
        Optional<HttpHead> request = HttpHead.read(in);
        if (request.isEmpty() || request.get().words().size() != 3) {
            return;
        }
        String path = request.get().words().get(1);
        new TapedExchange(pass, tape, in, out).serve(request.get(), secure, authority, path);
    }
}

package dev.guerdon.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** What is sent to a server in the table of attacks, over sockets, byte for byte. */
@SuppressWarnings("StringConcatToTextBlock") // lines of a request end in their own way
final class Attacks {

    static final String TOKEN = "a-token-that-is-right-0123";
    static final String GOLD = "the-gold-answer-4711";
    static final String GUESS = "a-guess-of-a-token-98765";

    /** A request that hides behind another; whoever answers it was taken in. */
    private static final String HIDDEN = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static final String RECORD = "{\"final_response\":\"a\",\"answer\":\"" + GOLD + "\"}";
    private static final String SCORE = "POST /v1/score/same HTTP/1.1\r\n";
    private static final String AUTHORIZED = "Authorization: Bearer " + TOKEN + "\r\n";
    private static final String HOST = "Host: localhost\r\n" + AUTHORIZED;
    private static final String JSON = "Content-Type: application/json\r\n";

    /** One attack, which gives what the server answered. */
    interface Attack {
        String run() throws Exception;
    }

    private final int port;
    private final Map<String, Attack> all = new LinkedHashMap<>();

    Attacks(int port) {
        this.port = port;
        framing();
        sizes();
        bodies();
        browsers();
        tokens();
        paths();
        connections();
    }

    Map<String, Attack> all() {
        return all;
    }

    /** Everything that comes back until the server closes the connection. */
    String exchange(byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)) {
            socket.setSoTimeout(60_000);
            try {
                socket.getOutputStream().write(bytes);
                socket.getOutputStream().flush();
                socket.shutdownOutput();
            } catch (SocketException e) {
                // The server may have refused it before its end.
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            InputStream in = socket.getInputStream();
            try {
                in.transferTo(out);
            } catch (SocketException e) {
                // Closed with bytes that nobody read; what came before counts.
            }
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    /** The statuses of all answers, so that one more than was asked for is seen. */
    private String statuses(String answer) {
        if (answer.contains(GOLD) || answer.contains(TOKEN) || answer.contains(GUESS)) {
            return "tells a secret: " + answer;
        }
        List<String> statuses = new ArrayList<>();
        for (String part : answer.split("HTTP/1\\.1 ", -1)) {
            if (part.length() >= 3) {
                statuses.add(part.substring(0, 3));
            }
        }
        return statuses.isEmpty() ? "closed" : String.join(", ", statuses);
    }

    private String send(String text) throws IOException {
        return statuses(exchange(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Sends several, each on a connection of its own; one word where all have the same answer. */
    private String each(String... texts) throws IOException {
        List<String> answers = new ArrayList<>();
        for (String text : texts) {
            String answer = send(text);
            if (!answers.contains(answer)) {
                answers.add(answer);
            }
        }
        return String.join(" or ", answers);
    }

    private static String head(String headers) {
        return SCORE + HOST + JSON + headers + "\r\n";
    }

    private void framing() {
        String chunked = "Transfer-Encoding: chunked\r\n";
        String none = "0\r\n\r\n" + HIDDEN;
        all.put(
                "length and chunks together",
                () -> each(
                        head("Content-Length: 5\r\n" + chunked) + none,
                        head(chunked + "Content-Length: 5\r\n") + none));
        all.put(
                "two lengths",
                () -> each(
                        head("Content-Length: 0\r\nContent-Length: 0\r\n") + HIDDEN,
                        head("Content-Length: 0\r\ncontent-length: 45\r\n") + HIDDEN));
        all.put(
                "a length that is no number",
                () -> each(
                        head("Content-Length: 0, 0\r\n") + HIDDEN,
                        head("Content-Length: +0\r\n") + HIDDEN,
                        head("Content-Length: -1\r\n") + HIDDEN,
                        head("Content-Length: 0x0\r\n") + HIDDEN,
                        head("Content-Length:\r\n") + HIDDEN,
                        head("Content-Length: 99999999999999999999\r\n") + HIDDEN));
        all.put(
                "another transfer encoding",
                () -> each(
                        head("Transfer-Encoding: gzip, chunked\r\n") + none,
                        head("Transfer-Encoding: chunked, identity\r\n") + none,
                        head("Transfer-Encoding: Chunked\r\n") + none,
                        head("Transfer-Encoding: xchunked\r\n") + none,
                        head("Transfer-Encoding: \"chunked\"\r\n") + none,
                        head("Transfer-Encoding: chunked\u000b\r\n") + none,
                        head(chunked + chunked) + none));
        all.put(
                "chunks of a strange size",
                () -> each(
                        head(chunked) + "0x0\r\n\r\n" + HIDDEN,
                        head(chunked) + "0;a=b\r\n\r\n" + HIDDEN,
                        head(chunked) + "-1\r\n\r\n" + HIDDEN,
                        head(chunked) + "ffffffffffffffff\r\n" + HIDDEN,
                        head(chunked) + "1\r\nabc\r\n" + none,
                        head(chunked) + "0\n\n" + HIDDEN,
                        head(chunked) + "0\r\nX-Trailer: 1\r\n\r\n" + HIDDEN));
        all.put(
                "a header that goes on in the next line",
                () -> each(
                        SCORE + HOST + "X-A: 1\r\n Content-Length: 45\r\n\r\n" + HIDDEN,
                        SCORE + HOST + "X-A: 1\r\n\tb\r\n\r\n" + HIDDEN));
        all.put(
                "a bare LF, a bare CR or NUL",
                () -> each(
                        "POST /v1/score/same HTTP/1.1\nHost: localhost\n\n" + HIDDEN,
                        SCORE + HOST + "X-A: 1\nX-B: 2\r\n\r\n" + HIDDEN,
                        SCORE + HOST + "X-A: 1\rX-B: 2\r\n\r\n" + HIDDEN,
                        SCORE + HOST + "X-A: 1\0\r\n\r\n" + HIDDEN));
        all.put(
                "a blank before the colon",
                () -> each(head("Content-Length : 45\r\n") + HIDDEN, head("Transfer-Encoding\t: chunked\r\n") + none));
        all.put(
                "no host, two hosts, or another in the address",
                () -> each(
                        "GET /v1/rewards HTTP/1.1\r\n" + AUTHORIZED + "\r\n",
                        "GET /v1/rewards HTTP/1.1\r\n" + HOST + "Host: localhost\r\n\r\n",
                        "GET /v1/rewards HTTP/1.1\r\nHost:\r\n" + AUTHORIZED + "\r\n",
                        "GET http://evil.example/v1/rewards HTTP/1.1\r\n" + HOST + "\r\n"));
        all.put(
                "another version of HTTP",
                () -> each("GET /healthz HTTP/1.0\r\n" + HOST + "\r\n", "GET /healthz HTTP/9.9\r\n" + HOST + "\r\n"));
        all.put(
                "HTTP/2",
                () -> each(
                        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\0\0\0\u0009\0\0\0\0\u0001".repeat(100_000),
                        "GET /healthz HTTP/2.0\r\n" + HOST + "\r\n"));
        all.put(
                "two headers of which one counts",
                () -> each(
                        head("Content-Encoding: identity\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n") + HIDDEN,
                        head("Content-Type: text/plain\r\nContent-Length: 0\r\n") + HIDDEN,
                        head("Origin: http://localhost\r\nOrigin: http://evil.example\r\n") + HIDDEN,
                        head("authorization: Bearer " + GUESS + "\r\n") + HIDDEN));
        all.put(
                "HEAD with a body",
                () -> send("HEAD /healthz HTTP/1.1\r\n" + HOST + "Content-Length: " + HIDDEN.length() + "\r\n\r\n"
                        + HIDDEN));
        all.put("HEAD, and a request behind it", () -> {
            String answer = exchange(
                    ("HEAD /healthz HTTP/1.1\r\n" + HOST + "\r\n" + HIDDEN).getBytes(StandardCharsets.US_ASCII));
            return answer.split("\\{\"", -1).length == 2 ? statuses(answer) : "has a body: " + answer;
        });
        all.put(
                "no HTTP at all",
                () -> each(
                        "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\r\n\r\n",
                        "GET /healthz\r\n\r\n",
                        "SSH-2.0-OpenSSH_9.2\r\n\r\n"));
    }

    private void sizes() {
        all.put(
                "an address of 70,000 bytes",
                () -> send("GET /" + "a".repeat(70_000) + " HTTP/1.1\r\n" + HOST + "\r\n"));
        all.put(
                "a header of 70,000 bytes",
                () -> send("GET /healthz HTTP/1.1\r\n" + HOST + "X: " + "a".repeat(70_000) + "\r\n\r\n"));
        all.put("300 headers", () -> send("GET /healthz HTTP/1.1\r\n" + HOST + "X: 1\r\n".repeat(300) + "\r\n"));
        all.put(
                "a body above the limit",
                () -> each(
                        head("Content-Length: 2000000\r\n") + " ".repeat(2_000_000),
                        head("Content-Length: 999999999999\r\n"),
                        head("Transfer-Encoding: chunked\r\n") + ("10000\r\n" + " ".repeat(65_536) + "\r\n").repeat(32)
                                + "0\r\n\r\n"));
        all.put("more records than the limit", () -> post("[" + "{},".repeat(1000) + "{}]", ""));
    }

    private String post(String body, String headers) throws IOException {
        return post(body.getBytes(StandardCharsets.UTF_8), headers);
    }

    private String post(byte[] body, String headers) throws IOException {
        return statuses(answer(body, headers));
    }

    private String answer(byte[] body, String headers) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head(headers + "Connection: close\r\nContent-Length: " + body.length + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(body);
        return exchange(out.toByteArray());
    }

    /** Zeros that are a hundredth or less when they are packed. */
    private static byte[] packed(boolean gzip, int size) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (var packing = gzip ? new GZIPOutputStream(out) : new DeflaterOutputStream(out)) {
            byte[] zeros = new byte[1 << 16];
            for (int i = 0; i < size; i += zeros.length) {
                packing.write(zeros);
            }
        }
        return out.toByteArray();
    }

    private void bodies() {
        all.put("a gzip bomb", () -> post(packed(true, 200 << 20), "Content-Encoding: gzip\r\n"));
        all.put("a deflate bomb", () -> post(packed(false, 200 << 20), "Content-Encoding: deflate\r\n"));
        all.put("50,000 empty gzip members", () -> {
            byte[] one = packed(true, 0);
            ByteArrayOutputStream many = new ByteArrayOutputStream();
            for (int i = 0; i < 50_000; i++) {
                many.writeBytes(one);
            }
            return post(many.toByteArray(), "Content-Encoding: gzip\r\n");
        });
        all.put(
                "a body that breaks off",
                () -> each(
                        head("Content-Length: 1000\r\n") + "{",
                        head("Content-Encoding: gzip\r\nContent-Length: 1000\r\n") + "\u001f",
                        head("Transfer-Encoding: chunked\r\n") + "fffffff\r\n{",
                        head("Transfer-Encoding: chunked\r\n") + "1\r\n{"));
        all.put(
                "a stream of lines that breaks off",
                () -> send(SCORE + HOST + "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(RECORD.length() + 1) + "\r\n" + RECORD + "\n\r\nfffffff\r\n" + HIDDEN));
        all.put("a packed body in another", () -> post(packed(true, 1024), "Content-Encoding: gzip, gzip\r\n"));
        all.put("an unknown packing", () -> {
            String zstd = post(RECORD, "Content-Encoding: zstd\r\n");
            return zstd.equals(post(RECORD, "Content-Encoding: br\r\n")) ? zstd : "differ";
        });
        all.put(
                "a body that is not packed as it says",
                () -> each(
                        head("Content-Encoding: gzip\r\nContent-Length: " + HIDDEN.length() + "\r\n") + HIDDEN,
                        head("Content-Encoding: deflate\r\nContent-Length: " + HIDDEN.length() + "\r\n") + HIDDEN,
                        SCORE + HOST
                                + "Content-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\nContent-Length: "
                                + HIDDEN.length() + "\r\n\r\n" + HIDDEN));
        all.put(
                "JSON 100,000 levels deep",
                () -> post("{\"final_response\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}", ""));
        all.put("an unfinished JSON 500,000 levels deep", () -> post("[".repeat(500_000), ""));
        all.put(
                "a number of 900,000 digits",
                () -> post("{\"final_response\":\"a\",\"answer\":\"a\",\"n\":" + "9".repeat(900_000) + "}", ""));
        all.put(
                "a number with a huge exponent",
                () -> post("{\"id\":1e999999999,\"final_response\":1e999999999,\"answer\":\"a\"}", ""));
        all.put("70,000 keys", () -> {
            StringBuilder keys = new StringBuilder("{\"final_response\":\"a\",\"answer\":\"a\"");
            for (int i = 0; i < 70_000; i++) {
                keys.append(",\"k").append(i).append("\":1");
            }
            return post(keys.append('}').toString(), "");
        });
        all.put("keys of one hash code", () -> {
            StringBuilder keys = new StringBuilder("{\"final_response\":\"a\",\"answer\":\"a\"");
            for (int i = 0; i < 16_384; i++) {
                keys.append(",\"");
                for (int bit = 0; bit < 14; bit++) {
                    keys.append((i >> bit & 1) == 0 ? "Aa" : "BB");
                }
                keys.append("\":1");
            }
            return post(keys.append('}').toString(), "");
        });
        all.put(
                "bytes that are no UTF-8",
                () -> post(new byte[] {'{', '"', (byte) 0xff, (byte) 0xc0, '"', ':', '1', '}'}, ""));
        all.put(
                "a record that is no JSON, with a gold answer in it",
                () -> post("{\"answer\":\"" + GOLD + "\",\"final_response\":" + GOLD + "}", ""));
    }

    private void browsers() {
        String get = "GET /v1/rewards HTTP/1.1\r\n" + AUTHORIZED + "Connection: close\r\n";
        all.put(
                "another Host",
                () -> each(
                        get + "Host: evil.example\r\n\r\n",
                        get + "Host: 10.0.0.1\r\n\r\n",
                        get + "Host: localhost.evil.example\r\n\r\n"));
        all.put(
                "DNS rebinding",
                () -> each(
                        get + "Host: 127.0.0.1.evil.example\r\n\r\n",
                        get + "Host: 127.evil.com\r\n\r\n",
                        get + "Host: localhost:80@evil.example\r\n\r\n"));
        String own = get + "Host: localhost\r\n";
        all.put(
                "a page of another site",
                () -> each(
                        own + "Origin: https://evil.example\r\n\r\n",
                        own + "Origin: null\r\n\r\n",
                        own + "Origin: http://localhost:1\r\n\r\n",
                        own + "Origin: http://localhost.evil.example\r\n\r\n",
                        own + "Sec-Fetch-Site: cross-site\r\n\r\n",
                        own + "Sec-Fetch-Site: same-site\r\n\r\n"));
        all.put(
                "a question of a browser whether another site may",
                () -> send("OPTIONS /v1/score/same HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n"
                        + "Access-Control-Request-Method: POST\r\n\r\n"));
        all.put(
                "a form of a page",
                () -> each(
                        SCORE + HOST + "Content-Type: text/plain\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
                        SCORE + HOST + "Connection: close\r\nContent-Length: 2\r\n\r\n{}"));
    }

    private String shown(String header) throws IOException {
        return send("GET /v1/rewards HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + header + "\r\n\r\n");
    }

    private void tokens() {
        all.put("no token, or almost the right one", () -> {
            List<String> answers = new ArrayList<>();
            for (String header : List.of(
                    "X-None: 1",
                    "Authorization: Bearer " + TOKEN + "0",
                    "Authorization: Bearer " + TOKEN.substring(1),
                    "Authorization: Bearer",
                    "Authorization: " + TOKEN,
                    "Authorization: Basic " + TOKEN,
                    "Authorization: Basic !!!",
                    "X-API-Key: " + GUESS)) {
                answers.add(shown(header));
            }
            return String.join(" or ", answers.stream().distinct().toList());
        });
        all.put("guessing tokens, beyond 20 a minute", () -> {
            String last = "";
            for (int i = 0; i < 40; i++) {
                last = shown("X-API-Key: " + GUESS + i);
            }
            return last;
        });
        all.put("the right token meanwhile", () -> {
            String basic = Base64.getEncoder().encodeToString(("any:" + TOKEN).getBytes(StandardCharsets.US_ASCII));
            String answer = shown("X-API-Key: " + TOKEN);
            return answer.equals(shown("Authorization: Basic " + basic)) ? answer : "differ";
        });
    }

    private void paths() {
        all.put("tricks with the path", () -> {
            List<String> answers = new ArrayList<>();
            for (String path : List.of(
                    "/../../etc/passwd",
                    "/%2e%2e/%2e%2e/etc/passwd",
                    "/v1/rewards/../../etc/passwd",
                    "/..%2f..%2fetc%2fpasswd",
                    "/v1/rewards/..;/",
                    "/v1/rewards/../rewards",
                    "/v1/./rewards",
                    "/v1/%2e/rewards",
                    "//v1/rewards",
                    "/v1//rewards",
                    "/v1;x=y/rewards",
                    "/v1/rewards;x=y",
                    "/v1/rewards%00",
                    "/v1%2frewards",
                    "/v1/\\rewards",
                    "//evil.example/",
                    "/v1//rewards/%00",
                    "/v1/rewards/..%5c..%5cetc")) {
                String answer = exchange(("GET " + path + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                answers.add(answer.contains("root:") ? "shows a file" : statuses(answer));
            }
            return String.join(" or ", answers.stream().distinct().sorted().toList());
        });
        all.put(
                "another method in a header",
                () -> send("GET /v1/score/same HTTP/1.1\r\n" + HOST
                        + "X-HTTP-Method-Override: POST\r\nX-Method-Override: POST\r\nConnection: close\r\n\r\n"));
        all.put("TRACE, CONNECT or a made-up method", () -> {
            List<String> answers = new ArrayList<>();
            for (String method : List.of("TRACE", "CONNECT", "DEBUG")) {
                answers.add(send(method + " /v1/rewards HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"));
            }
            return String.join(" or ", answers.stream().distinct().sorted().toList());
        });
    }

    private void connections() {
        all.put(
                "a head that comes byte by byte",
                () -> late("GET /healthz HTTP/1.1\r\nHost: loc", RequestGuard.HEAD_NANOS));
        all.put(
                "a body that comes byte by byte",
                () -> late(head("Content-Length: 1000\r\n") + "{", RequestGuard.BODY_NANOS));
        all.put("200 connections that say nothing, and one that asks", () -> {
            List<Socket> silent = new ArrayList<>();
            try {
                for (int i = 0; i < 200; i++) {
                    silent.add(new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
                }
                return send("GET /healthz HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
            } finally {
                for (Socket each : silent) {
                    each.close();
                }
            }
        });
    }

    /** The strict reader's answer where a request goes on for too long; its clock is moved instead of waiting. */
    private static String late(String start, long nanos) {
        AtomicLong clock = new AtomicLong();
        RequestGuard guard = new RequestGuard(clock::get, false, new Semaphore(1));
        byte[] begun = start.getBytes(StandardCharsets.US_ASCII);
        int unused = guard.read(begun, 0);
        clock.addAndGet(nanos - 1);
        unused = guard.read(new byte[] {'a'}, 0);
        if (guard.refusal() != null) {
            return "too early";
        }
        clock.addAndGet(2);
        unused = guard.read(new byte[] {'a'}, 0);
        RequestGuard.Refusal refusal = guard.refusal();
        return refusal == null ? "goes on" : String.valueOf(refusal.status());
    }
}

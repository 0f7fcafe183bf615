package dev.guerdon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that no HTTP client would send, over real connections. */
@Timeout(60)
class RawRequestsTest {

    private static final String HOST = "Host: localhost\r\n";

    /** A request that hides in another one's body; whoever answers it was taken in. */
    private static final String HIDDEN = "GET /hidden HTTP/1.1\r\n" + HOST + "\r\n";

    /** Ends every test: the connection is closed by a refusal or after this. */
    private static final String LAST = "GET /last HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n";

    @SuppressWarnings("NullAway.Init")
    private static GuerdonServer server;

    @BeforeAll
    static void start() {
        Endpoints echo = new Endpoints() {
            @Override
            public void addTo(HttpRouting.Builder routing) {
                routing.any(
                        "/echo",
                        (request, response) -> JsonResponses.send(
                                response,
                                Map.of("echo", new String(JsonResponses.bytes(request), StandardCharsets.UTF_8))));
                routing.get("/hidden", (request, response) -> JsonResponses.send(response, Map.of("HIDDEN", true)));
                routing.get("/last", (request, response) -> JsonResponses.send(response, Map.of("LAST", true)));
                routing.get("/lines", (request, response) -> {
                    try (OutputStream out = response.outputStream()) {
                        out.write("HIDDEN\r\n\r\n".repeat(20_000).getBytes(StandardCharsets.US_ASCII));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                routing.post(
                        "/json",
                        (request, response) -> JsonResponses.send(
                                response, JsonResponses.body(request).value()));
            }

            @Override
            public void close() {}
        };
        server = GuerdonServer.start(echo, "127.0.0.1", 0, null);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** All that comes back until the server closes the connection. */
    private static String send(String bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            try {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
                socket.shutdownOutput();
            } catch (SocketException e) {
                // The server may close before it was told everything.
            }
            StringBuilder answer = new StringBuilder();
            InputStream in = socket.getInputStream();
            try {
                int c;
                while ((c = in.read()) >= 0) {
                    answer.append((char) c);
                }
            } catch (SocketException e) {
                // Closing with unread bytes resets the connection; what came before that counts.
            }
            return answer.toString();
        }
    }

    private static String post(String headers, String body) {
        return "POST /echo HTTP/1.1\r\n" + HOST + headers.replace("|", "\r\n") + "\r\n\r\n" + body;
    }

    @Test
    void soundRequestsOnOneConnectionAreAllAnswered() throws Exception {
        String answer = send(post("Content-Length: 3", "abc")
                + post("Transfer-Encoding: chunked", "3\r\nde\n\r\n1\r\nf\r\n0\r\n\r\n")
                + post("Content-Length: 0", "")
                + LAST);
        assertThat(answer).contains("{\"echo\":\"abc\"}", "{\"echo\":\"de\\nf\"}", "{\"echo\":\"\"}", "LAST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 3|Content-Length: 3",
                "Content-Length: 0|Content-Length: 52",
                "Content-Length: 52|content-length: 0",
                "Content-Length: 0, 0",
                "Content-Length: +0",
                "Content-Length: -1",
                "Content-Length: 0x0",
                "Content-Length:",
                "Content-Length: 99999999999999999999",
                "Content-Length : 3",
                "Content-Length: 3|Transfer-Encoding: chunked",
                "Transfer-Encoding: chunked|Content-Length: 3",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: CHUNKED",
                "Transfer-Encoding: chunked|Transfer-Encoding: identity",
                "X: a| folded: b",
                "X: a|\tfolded",
                "X: a\rContent-Length: 52",
                "X: a\nContent-Length: 52",
                "X: a\u0000b",
                "X(: a",
                "no colon at all",
                ": no name",
                "Host: localhost"
            })
    void ambiguousHeadersAre400AndNothingAfterThemIsARequest(String headers) throws Exception {
        String answer = send(post(headers, HIDDEN) + LAST);
        assertThat(answer).startsWith("HTTP/1.1 400").contains("\"detail\":");
        assertThat(answer).doesNotContain("HIDDEN", "LAST");
        assertThat(answer.split("HTTP/1.1 ", -1)).as("one answer: %s", answer).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zz\r\nabc\r\n0\r\n\r\n",
                "-3\r\nabc\r\n0\r\n\r\n",
                "+3\r\nabc\r\n0\r\n\r\n",
                "0x3\r\nabc\r\n0\r\n\r\n",
                " 3\r\nabc\r\n0\r\n\r\n",
                "3 \r\nabc\r\n0\r\n\r\n",
                "3;a=b\r\nabc\r\n0\r\n\r\n",
                "3\nabc\n0\n\n",
                "3\r\nabc\n0\r\n\r\n",
                "3\r\nabcd\r\n0\r\n\r\n",
                "ffffffffffffffff\r\nabc\r\n0\r\n\r\n",
                "\r\nabc\r\n0\r\n\r\n",
                "3\r\nabc\r\n0\r\nTrailer: x\r\n\r\n"
            })
    void wrongChunksAre400AndNothingAfterThemIsARequest(String chunks) throws Exception {
        String answer = send(post("Transfer-Encoding: chunked", chunks) + HIDDEN + LAST);
        assertThat(answer).startsWith("HTTP/1.1 400").contains("\"detail\":").doesNotContain("HIDDEN", "LAST");
        assertThat(answer.split("HTTP/1.1 ", -1)).as("one answer: %s", answer).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "'GET /last HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n', 505",
        "'GET /last HTTP/2.0\\r\\nHost: localhost\\r\\n\\r\\n', 505",
        "'GET /last\\r\\n\\r\\n', 400",
        "'GET /last http/1.1\\r\\nHost: localhost\\r\\n\\r\\n', 400",
        "'GET  /last HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', 400",
        "'G@T /last HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', 400",
        "'GET /last HTTP/1.1\\nHost: localhost\\n\\n', 400",
        "'GET /last HTTP/1.1\\r\\n\\r\\n', 400",
        "'GET /last HTTP/1.1\\r\\nHost:\\r\\n\\r\\n', 400",
        "'GET http://evil.example/last HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', 400",
        "'GET http://evil.example/last HTTP/1.1\\r\\nHost: evil.example\\r\\n\\r\\n', 403",
        "'GET http://localhost/last HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n', 200",
        "'CONNECT evil.example:80 HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', 400",
        "'hello, is this the telephone?\\r\\n\\r\\n', 400"
    })
    void firstLinesAreReadStrictly(String request, int status) throws Exception {
        assertThat(send(request.replace("\\r", "\r").replace("\\n", "\n"))).startsWith("HTTP/1.1 " + status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.evil.com",
                "localhost.evil.com",
                "127.0.0.1.evil.com",
                "evil.com:80",
                "evil.com#localhost",
                "localhost@evil.com",
                "localhost:80:80",
                "localhost:abc",
                "[::1].evil.com",
                "[::1",
                "127.0.0.256",
                "127.0.0.01",
                "127.1",
                "0x7f.0.0.1",
                "128.0.0.1",
                "localhost..",
                "."
            })
    void foreignHostsAreRefusedAndTheirBodiesAreNoRequests(String host) throws Exception {
        String answer = send("POST /echo HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: " + HIDDEN.length()
                + "\r\n\r\n" + HIDDEN + LAST);
        assertThat(answer).matches("(?s)HTTP/1.1 40[03] .*").doesNotContain("HIDDEN", "LAST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:1234",
                "localhost.",
                "localhost.:8000",
                "127.0.0.1",
                "127.0.0.1:65535",
                "127.255.0.3",
                "[::1]",
                "[::1]:8000",
                "[0:0:0:0:0:0:0:1]:8000"
            })
    void ownHostsMayComeIn(String host) throws Exception {
        assertThat(send("GET /last HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: http://localhost:9999",
                "Origin: http://localhost.evil.example",
                "Origin: https://127.0.0.1",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site"
            })
    void pagesOfOtherSitesAreRefusedWhateverTheyAskFor(String header) throws Exception {
        for (String method : new String[] {"GET", "POST", "OPTIONS"}) {
            String answer = send(method + " /echo HTTP/1.1\r\nHost: localhost\r\n" + header
                    + "\r\nAccess-Control-Request-Method: POST\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 403").doesNotContainIgnoringCase("Access-Control-Allow");
        }
    }

    @Test
    void ownPagesMayAsk() throws Exception {
        String headers = String.join(
                "\r\n", "Host: localhost:80", "Origin: http://LOCALHOST:80", "Sec-Fetch-Site: same-origin", "", "");
        assertThat(send("GET /last HTTP/1.1\r\n" + headers)).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @CsvSource({
        "text/plain, 415",
        "application/x-www-form-urlencoded, 415",
        "multipart/form-data; boundary=x, 415",
        "'', 415",
        "application/jsonp, 415",
        "application/json, 200",
        "Application/JSON; charset=utf-8, 200",
        "application/problem+json, 200"
    })
    void bodiesMustSayThatTheyAreJson(String type, int status) throws Exception {
        assertThat(send("POST /json HTTP/1.1\r\nHost: localhost\r\n"
                        + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
                        + "Content-Length: 7\r\n\r\n{\"a\":1}"
                        + LAST))
                .startsWith("HTTP/1.1 " + status)
                .endsWith("{\"LAST\":true}");
    }

    @Test
    void addressesMayHave64KiBAndNoMore() throws Exception {
        String fits = "/last?x=" + "a".repeat((64 << 10) - "/last?x=".length());
        assertThat(send("GET " + fits + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(send("GET " + fits + "a HTTP/1.1\r\n" + HOST + "\r\n"))
                .startsWith("HTTP/1.1 414")
                .contains("send long texts in a body");
        assertThat(send("GET /" + "a".repeat(10 << 20))).startsWith("HTTP/1.1 414");
    }

    @Test
    void headsHaveLimits() throws Exception {
        assertThat(send("GET /last HTTP/1.1\r\n" + HOST + "X: " + "a".repeat(1 << 20) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431");
        assertThat(send("GET /last HTTP/1.1\r\n" + HOST + "X: a\r\n".repeat(300) + "\r\n"))
                .startsWith("HTTP/1.1 431");
        assertThat(send("GET /last HTTP/1.1\r\n" + HOST + ("X: " + "a".repeat(2000) + "\r\n").repeat(100) + "\r\n"))
                .startsWith("HTTP/1.1 431");
    }

    @Test
    void aBodyBeyondTheLimitIs413() throws Exception {
        String answer = send(post("Content-Length: 99999999999", "abc"));
        assertThat(answer).startsWith("HTTP/1.1 413");
    }

    /** The head of an answer without its date. */
    private static String head(String answer) {
        return answer.substring(0, answer.indexOf("\r\n\r\n") + 4).replaceAll("(?i)Date: .*\r\n", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hidden", "/lines", "/none", "/json", "/hidden/../x", "/last?x=1"})
    void headIsAnsweredAsGetWithoutABody(String path) throws Exception {
        String get = send("GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
        String answer = send("HEAD " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
        assertThat(answer).endsWith("\r\n\r\n");
        assertThat(head(answer)).isEqualTo(head(get));
        assertThat(answer.indexOf("\r\n\r\n")).isEqualTo(answer.length() - 4);
    }

    @Test
    void aConnectionGoesOnAfterHead() throws Exception {
        String head = "HEAD /hidden HTTP/1.1\r\n" + HOST + "\r\n";
        String answer = send(head + head + "HEAD /lines HTTP/1.1\r\n" + HOST + "\r\n" + post("Content-Length: 3", "abc")
                + head + post("Transfer-Encoding: chunked", "4\r\nHEAD\r\n0\r\n\r\n") + LAST);
        assertThat(answer.split("HTTP/1.1 200", -1)).as(answer).hasSize(8);
        assertThat(answer)
                .doesNotContain("HIDDEN")
                .contains("\r\n\r\n{\"echo\":\"abc\"}HTTP/1.1", "\r\n\r\n{\"echo\":\"HEAD\"}HTTP/1.1")
                .endsWith("\r\n\r\n{\"LAST\":true}");
    }

    @Test
    void headMayComeInPieces() throws Exception {
        String all = "HEAD /hidden HTTP/1.1\r\n" + HOST + "\r\n" + LAST;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            socket.setTcpNoDelay(true);
            for (byte each : all.getBytes(StandardCharsets.US_ASCII)) {
                socket.getOutputStream().write(each);
                socket.getOutputStream().flush();
            }
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer.split("HTTP/1.1 200", -1)).as(answer).hasSize(3);
            assertThat(answer).doesNotContain("HIDDEN").endsWith("{\"LAST\":true}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 3", "Transfer-Encoding: chunked"})
    void headHasNoBody(String header) throws Exception {
        String answer = send("HEAD /hidden HTTP/1.1\r\n" + HOST + header + "\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + LAST);
        assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("LAST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: http://localhost|Origin: http://evil.example",
                "Origin: http://localhost|Origin: http://localhost",
                "Content-Encoding: identity|Content-Encoding: gzip",
                "Content-Type: application/json|content-type: text/plain",
                "Authorization: Bearer a|AUTHORIZATION: Bearer b",
                "X-API-Key: a|X-API-Key: b",
                "X-Session-Id: a|X-Session-ID: b",
                "Mcp-Session-Id: a|Mcp-Session-Id: b",
                "Sec-Fetch-Site: same-origin|Sec-Fetch-Site: cross-site",
                "X-Guerdon-Any: a|x-guerdon-any: b"
            })
    void whatSaysOneThingIsSaidOnce(String headers) throws Exception {
        String answer = send(post(headers + "|Content-Length: 0", "") + LAST);
        assertThat(answer).startsWith("HTTP/1.1 400").contains("two headers").doesNotContain("LAST");
        assertThat(send(post("Accept: a|Accept: b|X-Other: 1|X-Other: 2|Content-Length: 0", "") + LAST))
                .startsWith("HTTP/1.1 200")
                .endsWith("{\"LAST\":true}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/echo/../hidden",
                "/hidden/..",
                "/./hidden",
                "/%2e/hidden",
                "/echo/%2E%2e/hidden",
                "/echo/.%2e/hidden",
                "/echo%2f..%2fhidden",
                "//hidden",
                "/echo//hidden",
                "/hidden;x=y",
                "/echo;x=y/hidden",
                "/hidden;",
                "/\\hidden",
                "/echo/..%5chidden",
                "/hidden%00",
                "/hidden%0d%0a",
                "/hidden%zz",
                "/hidden%",
                "/hidden#x",
                "/h\u00efdden",
                "/%68idden%2f",
                "/echo%2fhidden",
                "http://localhost/echo/../hidden",
                "http://localhost//hidden"
            })
    @Tag("slow")
    void aPathIsReadInOneWayOnly(String path) throws Exception {
        for (String method : new String[] {"GET", "HEAD", "POST", "DELETE"}) {
            String answer = send(method + " " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(answer)
                    .as("%s %s", method, path)
                    .startsWith("HTTP/1.1 404")
                    .doesNotContain("HIDDEN");
        }
    }

    @Test
    void plainPathsKeepTheirTexts() throws Exception {
        assertThat(send("GET /last?a=//..;b%2f%00 HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(send("GET /l%61st HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void http2IsRefused() throws Exception {
        assertThat(send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0"))
                .startsWith("HTTP/1.1 505")
                .contains("expected HTTP/1.1, found HTTP/2.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "gzip, gzip", "zstd", "deflate"})
    void packedBodiesAreRefusedWhereTheyAreNotUnpacked(String coding) throws Exception {
        assertThat(send(post("Content-Encoding: " + coding + "|Content-Length: 3", "abc")))
                .startsWith("HTTP/1.1 4");
    }
}

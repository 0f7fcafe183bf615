package dev.guerdon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.webserver.http.HttpRouting;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GuerdonServerTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final Endpoints ECHO = new Endpoints() {
        @Override
        public void addTo(HttpRouting.Builder routing) {
            routing.post(
                    "/echo",
                    (request, response) -> JsonResponses.send(
                            response, Map.of("got", JsonResponses.body(request).get("text"))));
            routing.get("/bad", (request, response) -> {
                throw new GuerdonException("expected this, found that");
            });
            routing.get("/broken", (request, response) -> {
                throw new IllegalStateException("secret detail");
            });
        }

        @Override
        public void close() {}
    };

    private static HttpResponse<String> send(GuerdonServer server, HttpRequest.Builder request, String path)
            throws Exception {
        return CLIENT.send(request.uri(URI.create(server.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder json(String body) {
        return HttpRequest.newBuilder()
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    @Test
    void answersJsonAndExplainsBadInput() throws Exception {
        try (GuerdonServer server = GuerdonServer.start(ECHO, "127.0.0.1", 0, null)) {
            var echo = send(server, json("{\"text\":\"ä\"}"), "/echo");
            assertThat(echo.statusCode()).isEqualTo(200);
            assertThat(echo.body()).isEqualTo("{\"got\":\"ä\"}");
            var notJson = send(server, json("{nope"), "/echo");
            assertThat(notJson.statusCode()).isEqualTo(400);
            assertThat(notJson.body()).contains("the request body is not JSON");
            var bad = send(server, HttpRequest.newBuilder(), "/bad");
            assertThat(bad.statusCode()).isEqualTo(400);
            assertThat(bad.body()).isEqualTo("{\"detail\":\"expected this, found that\",\"error\":\"bad_request\"}");
            assertThat(send(server, HttpRequest.newBuilder(), "/nowhere").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void keepsTheDetailsOfItsOwnFaultsToItself() throws Exception {
        try (GuerdonServer server = GuerdonServer.start(ECHO, "127.0.0.1", 0, null)) {
            var broken = send(server, HttpRequest.newBuilder(), "/broken");
            assertThat(broken.statusCode()).isEqualTo(500);
            assertThat(broken.body()).doesNotContain("secret");
        }
    }

    @Test
    void wantsTheTokenInOneOfThreeForms() throws Exception {
        try (GuerdonServer server = GuerdonServer.start(ECHO, "127.0.0.1", 0, "s3cret-s3cret-s3cret")) {
            String basic =
                    Base64.getEncoder().encodeToString("any:s3cret-s3cret-s3cret".getBytes(StandardCharsets.UTF_8));
            assertThat(send(server, HttpRequest.newBuilder(), "/bad").statusCode())
                    .isEqualTo(401);
            assertThat(send(server, HttpRequest.newBuilder(), "/bad?token=wrong")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(send(server, HttpRequest.newBuilder(), "/bad?token=s3cret-s3cret-s3cret")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(send(
                                    server,
                                    HttpRequest.newBuilder().header("Authorization", "Bearer s3cret-s3cret-s3cret"),
                                    "/bad")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(send(server, HttpRequest.newBuilder().header("Authorization", "Basic " + basic), "/bad")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void refusesAForeignHostNameOnLoopback() throws Exception {
        try (GuerdonServer server = GuerdonServer.start(ECHO, "127.0.0.1", 0, null);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET /bad HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] statusLine = socket.getInputStream().readNBytes("HTTP/1.1 403".length());
            assertThat(new String(statusLine, StandardCharsets.UTF_8)).isEqualTo("HTTP/1.1 403");
        }
    }

    @Test
    void doesNotLeaveLoopbackWithoutAToken() {
        assertThatThrownBy(() -> GuerdonServer.start(ECHO, "0.0.0.0", 0, null))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("needs a token");
    }

    @Test
    void emptyBlankAndShortTokensAreRefused() {
        for (String token : new String[] {"", " ", "   \t  ", "short", "fifteen-letters", "with a blank in between"}) {
            assertThatThrownBy(() -> GuerdonServer.start(ECHO, "127.0.0.1", 0, token))
                    .as("token '%s'", token)
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("token");
        }
    }

    @Test
    @Tag("slow")
    void aPortInUseIsAnErrorThatClosesTheEndpoints() {
        AtomicInteger closed = new AtomicInteger();
        Endpoints counting = new Endpoints() {
            @Override
            public void addTo(HttpRouting.Builder routing) {}

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        try (GuerdonServer first = GuerdonServer.start(ECHO, "127.0.0.1", 0, null)) {
            assertThat(first.port()).isPositive();
            assertThatThrownBy(() -> GuerdonServer.start(counting, "127.0.0.1", first.port(), null))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("127.0.0.1:" + first.port())
                    .hasMessageContaining("in use")
                    .hasMessageContaining("--port");
        }
        assertThatThrownBy(() -> GuerdonServer.start(counting, "127.0.0.1", 70_000, null))
                .hasMessageContaining("70000");
        assertThat(closed).hasValue(2);
    }
}

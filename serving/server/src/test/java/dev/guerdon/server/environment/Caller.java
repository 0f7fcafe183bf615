package dev.guerdon.server.environment;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.GuerdonServer;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** A client of a server in tests, with a connection and perhaps cookies of its own. */
final class Caller implements AutoCloseable {

    private final HttpClient client;
    private final GuerdonServer server;

    private Caller(HttpClient client, GuerdonServer server) {
        this.client = client;
        this.server = server;
    }

    /** As httpx.AsyncClient and requests.Session: keeps cookies and connections. */
    static Caller withCookies(GuerdonServer server) {
        return new Caller(
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .cookieHandler(new CookieManager())
                        .build(),
                server);
    }

    /** As many HTTP clients outside Python: keeps connections only. */
    static Caller withoutCookies(GuerdonServer server) {
        return new Caller(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), server);
    }

    record Answer(int status, String text) {

        Json json() {
            return JsonCodec.read(text, "the answer");
        }

        String observation() {
            return json().get("observation").asString();
        }

        String error() {
            return json().find("error").map(Json::asString).orElse("");
        }
    }

    Answer get(String path, String... headers) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder().GET(), path, headers);
    }

    Answer post(String path, Object body, String... headers) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                body instanceof String text ? text : JsonCodec.write(body))),
                path,
                headers);
    }

    Answer step(String action) throws IOException, InterruptedException {
        return post("/step", Map.of("action", action));
    }

    private Answer send(HttpRequest.Builder request, String path, String... headers)
            throws IOException, InterruptedException {
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = client.send(
                request.uri(URI.create(server.url() + path))
                        .timeout(Duration.ofSeconds(60))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    @Override
    public void close() {
        client.close();
    }
}

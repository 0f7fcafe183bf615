package dev.guerdon.server.api;

import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.Endpoints;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** A small page that says what is served and lets a person try it, and the description of the API for programs. */
@Internal
public final class PageEndpoints implements Endpoints {

    /** The page runs its own script from its own address, and nothing else; nobody may frame it. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    @Override
    public void addTo(HttpRouting.Builder routing) {
        serve(routing, "/", "page.html", "text/html; charset=utf-8");
        serve(routing, "/page.css", "page.css", "text/css; charset=utf-8");
        serve(routing, "/page.js", "page.js", "text/javascript; charset=utf-8");
        serve(routing, "/openapi.json", "openapi.json", "application/json");
    }

    private static void serve(HttpRouting.Builder routing, String path, String resource, String type) {
        byte[] bytes = bytes(resource);
        routing.get(path, (request, response) -> send(response, bytes, type));
    }

    private static void send(ServerResponse response, byte[] bytes, String type) {
        response.header(HeaderNames.CONTENT_TYPE, type);
        response.header(HeaderNames.create("Content-Security-Policy"), POLICY);
        response.header(HeaderNames.create("X-Content-Type-Options"), "nosniff");
        response.header(HeaderNames.create("Referrer-Policy"), "no-referrer");
        response.header(HeaderNames.CACHE_CONTROL, "no-cache");
        response.send(bytes);
    }

    private static byte[] bytes(String resource) {
        try (InputStream in = PageEndpoints.class.getResourceAsStream("/dev/guerdon/server/api/" + resource)) {
            return Objects.requireNonNull(in, resource).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}

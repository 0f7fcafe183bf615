package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON requests and answers. */
@Internal
public final class Responses {

    private static final Logger LOG = System.getLogger(Responses.class.getName());

    private Responses() {}

    /** The request's body as JSON; an empty body is an empty object. */
    public static Json body(ServerRequest request) {
        byte[] bytes = request.content().hasEntity() ? request.content().as(byte[].class) : new byte[0];
        if (bytes.length == 0) {
            return new Json(Map.of());
        }
        return JsonCodec.read(bytes, "the request body");
    }

    /** Answers 200 with JSON. */
    public static void send(ServerResponse response, @Nullable Object value) {
        send(response, Status.OK_200, value);
    }

    public static void send(ServerResponse response, Status status, @Nullable Object value) {
        response.status(status);
        response.header(HeaderNames.CONTENT_TYPE, "application/json");
        // What went wrong may repeat a key; what went right is what the client asked for, byte for byte.
        Object safe = status.code() >= 400 ? Secrets.known().redactValue(value) : value;
        response.send(JsonCodec.write(safe).getBytes(StandardCharsets.UTF_8));
    }

    public static void sendText(ServerResponse response, Status status, String contentType, String text) {
        response.status(status);
        response.header(HeaderNames.CONTENT_TYPE, contentType + "; charset=utf-8");
        response.send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers an exception: bad input with 400 and the reason, anything else with 500 and no details. */
    public static void sendError(ServerRequest request, ServerResponse response, Exception e) {
        switch (e) {
            case GuerdonException bad ->
                send(response, Status.BAD_REQUEST_400, Map.of("detail", String.valueOf(bad.getMessage())));
            case HttpException http ->
                send(response, http.status(), Map.of("detail", String.valueOf(http.getMessage())));
            default -> {
                LOG.log(
                        Logger.Level.WARNING,
                        "a request failed: " + request.path().path(),
                        e);
                send(
                        response,
                        Status.INTERNAL_SERVER_ERROR_500,
                        Map.of("detail", "internal error; the server's log has it"));
            }
        }
    }
}

package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.ServeException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads requests, and says what was expected where something else is there. */
final class StandardRequests {

    private static final HeaderName SESSION = HeaderNames.create("X-Session-ID");
    private static final HeaderName DEPLOYMENT = HeaderNames.create("X-Deployment");
    private static final int LONGEST_SESSION = 150;

    private StandardRequests() {}

    /** The body as an object; an empty one if there is none. */
    static Json object(ServerRequest request, long limit) {
        byte[] bytes = PackedBody.read(request, limit);
        if (bytes.length == 0) {
            return new Json(Map.of());
        }
        JsonResponses.requireJson(request);
        Json body = JsonCodec.read(bytes, "the request body");
        if (!body.isObject()) {
            throw invalid("a JSON object as the body", body.kind());
        }
        return body;
    }

    /** A request that does not have the form that the protocol asks for. */
    static ServeException invalid(String expected, String found) {
        return new ServeException(422, "bad_request", "expected " + expected + ", found " + found);
    }

    /** A member that is there and not null. */
    static Optional<Json> find(Json body, String name) {
        return body.find(name).filter(value -> !value.isNull());
    }

    static Optional<String> text(Json body, String name) {
        Optional<Json> value = find(body, name);
        if (value.isPresent() && !value.get().isString()) {
            throw invalid("a text as '" + name + "'", value.get().kind());
        }
        return value.map(Json::asString);
    }

    static String needText(Json body, String name) {
        return text(body, name).orElseThrow(() -> invalid("a text as '" + name + "'", "none"));
    }

    static OptionalLong whole(Json body, String name) {
        Optional<Json> value = find(body, name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!(value.get().value() instanceof Integer) && !(value.get().value() instanceof Long)) {
            throw invalid("a whole number as '" + name + "'", value.get().kind());
        }
        return OptionalLong.of(value.get().asLong());
    }

    /** The name of the session that a request is for. */
    static String session(ServerRequest request) {
        String name = request.headers().first(SESSION).orElse("").strip();
        if (name.isEmpty()) {
            throw ServeException.bad("the header X-Session-ID is required");
        }
        if (name.length() > LONGEST_SESSION || !name.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw ServeException.bad("a session's name has 1 to " + LONGEST_SESSION
                    + " visible ASCII characters, found " + name.length());
        }
        return name;
    }

    /** Returns whether a request is for a session. */
    static boolean hasSession(ServerRequest request) {
        return !request.headers().first(SESSION).orElse("").isBlank();
    }

    /** The environment that a client asked its library for, without the name of its owner; empty where it says none. */
    static String deployment(ServerRequest request) {
        String name = request.headers().first(DEPLOYMENT).orElse("").strip();
        return name.substring(name.lastIndexOf('/') + 1);
    }
}

package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.MemberReader;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.ServeException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Map;

/** Reads requests, and says what was expected where something else is there. */
final class StandardRequests {

    private static final HeaderName SESSION = HeaderNames.create("X-Session-ID");
    private static final HeaderName DEPLOYMENT = HeaderNames.create("X-Deployment");
    private static final int LONGEST_SESSION = 150;

    /** Returns the members of the body, none if there is no body. What is wrong with them is answered with 422. */
    static MemberReader object(ServerRequest request, long limit) {
        byte[] bytes = PackedBody.read(request, limit);
        if (bytes.length > 0) {
            JsonResponses.requireJson(request);
        }
        Json body = bytes.length == 0 ? new Json(Map.of()) : JsonCodec.read(bytes, "the request body");
        if (!body.isObject()) {
            throw invalid("a JSON object as the body", body.kind());
        }
        return new MemberReader(body, StandardRequests::invalid);
    }

    /** Returns a request that does not have the form that the protocol asks for. */
    static ServeException invalid(String expected, String found) {
        return new ServeException(422, "bad_request", "expected " + expected + ", found " + found);
    }

    /** Returns the name of the session that a request is for. */
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

    /** Returns the environment that a client asked its library for, without the name of its owner; empty where it says none. */
    static String deployment(ServerRequest request) {
        String name = request.headers().first(DEPLOYMENT).orElse("").strip();
        return name.substring(name.lastIndexOf('/') + 1);
    }
}

package dev.guerdon.server.environment;

import dev.guerdon.api.Json;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.ServeException;
import io.helidon.webserver.http.ServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the members of a request's body, and says what was expected where something else is there. */
final class BodyMembers {

    private BodyMembers() {}

    static Json object(ServerRequest request) {
        Json body = JsonResponses.body(request);
        if (!body.isObject()) {
            throw ServeException.expected("a JSON object as the body", body.kind());
        }
        return body;
    }

    static Optional<String> text(Json body, String name) {
        Optional<Json> value = body.find(name).filter(found -> !found.isNull());
        if (value.isPresent() && !value.get().isString()) {
            throw ServeException.expected(
                    "a text as '" + name + "'", value.get().kind());
        }
        return value.map(Json::asString);
    }

    /** A whole number. */
    static long whole(Json value, String name) {
        if (!(value.value() instanceof Integer) && !(value.value() instanceof Long)) {
            throw ServeException.expected("a whole number of at most 64 bits as '" + name + "'", value.kind());
        }
        return value.asLong();
    }

    /** The seed that a client gives, if it gives one. */
    static OptionalLong seed(Json body) {
        Optional<Json> value = body.find("seed").filter(found -> !found.isNull());
        return value.isPresent() ? OptionalLong.of(whole(value.get(), "seed")) : OptionalLong.empty();
    }

    static List<Json> list(Json body, String name) {
        Json value = body.get(name);
        if (!value.isList()) {
            throw ServeException.expected("a list as '" + name + "'", value.kind());
        }
        return value.asList();
    }

    static List<String> texts(Json body, String name) {
        List<String> texts = new ArrayList<>();
        for (Json value : list(body, name)) {
            if (!value.isString()) {
                throw ServeException.expected("a list of texts as '" + name + "'", "one with " + value.kind());
            }
            texts.add(value.asString());
        }
        return texts;
    }

    /** Says that a list has not as many members as there are sessions. */
    static void sameLength(String name, int found, int expected) {
        if (found != expected) {
            throw ServeException.expected(
                    expected + " values in '" + name + "', one for each session", String.valueOf(found));
        }
    }
}

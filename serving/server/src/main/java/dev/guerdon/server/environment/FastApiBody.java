package dev.guerdon.server.environment;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads request bodies and complains about them in the form that clients of FastAPI servers know: status 422 and a list of faults. */
final class FastApiBody {

    private FastApiBody() {}

    /** The body, an empty object if there is none; or nothing, when the request was answered already. */
    static Optional<Json> read(ServerRequest request, ServerResponse response) {
        Json body;
        try {
            body = JsonResponses.body(request);
        } catch (GuerdonException e) {
            complain(response, "json_invalid", List.of("body", 0), "JSON decode error", Map.of());
            return Optional.empty();
        }
        if (!body.isObject()) {
            complain(
                    response,
                    "model_attributes_type",
                    List.of("body"),
                    "Input should be a valid dictionary or object to extract fields from",
                    body.value());
            return Optional.empty();
        }
        return Optional.of(body);
    }

    /** A text member of the body; or nothing, when the request was answered already. */
    static Optional<String> text(Json body, String name, ServerResponse response) {
        if (!body.asMap().containsKey(name)) {
            complain(response, "missing", List.of("body", name), "Field required", body.value());
            return Optional.empty();
        }
        Json value = body.get(name);
        if (!value.isString()) {
            complain(response, "string_type", List.of("body", name), "Input should be a valid string", value.value());
            return Optional.empty();
        }
        return Optional.of(value.asString());
    }

    private static void complain(
            ServerResponse response, String type, List<Object> place, String message, @Nullable Object input) {
        JsonResponses.send(response, Status.create(422), Map.of("detail", List.of(fault(type, place, message, input))));
    }

    /** A fault as FastAPI lists it. */
    static JsonMembers fault(String type, List<Object> place, String message, @Nullable Object input) {
        return new JsonMembers()
                .with("type", type)
                .with("loc", place)
                .with("msg", message)
                .with("input", input);
    }
}

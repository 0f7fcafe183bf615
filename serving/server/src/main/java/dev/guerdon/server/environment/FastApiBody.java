package dev.guerdon.server.environment;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.http.JsonResponses;
import dev.guerdon.server.http.ServeException;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Request bodies, with faults in the form that clients of FastAPI servers know: status 422 and a list. */
final class FastApiBody {

    /** Returns the body, an empty object if there is none. */
    static Json read(ServerRequest request) {
        Json body;
        try {
            body = JsonResponses.body(request);
        } catch (GuerdonException e) {
            throw invalid(List.of(fault("json_invalid", List.of("body", 0), "JSON decode error", Map.of())));
        }
        if (!body.isObject()) {
            throw invalid(List.of(fault(
                    "model_attributes_type",
                    List.of("body"),
                    "Input should be a valid dictionary or object to extract fields from",
                    body.value())));
        }
        return body;
    }

    /** Returns a text that the body must have. */
    static String text(Json body, String name) {
        Json value = body.find(name)
                .orElseThrow(() ->
                        invalid(List.of(fault("missing", List.of("body", name), "Field required", body.value()))));
        if (!value.isString()) {
            throw invalid(List.of(
                    fault("string_type", List.of("body", name), "Input should be a valid string", value.value())));
        }
        return value.asString();
    }

    static ServeException invalid(List<JsonMembers> faults) {
        return new ServeException(422, "bad_request", "the request is not valid").listing(faults);
    }

    /** Returns a fault as FastAPI lists it. */
    static JsonMembers fault(String type, List<Object> place, String message, @Nullable Object input) {
        return new JsonMembers()
                .with("type", type)
                .with("loc", place)
                .with("msg", message)
                .with("input", input);
    }
}

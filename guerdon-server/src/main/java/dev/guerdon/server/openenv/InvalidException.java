package dev.guerdon.server.openenv;

import dev.guerdon.api.GuerdonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message that has not the form it should have, as OpenEnv's clients expect to be told. */
final class InvalidException extends GuerdonException {

    private static final long serialVersionUID = 1L;

    private final transient List<Object> where;

    /**
     * A fault.
     *
     * @param where the names that lead to it
     * @param message what was expected and found
     */
    InvalidException(List<Object> where, String message) {
        super(message);
        this.where = List.copyOf(where);
    }

    /** The fault as FastAPI lists it. */
    List<Object> errors(List<Object> before) {
        Map<String, @Nullable Object> error = new LinkedHashMap<>();
        error.put("type", "value_error");
        error.put(
                "loc",
                java.util.stream.Stream.concat(before.stream(), where.stream()).toList());
        error.put("msg", String.valueOf(getMessage()));
        return List.of(error);
    }
}

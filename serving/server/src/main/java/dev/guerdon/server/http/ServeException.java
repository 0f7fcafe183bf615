package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that cannot be done, with the answer that explains it. */
@Internal
public final class ServeException extends GuerdonException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String kind;
    private int retryAfter;
    private transient List<?> faults = List.of();

    /**
     * An answer other than 200.
     *
     * @param status the HTTP status
     * @param kind a word for programs, such as {@code unknown_session}
     * @param detail what was expected, what was found and what to do
     */
    public ServeException(int status, String kind, String detail) {
        super(detail);
        this.status = status;
        this.kind = kind;
    }

    /** Returns a request that is not understood, or asks for what does not fit together. */
    public static ServeException bad(String detail) {
        return new ServeException(400, "bad_request", detail);
    }

    /** Returns a request that has something else than was expected. */
    public static ServeException expected(String expected, String found) {
        return bad("expected " + expected + ", found " + found);
    }

    /** Returns a name that a client sent, as messages show it. */
    public static String shown(String name) {
        return name.length() > 100 ? name.substring(0, 100) + "..." : name;
    }

    public int status() {
        return status;
    }

    /** Returns the same, with the seconds after which a client should try again. */
    public ServeException retryAfter(int seconds) {
        retryAfter = seconds;
        return this;
    }

    /** Returns the seconds after which a client should try again, or 0 if it need not. */
    public int retryAfter() {
        return retryAfter;
    }

    public String kind() {
        return kind;
    }

    /** Returns the same, answered with a list of faults instead of the detail, as FastAPI does. */
    public ServeException listing(List<?> all) {
        faults = all;
        return this;
    }

    public Map<String, @Nullable Object> answer() {
        return faults.isEmpty()
                ? JsonResponses.error(kind, String.valueOf(getMessage()))
                : new JsonMembers().with("detail", faults);
    }
}

package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.time.Duration;

/** Thrown if a model gives no usable answer. */
@Experimental
public class ModelException extends GuerdonException {

    /** Kind of failure, which decides whether asking again makes sense. */
    public enum Kind {
        RATE_LIMIT,
        TIMEOUT,
        SERVER_ERROR,
        BAD_REQUEST,
        AUTHENTICATION,
        STALE_SESSION,
        REPLAY_MISS,
        CANCELLED,
        OTHER
    }

    private final Kind kind;
    private final Duration retryAfter;

    public ModelException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = Duration.ZERO;
    }

    public ModelException(Kind kind, String message) {
        this(kind, message, Duration.ZERO);
    }

    /** Creates a failure after which the provider wants a pause. */
    public ModelException(Kind kind, String message, Duration retryAfter) {
        super(message);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** Returns what kind of failure it is. */
    public Kind kind() {
        return kind;
    }

    /** Returns how long the provider asked to wait before the next try, or zero if it said nothing. */
    public Duration retryAfter() {
        return retryAfter;
    }
}

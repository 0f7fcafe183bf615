package dev.guerdon.agent;

import dev.guerdon.api.GuerdonException;

/** A model gave no usable answer. */
public class ModelException extends GuerdonException {

    /** What kind of failure it was, which decides whether asking again makes sense. */
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

    public ModelException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public ModelException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}

package dev.guerdon.browser.fetch;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** A fetch that brought nothing, with the reason. */
@Internal
public final class FetchException extends GuerdonException {

    /** What kind of failure it was. */
    public enum Kind {
        /** The rules refuse the address. */
        BLOCKED,
        /** The exchange took longer than it may. */
        TIMEOUT,
        /** The answer is larger than it may be. */
        TOO_LARGE,
        /** The server answered with an error, or not as HTTP asks. */
        ANSWER,
        /** No connection, or it broke. */
        NETWORK
    }

    private final Kind kind;

    FetchException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    FetchException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}

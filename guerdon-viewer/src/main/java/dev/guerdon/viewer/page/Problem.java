package dev.guerdon.viewer.page;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** A page that cannot be shown, and the status that says so. */
@Internal
public final class Problem extends GuerdonException {

    private static final long serialVersionUID = 1L;

    private final int status;

    private Problem(int status, String message) {
        super(message);
        this.status = status;
    }

    /** What was asked for is wrong. */
    public static Problem badRequest(String message) {
        return new Problem(400, message);
    }

    /** What was asked for is not there. */
    public static Problem notFound(String message) {
        return new Problem(404, message);
    }

    /** What was asked for may not be done. */
    public static Problem forbidden(String message) {
        return new Problem(403, message);
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }
}

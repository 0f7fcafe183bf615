package dev.guerdon.viewer.page;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** A page that cannot be shown, and the status that says so. */
@Internal
public final class PageProblem extends GuerdonException {

    private static final long serialVersionUID = 1L;

    private final int status;

    private PageProblem(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Returns what was asked for is wrong. */
    public static PageProblem badRequest(String message) {
        return new PageProblem(400, message);
    }

    /** Returns what was asked for is not there. */
    public static PageProblem notFound(String message) {
        return new PageProblem(404, message);
    }

    /** Returns what was asked for may not be done. */
    public static PageProblem forbidden(String message) {
        return new PageProblem(403, message);
    }

    /** Returns the status of the answer. */
    public int status() {
        return status;
    }
}

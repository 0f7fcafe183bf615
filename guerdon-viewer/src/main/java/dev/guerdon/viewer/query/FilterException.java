package dev.guerdon.viewer.query;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** A filter that cannot be read: what was expected, what was found, and where. */
@Internal
public final class FilterException extends GuerdonException {

    private static final long serialVersionUID = 1L;

    private final int position;

    FilterException(int position, String message) {
        super("at character " + (position + 1) + ": " + message);
        this.position = position;
    }

    /** Where in the filter, from 0. */
    public int position() {
        return position;
    }
}

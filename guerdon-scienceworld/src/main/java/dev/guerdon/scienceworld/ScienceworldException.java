package dev.guerdon.scienceworld;

import dev.guerdon.api.GuerdonException;

/** Reports a missing or broken simulator, or a task that there is not. */
public final class ScienceworldException extends GuerdonException {

    public ScienceworldException(String message) {
        super(message);
    }

    public ScienceworldException(String message, Throwable cause) {
        super(message, cause);
    }
}

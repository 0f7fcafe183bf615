package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;

/** Reports a missing or broken simulator, or a task that there is not. */
@Internal
public final class ScienceworldException extends GuerdonException {

    public ScienceworldException(String message) {
        super(message);
    }

    public ScienceworldException(String message, Throwable cause) {
        super(message, cause);
    }
}

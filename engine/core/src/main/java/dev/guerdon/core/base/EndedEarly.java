package dev.guerdon.core.base;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;

/**
 * Thrown if a fault such as a full disk stops a job. Everything written so far is valid, and the job can be resumed.
 *
 * <p>Every command exits with 3 for it. The message says what happened and how to resume.
 */
@Experimental
public class EndedEarly extends GuerdonException {

    public EndedEarly(String message, Throwable cause) {
        super(message, cause);
    }
}

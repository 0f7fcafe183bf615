package dev.guerdon.core.base;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;

/**
 * Tells that work ended before its end, by a fault such as a full disk: what was written until then is good, and the work can go on.
 *
 * <p>Every command exits with 3 for it. The message says what happened and how to go on.
 */
@Experimental
public class EndedEarly extends GuerdonException {

    public EndedEarly(String message, Throwable cause) {
        super(message, cause);
    }
}

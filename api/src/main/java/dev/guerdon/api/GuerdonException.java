package dev.guerdon.api;

/**
 * Reports bad input or a broken set-up in a sentence the user can act on.
 *
 * <p>The message says what was expected, what was found, where, and what to do. Modules throw this type or their own subtype of
 * it; front ends print the message without a stack trace.
 */
@Stable
public class GuerdonException extends RuntimeException {

    public GuerdonException(String message) {
        super(message);
    }

    public GuerdonException(String message, Throwable cause) {
        super(message, cause);
    }
}

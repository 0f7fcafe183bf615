package dev.guerdon.math.read;

import dev.guerdon.api.Internal;

/** Signals that tokens are outside of the grammar; the answer is then compared as text. Never leaves the package. */
@Internal
public final class NotReadException extends RuntimeException {

    /** Carries no stack trace, so one instance serves all. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    public static final NotReadException INSTANCE = new NotReadException();

    private NotReadException() {
        super("outside of the grammar", null, false, false);
    }
}

package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;

/** Signals that an expression has no value, such as 1/0. Never leaves the package. */
@Internal
public final class UndefinedException extends RuntimeException {

    /** Carries no stack trace, so one instance serves all. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    public static final UndefinedException INSTANCE = new UndefinedException();

    private UndefinedException() {
        super("undefined", null, false, false);
    }
}

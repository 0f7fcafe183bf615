package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;

/** Signals that one method of comparing cannot handle an expression, so that the next is tried. Never leaves the package. */
@Internal
public final class UndecidedException extends RuntimeException {

    /** Carries no stack trace, so one instance serves all. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    public static final UndecidedException INSTANCE = new UndecidedException();

    private UndecidedException() {
        super("undecided", null, false, false);
    }
}

package dev.guerdon.math;

/** Signals that one method of comparing cannot handle an expression, so that the next is tried. Never leaves the package. */
final class UndecidedException extends RuntimeException {

    /** Carries no stack trace, so one instance serves all. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    static final UndecidedException INSTANCE = new UndecidedException();

    private UndecidedException() {
        super("undecided", null, false, false);
    }
}

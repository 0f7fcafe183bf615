package dev.guerdon.math;

/** Signals that an expression has no value, such as 1/0. Never leaves the package. */
final class UndefinedException extends RuntimeException {

    /** Carries no stack trace, so one instance serves all. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    static final UndefinedException INSTANCE = new UndefinedException();

    private UndefinedException() {
        super("undefined", null, false, false);
    }
}

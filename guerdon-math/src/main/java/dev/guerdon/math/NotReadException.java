package dev.guerdon.math;

/** Signals that tokens are outside of the grammar; the answer is then compared as text. Never leaves the package. */
final class NotReadException extends RuntimeException {

    /** Carries no stack trace, so one instance serves all. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    static final NotReadException INSTANCE = new NotReadException();

    private NotReadException() {
        super("outside of the grammar", null, false, false);
    }
}

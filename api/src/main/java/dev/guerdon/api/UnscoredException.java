package dev.guerdon.api;

/**
 * Exception of a reward that cannot score: becomes {@link Score.Unscored} with the given reason, never a silent 0.
 *
 * <p>It carries no stack trace, so that a grader may throw it on a hot path.
 */
@Stable
public final class UnscoredException extends GuerdonException {

    private final Score.Reason reason;

    public UnscoredException(Score.Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Returns why there is no score. */
    public Score.Reason reason() {
        return reason;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public Throwable fillInStackTrace() {
        return this;
    }
}

package dev.guerdon.api;

/** Outcome of scoring one sample: a result, or the reason why there is none. */
@Stable
public sealed interface Score permits Score.Scored, Score.Unscored {

    /** Outcome of a sample that was scored. */
    record Scored(RewardResult result) implements Score {}

    /**
     * Outcome of a sample that could not be scored; this is never silently a 0.
     *
     * @param reason the class of the failure
     * @param message what happened, for the user
     */
    record Unscored(Reason reason, String message) implements Score {}

    /** Why a sample has no reward. */
    enum Reason {
        /** The reward function threw. */
        ERROR,
        /** The deadline passed, or a grader's own budget was spent. */
        TIMEOUT,
        /** The task lacks a field that the reward needs, or the field has the wrong type. */
        MISSING_FIELD,
        /** A resource was not available. */
        RESOURCE,
        /** The caller cancelled. */
        CANCELLED,
        /** The function returned something that is not a reward: text, NaN, infinity, an object without {@code reward}. */
        INVALID_RESULT,
        /** The input itself could not be read. */
        INVALID_INPUT
    }
}

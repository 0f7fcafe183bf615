package dev.guerdon.api;

import org.jspecify.annotations.Nullable;

/**
 * Function that scores a finished rollout. Many threads call it at a time.
 *
 * <p>Implement it with a class where the reward holds state such as a client or a key, or register a lambda. If you want parameters
 * filled by name, annotate a method with {@link Reward} instead.
 *
 * <p>{@snippet :
 * registration.reward("short", sample -> sample.finalResponse().length() < 100 ? 1.0 : 0.0);
 * }
 */
@FunctionalInterface
@Stable
public interface RewardFunction {

    /**
     * Scores one sample.
     *
     * @return a number, a boolean, a {@code Map} or record with a {@code reward} component, a {@link RewardResult}, a
     *     {@link Score}, a {@code CompletionStage} or {@code Future} of one of these, or {@code null} for 0.0
     */
    @Nullable
    Object score(Sample sample) throws Exception;

    /** Returns whether the function mainly computes or mainly waits. */
    default Reward.Work work() {
        return Reward.Work.COMPUTE;
    }
}

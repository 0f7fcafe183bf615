package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import java.time.Duration;

/**
 * Limits of one rollout; 0 or zero means no limit, except for turns.
 *
 * @param turns how many turns
 * @param tokens how many tokens, in and out
 * @param usd how much money
 * @param time how long
 */
@Experimental
public record RolloutLimits(int turns, long tokens, double usd, Duration time) {

    public static RolloutLimits turns(int turns) {
        return new RolloutLimits(turns, 0, 0, Duration.ZERO);
    }
}

package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a session answered, and what it is worth.
 *
 * @param step what the environment shows
 * @param own whether the environment's own reward counts; else there is none before the episode is over
 * @param score what the served reward says about the episode, once it is over; null before, and where the environment's own counts
 */
@Experimental
public record EpisodeStep(Step step, boolean own, @Nullable Score score) {

    /** The reward of this step; null where there is none yet, or where the episode could not be scored. */
    public @Nullable Double reward() {
        if (own) {
            return step.reward();
        }
        return score instanceof Score.Scored scored ? (Double) scored.result().reward() : null;
    }

    /** Why the episode could not be scored, where it could not: tell the client so, and never a number in its place. */
    public Optional<Score.Unscored> unscored() {
        return score instanceof Score.Unscored unscored ? Optional.of(unscored) : Optional.empty();
    }
}

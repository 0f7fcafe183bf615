package dev.guerdon.lab.spi;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Experimental;
import dev.guerdon.lab.spi.StoredSession.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Receives what happens in a session of {@code guerdon improve}; also what happens in its rollouts. */
@Experimental
public interface ImprovementListener extends RolloutListener {

    /**
     * Progress of a session.
     *
     * @param turn which proposal comes next, from 1
     * @param front how many candidates are best at something
     * @param champion the champion's id and title
     * @param reward the champion's mean reward on the training tasks
     * @param next what is tried next, and who proposed it
     * @param spent what was spent so far, in words
     * @param eta how long it may take until the budget of episodes is spent, if there is one
     */
    record Progress(
            int turn, int front, String champion, double reward, String next, String spent, Optional<Duration> eta) {}

    /**
     * A candidate and what became of it.
     *
     * @param id its name, {@code c0} for the start
     * @param title the change in a few words
     * @param proposer who proposed it
     * @param verdict what became of it
     * @param reason why, in a sentence
     * @param reward its mean reward on the training tasks that it was run on; NaN for none
     * @param diff the change against the champion it was to replace, as a unified diff
     */
    record Change(
            String id,
            String title,
            String proposer,
            Decision.Verdict verdict,
            String reason,
            double reward,
            List<String> diff) {

        public Change {
            diff = List.copyOf(diff);
        }
    }

    /** Handles something that the user should know. */
    default void notice(String sentence) {}

    /** Handles that a change is about to be tried. */
    default void begins(Progress progress) {}

    /** Handles that it was decided on a change. */
    default void decided(Change change) {}
}

package dev.guerdon.lab.improve;

import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.Optional;

/** Receives what happens in a session. */
@Internal
public interface Watch {

    /**
     * How far a session is.
     *
     * @param turn which proposal comes next, from 1
     * @param front how many candidates are best at something
     * @param champion the champion's id and title
     * @param reward the champion's mean reward on the training tasks
     * @param next what is tried next, and who proposed it
     * @param spent what was spent so far
     * @param eta how long it may take until the budget is spent, where that can be told
     */
    record Progress(
            int turn, int front, String champion, double reward, String next, Spent spent, Optional<Duration> eta) {}

    /** Something that the user should know. */
    default void notice(String sentence) {}

    /** A change is about to be tried. */
    default void begins(Progress progress) {}

    /** It was decided on a change. */
    default void decided(Contender contender) {}
}

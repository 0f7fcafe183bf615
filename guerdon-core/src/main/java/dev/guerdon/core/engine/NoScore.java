package dev.guerdon.core.engine;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.base.Durations;
import dev.guerdon.core.boundary.Fault;
import java.time.Duration;

/** The outcomes of calls that brought no score, in words that name the reward. */
@Internal
public final class NoScore {

    private NoScore() {}

    /** Whatever the user's code threw, an error such as a stack overflow included, is this sample's outcome. */
    public static Score threw(String reward, Fault fault) {
        return switch (fault.kind()) {
            case UNSCORED -> new Score.Unscored(fault.unscored(), fault.message());
            case CANCELLED -> new Score.Unscored(Score.Reason.CANCELLED, reward + " was interrupted");
            case TOO_LARGE -> new Score.Unscored(Score.Reason.INVALID_RESULT, reward + " returned " + fault.message());
            case FAILED, EXHAUSTED, JVM, LATE ->
                new Score.Unscored(
                        Score.Reason.ERROR, reward + (fault.type().isEmpty() ? " " : " threw ") + fault.text());
        };
    }

    /** The engine itself could not make the call. */
    public static Score broken(String reward, Throwable problem) {
        return new Score.Unscored(
                Score.Reason.ERROR,
                reward + " could not be called: " + Fault.of(problem).text());
    }

    /** The call missed its deadline. */
    public static Score late(String reward, Duration deadline) {
        return new Score.Unscored(
                Score.Reason.TIMEOUT,
                reward + " took longer than the deadline of " + Durations.format(deadline)
                        + "; raise --deadline, or make the reward faster");
    }

    /** The call was not started because too many earlier ones are stuck. */
    public static Score refused(String reward, int stuck) {
        return new Score.Unscored(
                Score.Reason.TIMEOUT,
                reward + " was not started: " + stuck
                        + " earlier calls of it passed their deadline and are still running");
    }

    /** Whoever asked for the score was interrupted. */
    public static Score interrupted() {
        return new Score.Unscored(Score.Reason.CANCELLED, "scoring was interrupted");
    }
}

package dev.guerdon.junit;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;

/** Checks of what a reward said about one sample. */
@Experimental
public final class ScoreAssert {

    /** By how much a reward may differ from the expected one, unless said otherwise. */
    public static final double TOLERANCE = 1e-9;

    private final String reward;
    private final String sample;
    private final Score score;

    ScoreAssert(String reward, String sample, Score score) {
        this.reward = reward;
        this.sample = sample;
        this.score = score;
    }

    /** Returns the score, for checks of one's own. */
    public Score score() {
        return score;
    }

    /** The reward is this one. */
    public ScoreAssert scores(double expected) {
        return scores(expected, TOLERANCE);
    }

    /** The reward is this one, or differs by no more than the tolerance. */
    public ScoreAssert scores(double expected, double tolerance) {
        double found = found("a reward of " + expected);
        if (!(Math.abs(found - expected) <= tolerance)) {
            throw failed("expected a reward of " + expected, expected, found);
        }
        return this;
    }

    public ScoreAssert scoresAtLeast(double least) {
        double found = found("a reward of at least " + least);
        if (!(found >= least)) {
            throw failed("expected a reward of at least " + least, least, found);
        }
        return this;
    }

    public ScoreAssert scoresAtMost(double most) {
        double found = found("a reward of at most " + most);
        if (!(found <= most)) {
            throw failed("expected a reward of at most " + most, most, found);
        }
        return this;
    }

    /** The reward has this extra; numbers are compared by value. */
    public ScoreAssert hasExtra(String name, @Nullable Object expected) {
        found("a reward");
        Object value = ((Score.Scored) score).result().extras().get(name);
        boolean same = (value instanceof Number found && expected instanceof Number wanted)
                ? Math.abs(found.doubleValue() - wanted.doubleValue()) <= TOLERANCE
                : Objects.equals(value, expected);
        if (!same) {
            throw failed("expected the extra '" + name + "' to be " + expected, expected, value);
        }
        return this;
    }

    /** There is no reward, for this reason. */
    public ScoreAssert isUnscored(Score.Reason reason) {
        switch (score) {
            case Score.Scored scored ->
                throw failed(
                        "expected it to be unscored with " + reason,
                        reason,
                        scored.result().reward());
            case Score.Unscored unscored -> {
                if (unscored.reason() != reason) {
                    throw failed(
                            "expected it to be unscored with " + reason,
                            reason,
                            unscored.reason() + ": " + unscored.message());
                }
            }
        }
        return this;
    }

    private double found(String expected) {
        return switch (score) {
            case Score.Scored scored -> scored.result().reward();
            case Score.Unscored unscored ->
                throw failed("expected " + expected, expected, unscored.reason() + ": " + unscored.message());
        };
    }

    private AssertionFailedError failed(String what, @Nullable Object expected, @Nullable Object found) {
        return new AssertionFailedError(
                reward + " on sample " + sample + ": " + what + ", found " + found, expected, found);
    }
}

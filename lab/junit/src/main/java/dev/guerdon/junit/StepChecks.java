package dev.guerdon.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.guerdon.api.Step;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The steps of one episode, held to what every step must be while they come in. */
final class StepChecks {

    /** Scores and rewards are sums of decimal fractions; this is far below any of them. */
    private static final double ROUNDING = 1e-6;

    private final Step first;
    private Step last;
    private double sum;
    private int count;

    private StepChecks(Step first) {
        this.first = first;
        this.last = first;
    }

    /** Begins with what a reset gave. */
    static StepChecks of(Step reset) {
        wellFormed(reset, "the reset");
        assertEquals(0.0, reset.reward(), "the reward of a reset is 0");
        assertFalse(reset.done(), "an episode is not over with its reset");
        return new StepChecks(reset);
    }

    /** Takes the next step. */
    Step add(Step step, String action) {
        String which = "step " + ++count + ", '" + shown(action) + "'";
        wellFormed(step, which);
        sum += step.reward();
        assertEquals(
                first.score().isPresent(),
                step.score().isPresent(),
                () -> which + ": an environment gives the score with every step, the reset included, or with none");
        if (step.score().isPresent()) {
            double change = step.score().getAsDouble() - first.score().orElse(0);
            assertEquals(
                    change,
                    sum,
                    ROUNDING * Math.max(1, Math.abs(change)),
                    () -> which + ": the rewards since the reset add up to the change of the score");
        }
        last = step;
        return step;
    }

    Step last() {
        return last;
    }

    /** What must hold for a step on its own. */
    private static void wellFormed(Step step, String which) {
        assertTrue(
                Double.isFinite(step.reward()),
                () -> which + ": the reward is a finite number, found " + step.reward());
        boolean ended = step.end().kind() != Step.End.Kind.NONE;
        assertEquals(step.done(), ended, () -> which + ": done is " + step.done() + ", but the end is " + step.end());
        if (step.truncated() || step.lost()) {
            assertFalse(
                    step.end().cause().isBlank(),
                    () -> which + ": a limit that cuts an episode has a name, and so has what was lost");
        }
        OptionalDouble score = step.score();
        assertTrue(
                score.isEmpty() || Double.isFinite(score.getAsDouble()),
                () -> which + ": the score is a finite number");
        plain(step.info(), which + ", info");
        plain(step.observation().attributes(), which + ", attributes");
    }

    /** Servers and logs write these values as JSON. */
    private static void plain(@Nullable Object value, String where) {
        if (value == null || value instanceof Boolean || value instanceof String) {
            return;
        }
        switch (value) {
            case Number number ->
                assertTrue(
                        Double.isFinite(number.doubleValue()),
                        () -> where + ": JSON has finite numbers, found " + number);
            case List<?> list -> list.forEach(element -> plain(element, where + "[]"));
            case Map<?, ?> map ->
                map.forEach((key, element) -> {
                    assertTrue(key instanceof String, () -> where + ": JSON has texts for keys, found " + key);
                    plain(element, where + "." + key);
                });
            default ->
                throw new AssertionError(where + ": expected a value of JSON, found a "
                        + value.getClass().getName());
        }
    }

    /** Returns the beginning of an action, for messages. */
    static String shown(String action) {
        return action.length() <= 60 ? action : action.substring(0, 60) + "... (" + action.length() + " characters)";
    }
}

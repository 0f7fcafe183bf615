package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.DurationText;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a reward function returned, or why it returned nothing, into a score of plain values; the one place where that happens.
 *
 * <p>It calls methods of what was returned, so it belongs inside the deadline of the call.
 */
@Internal
public final class ResultConverter {

    private static final Logger LOG = System.getLogger(ResultConverter.class.getName());

    private static final Set<String> RETURNED_NULL = ConcurrentHashMap.newKeySet();

    /** How many names of an object without a reward are shown. */
    private static final int SHOWN = 20;

    private ResultConverter() {}

    /** Returns the score that a returned value means, within the limits that hold by default. */
    public static Score of(String reward, @Nullable Object returned) {
        return of(reward, returned, PlainSnapshot.DEFAULT_CHARACTERS);
    }

    /**
     * Returns the score that a returned value means. Stages and futures must have been awaited before. Throws nothing but what says that
     * memory or the stack ran out.
     *
     * @param reward the reward's name, for messages
     */
    public static Score of(String reward, @Nullable Object returned, int maxCharacters) {
        try {
            return score(reward, returned, maxCharacters);
        } catch (PlainSnapshot.TooLarge e) {
            return new Score.Unscored(
                    Score.Reason.INVALID_RESULT,
                    reward + " returned " + e.getMessage() + "; return less, or keep it in a file and return its name");
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw e; // the thread may be in disorder; the caller deals with that
        } catch (Throwable e) {
            return new Score.Unscored(
                    Score.Reason.INVALID_RESULT,
                    reward + " returned a result that cannot be read as JSON: "
                            + CodeFault.of(e).text());
        }
    }

    private static Score score(String reward, @Nullable Object returned, int maxCharacters) throws Throwable {
        return switch (returned) {
            case null -> {
                if (RETURNED_NULL.add(reward)) {
                    LOG.log(
                            Logger.Level.WARNING,
                            reward + " returned null, which counts as a reward of 0.0; return a number to be clear");
                }
                yield scored(reward, 0.0, Map.of());
            }
            case Double d -> scored(reward, d, Map.of());
            case Number n -> scored(reward, n.doubleValue(), Map.of());
            case Boolean b -> scored(reward, b ? 1.0 : 0.0, Map.of());
            case RewardResult result ->
                Double.isFinite(result.reward())
                        ? new Score.Scored(PlainSnapshot.of(result, maxCharacters))
                        : scored(reward, result.reward(), Map.of());
            case Score.Scored scored -> score(reward, resultOf(scored), maxCharacters);
            case Score.Unscored unscored -> unscored(reward, unscored);
            case Json json -> score(reward, json.value(), maxCharacters);
            case Map<?, ?> map -> fromMap(reward, map, maxCharacters);
            case Record record -> fromMap(reward, RecordFields.of(record), maxCharacters);
            default -> invalid(reward, "returned " + describe(returned));
        };
    }

    /** Code that was not checked for nulls may have made a score without a result. */
    private static Object resultOf(Score.Scored scored) {
        @Nullable RewardResult result = scored.result();
        return result == null ? "a score without a result" : result;
    }

    private static Score unscored(String reward, Score.Unscored unscored) {
        Score.@Nullable Reason reason = unscored.reason();
        @Nullable String message = unscored.message();
        return reason == null
                ? invalid(reward, "returned Unscored without a reason")
                : new Score.Unscored(reason, message == null ? "" : CodeFault.clean(message));
    }

    private static Score fromMap(String reward, Map<?, ?> map, int maxCharacters) throws Throwable {
        if (!map.containsKey("reward")) {
            return invalid(reward, "returned an object without 'reward'; it has: " + names(map));
        }
        double value;
        switch (map.get("reward")) {
            case Number n -> value = n.doubleValue();
            case Boolean b -> value = b ? 1.0 : 0.0;
            case null -> {
                return invalid(reward, "returned an object whose 'reward' is null");
            }
            case Object other -> {
                return invalid(reward, "returned an object whose 'reward' is " + describe(other));
            }
        }
        return scored(reward, value, PlainSnapshot.without("reward", map, maxCharacters));
    }

    private static String names(Map<?, ?> map) {
        List<String> names = new ArrayList<>();
        for (Object key : map.keySet()) {
            if (names.size() == SHOWN) {
                names.add("...");
                break;
            }
            names.add(cut(String.valueOf(key)));
        }
        return names.isEmpty() ? "nothing" : String.join(", ", names);
    }

    private static Score scored(String reward, double value, Map<String, @Nullable Object> extras) {
        return Double.isFinite(value)
                ? new Score.Scored(new RewardResult(value, extras))
                : invalid(reward, "returned " + value);
    }

    private static Score invalid(String reward, String what) {
        return new Score.Unscored(
                Score.Reason.INVALID_RESULT,
                reward + " " + what + "; expected a finite number, a boolean, or an object with a numeric 'reward'");
    }

    private static String describe(Object value) {
        return value instanceof String text
                ? "the text \"" + cut(text) + "\""
                : value.getClass().getSimpleName() + " " + cut(String.valueOf(value));
    }

    private static String cut(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }

    /** Returns the score of a call that threw, an error such as a stack overflow included. */
    public static Score threw(String reward, CodeFault fault) {
        return switch (fault.kind()) {
            case UNSCORED -> new Score.Unscored(fault.unscored(), fault.message());
            case CANCELLED -> new Score.Unscored(Score.Reason.CANCELLED, reward + " was interrupted");
            case TOO_LARGE -> new Score.Unscored(Score.Reason.INVALID_RESULT, reward + " returned " + fault.message());
            case FAILED, EXHAUSTED, JVM, LATE ->
                new Score.Unscored(
                        Score.Reason.ERROR, reward + (fault.type().isEmpty() ? " " : " threw ") + fault.text());
        };
    }

    /** Returns the score of a call that the engine itself could not make. */
    public static Score broken(String reward, Throwable problem) {
        return new Score.Unscored(
                Score.Reason.ERROR,
                reward + " could not be called: " + CodeFault.of(problem).text());
    }

    /** Returns the score of a call that missed its deadline. */
    public static Score late(String reward, Duration deadline) {
        return new Score.Unscored(
                Score.Reason.TIMEOUT,
                reward + " took longer than the deadline of " + DurationText.format(deadline)
                        + "; raise --deadline, or make the reward faster");
    }

    /** Returns the score of a call that was not started because too many earlier ones are stuck. */
    public static Score refused(String reward, int stuck) {
        return new Score.Unscored(
                Score.Reason.TIMEOUT,
                reward + " was not started: " + stuck
                        + " earlier calls of it passed their deadline and are still running");
    }

    /** Returns the score of a call whose caller was interrupted. */
    public static Score interrupted() {
        return new Score.Unscored(Score.Reason.CANCELLED, "scoring was interrupted");
    }
}

package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The result of a reset or an action.
 *
 * <p>{@link Environment} says what environments promise about these values.
 *
 * @param observation what the environment shows now
 * @param reward the reward of this step alone, 0 for a reset; the sum over an episode is its return
 * @param done whether the episode is over, in whatever way
 * @param info further values for logs and programs: {@code score} for the level, {@code error} for why an action was not carried out
 * @param end how the episode ended, once it is over
 */
@Experimental
public record Step(Observation observation, double reward, boolean done, Map<String, @Nullable Object> info, End end) {

    /** The key of {@link #info} for the level that the episode has reached. */
    public static final String SCORE = "score";

    /** The key of {@link #info} for the reason why an action was not carried out. */
    public static final String ERROR = "error";

    /** Environments with a reward among their values keep it here too. */
    private static final String REWARD = "reward";

    public Step {
        info = info.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(info));
    }

    /** Creates a step of an episode that goes on, or that the environment has brought to its own end. */
    public Step(Observation observation, double reward, boolean done, Map<String, @Nullable Object> info) {
        this(observation, reward, done, info, done ? End.TERMINATED : End.NONE);
    }

    /** Returns whether the environment itself ended the episode: the task is done, or failed for good. */
    public boolean terminated() {
        return end.kind() == End.Kind.TERMINATED;
    }

    /** Returns whether a limit cut the episode, which could have gone on. */
    public boolean truncated() {
        return end.kind() == End.Kind.TRUNCATED;
    }

    /** Returns whether the environment was lost, so that the episode says nothing about the agent. */
    public boolean lost() {
        return end.kind() == End.Kind.LOST;
    }

    /** Returns the name of the limit that cut the episode, such as {@code steps} or {@code time}; empty if none did. */
    public String limit() {
        return truncated() ? end.cause() : "";
    }

    /** Returns the level that the episode has reached, where the environment has levels: the member {@code score} of {@link #info}. */
    public OptionalDouble score() {
        return info.get(SCORE) instanceof Number level
                ? OptionalDouble.of(level.doubleValue())
                : OptionalDouble.empty();
    }

    /**
     * Returns the answer to an action that must not be carried out after this step: because the episode is over, or because the action is too
     * long. Empty where the action may be carried out.
     *
     * @param action what the agent asks for
     * @param longest how many characters it may have, usually {@link Environment#longestAction()}
     */
    public Optional<Step> refusal(String action, int longest) {
        if (done) {
            return Optional.of(afterEnd());
        }
        return action.length() <= longest
                ? Optional.empty()
                : Optional.of(refused(String.format(
                        Locale.ROOT,
                        "The action has %,d characters, and at most %,d are read. Nothing was done.",
                        action.length(),
                        longest)));
    }

    /** Returns the answer to a step after the end of the episode, which this step was. */
    public Step afterEnd() {
        String how = truncated()
                ? " It was cut by the limit '" + limit() + "'."
                : lost() ? " It was lost: " + end.cause() + "." : "";
        return refused("The episode is over." + how + " Reset to begin another.");
    }

    /**
     * Returns an answer that leaves everything as it is after this step: same attributes, score and end, no reward.
     *
     * @param why what was refused and what to do, as the agent shall read it
     */
    public Step refused(String why) {
        Map<String, @Nullable Object> kept = unrewarded(info);
        kept.put(ERROR, why);
        return new Step(new Observation(why, unrewarded(observation.attributes())), 0, done, kept, end);
    }

    private static Map<String, @Nullable Object> unrewarded(Map<String, @Nullable Object> values) {
        Map<String, @Nullable Object> kept = new LinkedHashMap<>(values);
        kept.computeIfPresent(REWARD, (key, value) -> value instanceof Number ? (Object) 0 : value);
        return kept;
    }

    /**
     * End of an episode.
     *
     * @param kind who or what ended it
     * @param cause the name of the limit, or what was lost; empty where nothing is to say
     */
    public record End(Kind kind, String cause) {

        /** The episode goes on. */
        public static final End NONE = new End(Kind.NONE, "");

        /** The task is done, or failed for good. */
        public static final End TERMINATED = new End(Kind.TERMINATED, "");

        /** Returns the end by a limit of the environment's own, such as {@code steps} or {@code time}. */
        public static End truncated(String limit) {
            return new End(Kind.TRUNCATED, limit);
        }

        /** Returns the end of an environment that was lost, which is not the agent's fault; the episode says nothing about its reward. */
        public static End lost(String what) {
            return new End(Kind.LOST, what);
        }

        /** Cause of the end of an episode. */
        public enum Kind {
            NONE,
            TERMINATED,
            TRUNCATED,
            LOST
        }
    }

    /**
     * Observation that an environment shows.
     *
     * @param text the text for the agent
     * @param attributes further values by their JSON names, such as {@code admissible_commands} or {@code url}
     */
    public record Observation(String text, Map<String, @Nullable Object> attributes) {

        public Observation {
            attributes = attributes.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        }

        public static Observation of(String text) {
            return new Observation(text, Map.of());
        }
    }
}

package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a reset or an action.
 *
 * @param observation what the environment shows now
 * @param reward the reward of this step, 0 for a reset
 * @param done whether the episode is over
 * @param info further values for logs and programs
 * @param end how the episode ended, once it is over
 */
@Experimental
public record Step(Observation observation, double reward, boolean done, Map<String, @Nullable Object> info, End end) {

    public Step {
        info = info.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(info));
    }

    /** A step of an episode that goes on, or that the environment has brought to its own end. */
    public Step(Observation observation, double reward, boolean done, Map<String, @Nullable Object> info) {
        this(observation, reward, done, info, done ? End.TERMINATED : End.NONE);
    }

    /**
     * How an episode ended.
     *
     * @param kind who or what ended it
     * @param cause the name of the limit, or what was lost; empty where nothing is to say
     */
    public record End(Kind kind, String cause) {

        /** The episode goes on. */
        public static final End NONE = new End(Kind.NONE, "");

        /** The task is done, or failed for good. */
        public static final End TERMINATED = new End(Kind.TERMINATED, "");

        /** A limit of the environment's own was reached, such as {@code steps} or {@code time}. */
        public static End truncated(String limit) {
            return new End(Kind.TRUNCATED, limit);
        }

        /** The environment itself was lost, which is not the agent's fault; the episode says nothing about its reward. */
        public static End lost(String what) {
            return new End(Kind.LOST, what);
        }

        /** Who or what ended an episode. */
        public enum Kind {
            NONE,
            TERMINATED,
            TRUNCATED,
            LOST
        }
    }

    /**
     * What an environment shows.
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

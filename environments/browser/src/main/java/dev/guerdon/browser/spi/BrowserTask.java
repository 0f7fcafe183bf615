package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One episode's task: how it begins and what its actions earn.
 *
 * <p>The methods that get a page run on the thread that the page belongs to, and may use it freely until they return.
 */
@Experimental
public interface BrowserTask {

    /** Returns how the browser should be. */
    default BrowserNeeds needs() {
        return BrowserNeeds.standard();
    }

    /**
     * Brings the page to where the agent begins.
     *
     * <p>The host of the first page that it opens is open to the agent wherever it is, also where only public addresses are.
     */
    Start setup(BrowserPage page);

    /**
     * Judges the state after each action.
     *
     * @param page the active page
     * @param chat everything said so far
     */
    Verdict validate(BrowserPage page, List<ChatMessage> chat);

    /** Returns whether the rewards of its verdicts say how well the agent did; not so if there is no goal, or its answer is kept secret. */
    default boolean judges() {
        return true;
    }

    /** Ends the task; called once. */
    default void teardown() {}

    /**
     * Start of a task.
     *
     * @param goal the parts of the goal, each an object with {@code type} {@code text} or {@code image_url}
     * @param info what the task tells programs
     */
    record Start(List<Map<String, @Nullable Object>> goal, Map<String, @Nullable Object> info) {

        public Start {
            goal = List.copyOf(goal);
            info = Collections.unmodifiableMap(new LinkedHashMap<>(info));
        }

        /** Returns a goal in words; empty for none. */
        public static Start of(String goal) {
            return new Start(goal.isEmpty() ? List.of() : List.of(Map.of("type", "text", "text", goal)), Map.of());
        }
    }

    /**
     * Verdict of a task after an action.
     *
     * @param reward the reward of this step
     * @param done whether the task is over
     * @param message what the user says next; empty for nothing
     * @param info what the task tells programs
     */
    record Verdict(double reward, boolean done, String message, Map<String, @Nullable Object> info) {

        public Verdict {
            info = Collections.unmodifiableMap(new LinkedHashMap<>(info));
        }

        /** Returns the verdict of an episode that continues without a reward. */
        public static Verdict open() {
            return new Verdict(0, false, "", Map.of());
        }

        public static Verdict over(double reward) {
            return new Verdict(reward, true, "", Map.of());
        }
    }
}

package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.BrowserElement;
import java.util.List;

/** An element, with all that agents do to it. */
@Internal
public interface Element extends BrowserElement {

    /**
     * One attempt at an element.
     *
     * @param force whether to act without checking that the element can be acted on
     * @param millis how long it may take
     */
    record Attempt(boolean force, double millis) {

        private static final double USUAL_MILLIS = 500;

        public static Attempt usual() {
            return new Attempt(false, USUAL_MILLIS);
        }
    }

    /**
     * Clicks.
     *
     * @param button {@code left}, {@code middle} or {@code right}
     * @param modifiers keys that are down meanwhile, such as {@code Shift}
     * @param times 1, or 2 for a double click
     */
    void click(Attempt attempt, String button, List<String> modifiers, int times);

    void hover(Attempt attempt);

    void check(Attempt attempt, boolean checked);

    void fill(Attempt attempt, String text);

    void select(Attempt attempt, List<String> options);

    /** Types letter by letter. */
    void type(Attempt attempt, String text);

    void press(Attempt attempt, String key);

    void focus(Attempt attempt);

    @Override
    default void click() {
        click(Attempt.usual(), "left", List.of(), 1);
    }

    @Override
    default void hover() {
        hover(Attempt.usual());
    }

    @Override
    default void focus() {
        focus(Attempt.usual());
    }

    @Override
    default void fill(String text) {
        fill(Attempt.usual(), text);
    }

    @Override
    default void press(String key) {
        press(Attempt.usual(), key);
    }

    @Override
    default void select(List<String> options) {
        select(Attempt.usual(), options);
    }
}

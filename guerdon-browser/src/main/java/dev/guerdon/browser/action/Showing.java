package dev.guerdon.browser.action;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.PlaywrightException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.script.Scripts;
import java.time.Duration;
import java.util.Map;

/**
 * How actions are carried out so that people can follow them.
 *
 * @param slowly how long to wait before each call
 * @param demo whether, and how, the element that is acted on is shown
 */
@Internal
public record Showing(Duration slowly, Demo demo) {

    /** As fast as the browser allows, and unseen. */
    public static final Showing NONE = new Showing(Duration.ZERO, Demo.OFF);

    private static final int TYPING_MILLIS = 2_000;
    private static final int LEAST_MILLIS_PER_KEY = 10;

    /** BrowserGym's demo modes. */
    public enum Demo {
        /** Shows nothing. */
        OFF,
        /** A blue box around the element, red where something covers it. */
        DEFAULT,
        /** A blue box, whatever covers the element. */
        ALL_BLUE,
        /** A blue box around elements that can be seen, none around others. */
        ONLY_VISIBLE_ELEMENTS
    }

    boolean isDemo() {
        return demo != Demo.OFF;
    }

    /** How many times longer than usual an action may take. */
    public int patience() {
        return equals(NONE) ? 1 : 10;
    }

    /** Moves a cursor to the element and draws a box around it; both are gone when this returns. */
    void show(Locator element) {
        if (!isDemo()) {
            return;
        }
        try {
            element.evaluate(
                    Scripts.DEMO.text(),
                    Map.of("mode", demo.name()),
                    new Locator.EvaluateOptions().setTimeout(500));
        } catch (PlaywrightException e) {
            // What is wrong with the element is told by the action itself.
        }
    }

    /** How long to wait between keys, so that people see a text being typed. */
    static double millisPerKey(String text) {
        return Math.max(TYPING_MILLIS / Math.max(1, text.length()), LEAST_MILLIS_PER_KEY);
    }
}

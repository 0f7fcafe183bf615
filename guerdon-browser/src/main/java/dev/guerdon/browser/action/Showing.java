package dev.guerdon.browser.action;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Element;
import java.time.Duration;

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

    /** A longer text is put in at once. */
    static final int MOST_TYPED = 200;

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
    void show(Element element) {
        if (!isDemo()) {
            return;
        }
        try {
            element.evaluate("element => (" + Scripts.DEMO.text() + ")(element, { mode: '" + demo.name() + "' })");
        } catch (PageException e) {
            // What is wrong with the element is told by the action itself.
        }
    }

    /** How long to wait between keys, so that people see a text being typed. */
    static double millisPerKey(String text) {
        return Math.max(TYPING_MILLIS / Math.max(1, text.length()), LEAST_MILLIS_PER_KEY);
    }
}

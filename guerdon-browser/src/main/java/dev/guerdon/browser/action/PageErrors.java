package dev.guerdon.browser.action;

import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.spi.PageException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Tells what went wrong on a page in the words of Playwright for Python, which agents know from BrowserGym. */
final class PageErrors {

    private static final Pattern GIVEN = Pattern.compile("Timeout [0-9.]+ms exceeded\\.");
    private static final Pattern WRONG_OR_DONE = Pattern.compile(
            "is not |was not |did not |intercepts|outside of|detached|retrying|performing|waiting 20ms");

    private PageErrors() {}

    /**
     * The error of a call.
     *
     * @param api the call in Python's words, such as {@code Locator.select_option}
     */
    static ActionException translate(String api, PageException error) {
        String text = api + ": " + error.getMessage();
        if (!error.log().isEmpty()) {
            text += "\nCall log:\n" + String.join("\n", error.log()) + "\n";
        }
        return new ActionException(type(error), text, error);
    }

    /** The error of a call that had more time than it should have; says what it should have had. */
    static ActionException translate(String api, double millis, PageException error) {
        ActionException told = translate(api, error);
        String text = String.valueOf(told.getMessage());
        return new ActionException(
                told.type(),
                GIVEN.matcher(text).replaceFirst(String.format(Locale.ROOT, "Timeout %.0fms exceeded.", millis)),
                error);
    }

    /** Whether time ran out before anything was found wrong with the element, and before anything was done to it. */
    static boolean isSlowness(PageException error) {
        return error.kind() == PageException.Kind.TIMEOUT
                && !error.log().isEmpty()
                && !WRONG_OR_DONE.matcher(String.join("\n", error.log())).find();
    }

    private static String type(PageException error) {
        return switch (error.kind()) {
            case TIMEOUT -> "TimeoutError";
            case CLOSED -> "TargetClosedError";
            case REFUSED -> "Error";
        };
    }

    /** Whether the error says that the page was closed. */
    static boolean isClosing(PageException error) {
        return error.kind() == PageException.Kind.CLOSED;
    }
}

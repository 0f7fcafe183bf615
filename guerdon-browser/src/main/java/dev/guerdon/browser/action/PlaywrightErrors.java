package dev.guerdon.browser.action;

import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.TimeoutError;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ActionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tells Playwright's errors in the words of Playwright for Python, which agents know from BrowserGym. */
@Internal
public final class PlaywrightErrors {

    private static final Pattern WRAPPED =
            Pattern.compile("Error \\{\\s*message='(.*?)\\n  name='.*?\\n}(.*)", Pattern.DOTALL);
    private static final Pattern GIVEN = Pattern.compile("Timeout [0-9.]+ms exceeded\\.");
    private static final Pattern WRONG_OR_DONE = Pattern.compile(
            "is not |was not |did not |intercepts|outside of|detached|retrying|performing|waiting 20ms");
    private static final String CALL_LOG = "Call log:\n";

    private PlaywrightErrors() {}

    /** What an error says, without where in Playwright it came from. */
    public static String message(RuntimeException error) {
        String whole = String.valueOf(error.getMessage());
        Matcher wrapped = WRAPPED.matcher(whole);
        return wrapped.matches() ? wrapped.group(1).strip() : whole;
    }

    /**
     * The error of a call.
     *
     * @param api the call in Python's words, such as {@code Locator.select_option}
     */
    static ActionException translate(String api, PlaywrightException error) {
        String whole = String.valueOf(error.getMessage());
        Matcher wrapped = WRAPPED.matcher(whole);
        boolean found = wrapped.matches();
        String message = found ? wrapped.group(1) : whole;
        String rest = found ? wrapped.group(2) : "";
        int log = rest.indexOf(CALL_LOG);
        String text = api + ": " + message;
        if (log >= 0) {
            text += "\n" + CALL_LOG
                    + rest.substring(log + CALL_LOG.length())
                            .lines()
                            .map(line -> line.startsWith("- ") ? line.substring(2) : line)
                            .collect(Collectors.joining("\n"))
                    + "\n";
        }
        return new ActionException(type(error), text, error);
    }

    /** The error of a call that had more time than it should have; says what it should have had. */
    static ActionException translate(String api, double millis, TimeoutError error) {
        ActionException told = translate(api, error);
        String text = String.valueOf(told.getMessage());
        return new ActionException(
                told.type(), GIVEN.matcher(text).replaceFirst("Timeout %.0fms exceeded.".formatted(millis)), error);
    }

    /** Whether time ran out before anything was found wrong with the element, and before anything was done to it. */
    static boolean isSlowness(TimeoutError error) {
        String text = String.valueOf(error.getMessage());
        int log = text.indexOf(CALL_LOG);
        return log >= 0 && !WRONG_OR_DONE.matcher(text.substring(log)).find();
    }

    private static String type(PlaywrightException error) {
        if (error instanceof TimeoutError) {
            return "TimeoutError";
        }
        return isClosing(error) ? "TargetClosedError" : "Error";
    }

    /** Whether the error says that the page was closed. */
    static boolean isClosing(PlaywrightException error) {
        return error.getClass().getSimpleName().equals("TargetClosedError");
    }
}

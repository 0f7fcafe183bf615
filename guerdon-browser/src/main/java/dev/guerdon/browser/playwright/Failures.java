package dev.guerdon.browser.playwright;

import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.TimeoutError;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells Playwright's errors without where in Playwright they came from. */
final class Failures {

    private static final Pattern WRAPPED =
            Pattern.compile("Error \\{\\s*message='(.*?)\\n  name='.*?\\n}(.*)", Pattern.DOTALL);
    private static final String CALL_LOG = "Call log:\n";

    private Failures() {}

    static void told(Runnable call) {
        try {
            call.run();
        } catch (PlaywrightException e) {
            throw of(e);
        }
    }

    static <T extends @Nullable Object> T told(Supplier<T> call) {
        try {
            return call.get();
        } catch (PlaywrightException e) {
            throw of(e);
        }
    }

    static PageException of(PlaywrightException error) {
        String whole = String.valueOf(error.getMessage());
        Matcher wrapped = WRAPPED.matcher(whole);
        boolean found = wrapped.matches();
        String rest = found ? wrapped.group(2) : "";
        int log = rest.indexOf(CALL_LOG);
        List<String> lines = log < 0
                ? List.of()
                : rest.substring(log + CALL_LOG.length())
                        .lines()
                        .map(line -> line.startsWith("- ") ? line.substring(2) : line)
                        .toList();
        return new PageException(kind(error), found ? wrapped.group(1) : whole, lines, error);
    }

    private static Kind kind(PlaywrightException error) {
        if (error instanceof TimeoutError) {
            return Kind.TIMEOUT;
        }
        return error.getClass().getSimpleName().equals("TargetClosedError") ? Kind.CLOSED : Kind.REFUSED;
    }
}

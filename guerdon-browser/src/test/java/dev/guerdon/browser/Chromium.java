package dev.guerdon.browser;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.browser.driver.Browsers;
import dev.guerdon.browser.driver.Machine;
import org.jspecify.annotations.Nullable;

/** Chromium for tests: the test runs, or is skipped with one line that says what is missing. */
public final class Chromium {

    private static @Nullable String missing;
    private static boolean looked;

    private Chromium() {}

    public static synchronized void require() {
        if (!looked) {
            looked = true;
            try {
                Machine.thisOne().requireChromium();
                Machine.thisOne().requireNode();
            } catch (GuerdonException e) {
                missing = "skipped: the tests that drive a browser; " + e.getMessage();
                System.err.println(missing);
            }
        }
        if (missing != null) {
            abort(missing);
        }
    }

    /** Whether the browser is the one that the recordings were made with. */
    static boolean isRecorded(String version) {
        return Browsers.shared().version().equals(version);
    }
}

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
    private static boolean told;

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

    /**
     * Whether the browser and its fonts are those that the recordings were made with; says once which comparison that means.
     *
     * <p>The version is known once a page was opened.
     */
    static synchronized boolean isRecorded(String version) {
        String here = Browsers.shared().version();
        boolean same = here.equals(version) && System.getenv("FONTCONFIG_FILE") != null;
        if (!told) {
            told = true;
            System.err.println(
                    same
                            ? "Chromium " + here + " is the recorded version: compared to the last digit"
                            : "Chromium " + here + " is not the recorded " + version
                                    + ", or the tests' fonts are not set: compared what does not depend on them");
        }
        return same;
    }
}

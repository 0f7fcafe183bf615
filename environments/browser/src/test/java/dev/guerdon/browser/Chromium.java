package dev.guerdon.browser;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.driver.SessionOptions.LaunchOptions;
import dev.guerdon.browser.driver.SharedBrowser;
import org.jspecify.annotations.Nullable;

/** Chromium for tests: the test runs, or is skipped with one line that says what is missing. */
public final class Chromium {

    private static final Need CHROMIUM = new Need(
            "the tests that drive a browser", () -> InstalledPrograms.thisOne().requireChromium());

    private static boolean told;

    private Chromium() {}

    /** For a test that drives a browser. */
    public static void require() {
        CHROMIUM.check();
    }

    /** Something that the machine may lack; looked for once, and reported once. */
    private static final class Need {
        private final String tests;
        private final Runnable search;
        private boolean looked;
        private @Nullable String missing;

        Need(String tests, Runnable search) {
            this.tests = tests;
            this.search = search;
        }

        synchronized void check() {
            if (!looked) {
                looked = true;
                try {
                    search.run();
                } catch (GuerdonException e) {
                    missing = "skipped: " + tests + "; " + e.getMessage();
                    System.err.println(missing);
                }
            }
            if (missing != null) {
                abort(missing);
            }
        }
    }

    /**
     * Whether the browser and its fonts are those that the recordings were made with; says once which comparison that means.
     *
     * <p>The version is known once a page was opened.
     */
    static synchronized boolean isRecorded(String version) {
        String here = SharedBrowser.shared(LaunchOptions.STANDARD).version();
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

package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long an observation waits for the page after an action.
 *
 * @param fixed a fixed time, as BrowserGym waits; null to wait for the page to be quiet
 * @param quiet how long nothing may have changed for the page to be quiet
 * @param mostForChanges how long a page that keeps changing is waited for
 * @param mostForNetwork how long requests are waited for
 * @param mostForAnswer how long a server may take to answer with a page, before loading it is stopped
 */
@Internal
public record Waiting(
        @Nullable Duration fixed,
        Duration quiet,
        Duration mostForChanges,
        Duration mostForNetwork,
        Duration mostForAnswer) {

    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** Until the page is quiet: as long as BrowserGym at most where it only changes, longer where it loads. */
    public static Waiting untilQuiet() {
        return new Waiting(null, Duration.ofMillis(30), Duration.ofMillis(500), Duration.ofSeconds(3), ANSWER);
    }

    /** A fixed time before each observation. */
    public static Waiting fixed(Duration delay) {
        return new Waiting(delay, Duration.ZERO, Duration.ZERO, Duration.ZERO, ANSWER);
    }

    /** The same, with another time for answers. */
    public Waiting withMostForAnswer(Duration most) {
        return new Waiting(fixed, quiet, mostForChanges, mostForNetwork, most);
    }
}

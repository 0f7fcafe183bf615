package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import org.jspecify.annotations.Nullable;

/**
 * Needs of a task for its browser.
 *
 * @param width the viewport's width in pixels
 * @param height the viewport's height in pixels
 * @param timeoutMillis how long navigation may take
 * @param locale such as {@code en-US}; null for the browser's own
 * @param timezone such as {@code America/New_York}; null for the machine's
 * @param scale how many pixels of the screenshot one pixel of the page has; coordinates of actions are the screenshot's
 */
@Experimental
public record BrowserNeeds(
        int width,
        int height,
        double timeoutMillis,
        @Nullable String locale,
        @Nullable String timezone,
        double scale) {

    /** Returns the default: 1280 by 720 pixels, five seconds. */
    public static BrowserNeeds standard() {
        return new BrowserNeeds(1280, 720, 5_000, null, null, 1);
    }

    public BrowserNeeds withViewport(int newWidth, int newHeight) {
        return new BrowserNeeds(newWidth, newHeight, timeoutMillis, locale, timezone, scale);
    }

    public BrowserNeeds withTimeoutMillis(double millis) {
        return new BrowserNeeds(width, height, millis, locale, timezone, scale);
    }

    public BrowserNeeds withLocale(@Nullable String newLocale, @Nullable String newTimezone) {
        return new BrowserNeeds(width, height, timeoutMillis, newLocale, newTimezone, scale);
    }

    public BrowserNeeds withScale(double newScale) {
        return new BrowserNeeds(width, height, timeoutMillis, locale, timezone, newScale);
    }
}

package dev.guerdon.browser.action;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.guerdon.browser.spi.ActionException;
import org.jspecify.annotations.Nullable;

/** Finds elements by their bids, through frames. */
final class BidLocator {

    private BidLocator() {}

    /**
     * The element with that bid.
     *
     * @param value what the agent gave for a bid
     */
    static Locator find(Page page, @Nullable Object value) {
        String bid = ArgumentChecks.bid(value);
        FrameLocator frame = null;
        int end = 0;
        while (end < bid.length() && !isNumber(bid, end)) {
            end++;
            while (end < bid.length() && Character.isUpperCase(bid.charAt(end))) {
                end++;
            }
            frame = existing(locate(page, frame, bid.substring(0, end)), bid).frameLocator(":scope");
        }
        return existing(locate(page, frame, bid), bid);
    }

    private static Locator locate(Page page, @Nullable FrameLocator frame, String bid) {
        return frame == null ? page.getByTestId(bid) : frame.getByTestId(bid);
    }

    private static Locator existing(Locator locator, String bid) {
        if (locator.count() == 0) {
            throw new ActionException("ValueError", "Could not find element with bid \"" + bid + "\"");
        }
        return locator;
    }

    private static boolean isNumber(String bid, int from) {
        return bid.chars().skip(from).allMatch(Character::isDigit);
    }
}

package dev.guerdon.browser.action;

import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.tab.Element;
import dev.guerdon.browser.tab.Tab;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds elements by their bids, through frames. */
final class BidLocator {

    private BidLocator() {}

    /**
     * The element with that bid.
     *
     * @param value what the agent gave for a bid
     */
    static Element find(Tab tab, @Nullable Object value) {
        String bid = ArgumentChecks.bid(value);
        return switch (tab.find(path(bid))) {
            case Tab.Found.Here here -> here.element();
            case Tab.Found.Missing missing ->
                throw new ActionException("ValueError", "Could not find element with bid \"" + bid + "\"");
        };
    }

    /** The bids of the frames, each with those around it before it, then the element's. */
    private static List<String> path(String bid) {
        List<String> path = new ArrayList<>();
        int end = 0;
        while (end < bid.length() && !isNumber(bid, end)) {
            end++;
            while (end < bid.length() && Character.isUpperCase(bid.charAt(end))) {
                end++;
            }
            path.add(bid.substring(0, end));
        }
        path.add(bid);
        return path;
    }

    private static boolean isNumber(String bid, int from) {
        return bid.chars().skip(from).allMatch(Character::isDigit);
    }
}

package dev.guerdon.browser.cdp;

import dev.guerdon.browser.cdp.Wire.Deadline;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.spi.PageException.Kind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Brings a tab to other pages and waits until they are loaded. */
final class Navigation {

    private static final int MOST_TRIES = 10;
    private static final double MOST_FOR_OTHER_MILLIS = 500;

    private final TargetTab tab;
    private final TargetFrame main;

    Navigation(TargetTab tab, TargetFrame main) {
        this.tab = tab;
        this.main = main;
    }

    /** Goes to an address. A page that goes elsewhere by itself at the same moment does not keep it. */
    void go(String url, double millis) {
        Deadline deadline = Deadline.in(millis);
        List<String> log = List.of("  - navigating to \"" + url + "\", waiting until \"load\"");
        for (int left = MOST_TRIES - 1; ; left--) {
            int before = main.moves();
            try {
                goOnce(url, millis, deadline, log);
                return;
            } catch (Interrupted e) {
                boolean moved = tab.until(() -> main.moves() > before, Deadline.in(MOST_FOR_OTHER_MILLIS));
                if (!moved || left == 0 || deadline.isOver()) {
                    throw new PageException(Kind.REFUSED, String.valueOf(e.getMessage()), log, e);
                }
            }
        }
    }

    /** Something else came before what was asked for. */
    private static final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Interrupted(String message) {
            super(message);
        }
    }

    private void goOnce(String url, double millis, Deadline deadline, List<String> log) {
        Map<String, @Nullable Object> answer;
        try {
            answer = tab.call(tab.session(), "Page.navigate", Map.of("url", url), deadline);
        } catch (PageException e) {
            throw e.kind() == Kind.TIMEOUT
                    ? TargetTab.timeout(millis, log)
                    : new PageException(e.kind(), String.valueOf(e.getMessage()), log, e);
        }
        String error = Message.text(answer.get("errorText"));
        if (error.equals("net::ERR_ABORTED")) {
            throw new Interrupted(error + " at " + url);
        }
        if (!error.isEmpty()) {
            throw new PageException(Kind.REFUSED, error + " at " + url, log);
        }
        String loader = Message.text(answer.get("loaderId"));
        if (loader.isEmpty()) {
            return; // It is a place within the page.
        }
        if (!tab.until(() -> main.hasCommitted(loader) || tab.hasFailed(loader), deadline)) {
            throw TargetTab.timeout(millis, log);
        }
        if (!main.hasCommitted(loader)) {
            throw new Interrupted("Navigation to \"" + url + "\" is interrupted by another navigation");
        }
        awaitLoad(millis, deadline, log);
    }

    /** Goes some steps through the history. */
    void step(int by, double millis) {
        Deadline deadline = Deadline.in(millis);
        Map<String, @Nullable Object> history =
                tab.call(tab.session(), "Page.getNavigationHistory", Map.of(), deadline);
        List<?> entries = Message.list(history.get("entries"));
        int index = (int) Message.number(history.get("currentIndex")) + by;
        if (index < 0 || index >= entries.size()) {
            return;
        }
        List<String> log = List.of("  - waiting for navigation until \"load\"");
        int before = main.moves();
        tab.call(
                tab.session(),
                "Page.navigateToHistoryEntry",
                Map.of(
                        "entryId",
                        Objects.requireNonNull(
                                Message.object(entries.get(index)).get("id"))),
                deadline);
        if (!tab.until(() -> main.moves() > before, deadline)) {
            throw TargetTab.timeout(millis, log);
        }
        awaitLoad(millis, deadline, log);
    }

    private void awaitLoad(double millis, Deadline deadline, List<String> log) {
        if (!tab.until(() -> main.hasReached("load"), deadline)) {
            throw TargetTab.timeout(millis, log);
        }
    }
}

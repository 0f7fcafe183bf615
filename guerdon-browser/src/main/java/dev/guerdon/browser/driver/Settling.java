package dev.guerdon.browser.driver;

import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Listener;
import dev.guerdon.browser.tab.Request;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
import dev.guerdon.browser.view.FrameHolders;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Waits after an action until the page is worth looking at.
 *
 * <p>A page is quiet when its document is read, no request that could change its text is on the way or being read, no short
 * timer is running and nothing has changed for a moment. What never ends, such as a clock or a request that the server holds open, is waited for
 * once and not again.
 */
final class Settling implements Listener {

    private static final double MOST_FOR_DOCUMENT_MILLIS = 3_000;
    private static final double PAUSE_MILLIS = 10;
    private static final Set<String> TELLING = Set.of("document", "script", "stylesheet", "fetch", "xhr");
    private static final String SETTLE =
            "([quiet, cap]) => window.__guerdon ? window.__guerdon.settle(quiet, cap) : true";

    private static final String FORGET = "() => { if (window.__guerdon) window.__guerdon.forget(); }";

    private final Waiting waiting;
    private final Answers answers;
    private final FrameHolders holders;
    private final Set<Request> open = Collections.newSetFromMap(new IdentityHashMap<>());

    Settling(Tabs tabs, Waiting waiting, Answers answers, FrameHolders holders) {
        this.waiting = waiting;
        this.answers = answers;
        this.holders = holders;
        if (waiting.fixed() == null) {
            tabs.listen(this);
        }
    }

    @Override
    public void requested(Request request) {
        if (TELLING.contains(request.type())) {
            open.add(request);
        }
    }

    @Override
    public void ended(Request request) {
        open.remove(request);
    }

    /** Waits. */
    void settle(Supplier<Tab> active) {
        if (waiting.fixed() != null) {
            active.get().pause((double) waiting.fixed().toMillis());
            answers.await();
        } else {
            untilQuiet(active);
        }
    }

    private void untilQuiet(Supplier<Tab> active) {
        long begin = System.nanoTime();
        long changing = begin;
        while (true) {
            answers.await();
            Tab page = active.get();
            if (page.isClosed()) {
                return;
            }
            boolean idle = open.isEmpty();
            boolean quiet =
                    isQuiet(page, left(changing, waiting.mostForChanges().toNanos()));
            if (!open.isEmpty() && left(begin, waiting.mostForNetwork().toNanos()) > 0) {
                page.pause(PAUSE_MILLIS);
                changing = System.nanoTime(); // What arrives now is about to be shown.
            } else if (page.equals(active.get())
                    && ((idle && quiet)
                            || left(changing, waiting.mostForChanges().toNanos()) <= 0)) {
                if (!quiet || !open.isEmpty()) {
                    forget(page);
                }
                return;
            }
        }
    }

    /** What is still on the way is not waited for again. */
    private void forget(Tab page) {
        open.clear();
        for (Frame frame : page.frames()) {
            if (!holders.answers(frame)) {
                continue;
            }
            try {
                frame.evaluate(FORGET);
            } catch (PageException e) {
                // The frame is gone, and its requests with it.
            }
        }
    }

    private static double left(long begin, long most) {
        return Math.max(0, (most - (System.nanoTime() - begin)) / 1e6);
    }

    private boolean isQuiet(Tab page, double capMillis) {
        try {
            return isQuiet(page.mainFrame(), capMillis);
        } catch (PageException e) {
            // The page went elsewhere meanwhile.
            if (!page.isClosed()) {
                page.pause(PAUSE_MILLIS);
            }
            return false;
        }
    }

    private boolean isQuiet(Frame frame, double capMillis) {
        if (!Boolean.TRUE.equals(
                frame.evaluate(SETTLE, List.of((double) waiting.quiet().toMillis(), capMillis)))) {
            return false;
        }
        for (Frame child : frame.children()) {
            if (!child.isDetached() && holders.of(child).open() && !isQuiet(child, capMillis)) {
                return false;
            }
        }
        return true;
    }

    /** Waits until the documents of all pages and frames are read. */
    static void awaitDocuments(Tabs tabs) {
        for (Tab page : tabs.all()) {
            for (Frame frame : page.frames()) {
                try {
                    frame.awaitDocument(MOST_FOR_DOCUMENT_MILLIS);
                } catch (PageException e) {
                    // It is looked at as it is.
                }
            }
        }
    }
}

package dev.guerdon.browser.driver;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.LoadState;
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
final class Settling {

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

    Settling(BrowserContext context, Waiting waiting, Answers answers, FrameHolders holders) {
        this.waiting = waiting;
        this.answers = answers;
        this.holders = holders;
        if (waiting.fixed() == null) {
            context.onRequest(request -> {
                if (TELLING.contains(request.resourceType())) {
                    open.add(request);
                }
            });
            context.onRequestFinished(open::remove);
            context.onRequestFailed(open::remove);
        }
    }

    /** Waits. */
    void settle(Supplier<Page> active) {
        if (waiting.fixed() != null) {
            active.get().waitForTimeout((double) waiting.fixed().toMillis());
            answers.await();
        } else {
            untilQuiet(active);
        }
    }

    private void untilQuiet(Supplier<Page> active) {
        long begin = System.nanoTime();
        long changing = begin;
        while (true) {
            answers.await();
            Page page = active.get();
            if (page.isClosed()) {
                return;
            }
            boolean idle = open.isEmpty();
            boolean quiet =
                    isQuiet(page, left(changing, waiting.mostForChanges().toNanos()));
            if (!open.isEmpty() && left(begin, waiting.mostForNetwork().toNanos()) > 0) {
                page.waitForTimeout(PAUSE_MILLIS);
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
    private void forget(Page page) {
        open.clear();
        for (Frame frame : page.frames()) {
            if (!holders.answers(frame)) {
                continue;
            }
            try {
                frame.evaluate(FORGET);
            } catch (PlaywrightException e) {
                // The frame is gone, and its requests with it.
            }
        }
    }

    private static double left(long begin, long most) {
        return Math.max(0, (most - (System.nanoTime() - begin)) / 1e6);
    }

    private boolean isQuiet(Page page, double capMillis) {
        try {
            return isQuiet(page.mainFrame(), capMillis);
        } catch (PlaywrightException e) {
            // The page went elsewhere meanwhile.
            if (!page.isClosed()) {
                page.waitForTimeout(PAUSE_MILLIS);
            }
            return false;
        }
    }

    private boolean isQuiet(Frame frame, double capMillis) {
        if (!Boolean.TRUE.equals(
                frame.evaluate(SETTLE, List.of((double) waiting.quiet().toMillis(), capMillis)))) {
            return false;
        }
        for (Frame child : frame.childFrames()) {
            if (!child.isDetached() && holders.of(child).open() && !isQuiet(child, capMillis)) {
                return false;
            }
        }
        return true;
    }

    /** Waits until the documents of all pages and frames are read. */
    static void awaitDocuments(BrowserContext context) {
        for (Page page : context.pages()) {
            for (Frame frame : page.frames()) {
                try {
                    frame.waitForLoadState(
                            LoadState.DOMCONTENTLOADED,
                            new Frame.WaitForLoadStateOptions().setTimeout(MOST_FOR_DOCUMENT_MILLIS));
                } catch (PlaywrightException e) {
                    // It is looked at as it is.
                }
            }
        }
    }
}

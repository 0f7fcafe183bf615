package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.ContextTabs.PageRequest;
import dev.guerdon.browser.spi.PageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Waits after an action until the page is worth looking at.
 *
 * <p>A page is quiet when its document is read, no request that could change its text is on the way or being read, no short
 * timer is running and nothing has changed for a moment. What never ends, such as a clock or a request that the server holds open, is waited for
 * once and not again.
 *
 * <p>Until a server answers, nothing can be asked of the page that waits for it: every question waits as well. So a page is given
 * some time, and then told to stop loading; it shows what it showed before, and answers again at once.
 */
final class PageIdleWaiter implements ContextTabs.Listener {

    private static final double MOST_FOR_DOCUMENT_MILLIS = 3_000;
    private static final Duration MOST_FOR_DOCUMENTS = Duration.ofSeconds(6);

    /** Frames after these are not waited for to be drawn; those that are not on the screen never are. */
    private static final int DRAWN_FRAMES = 20;

    private static final double PAUSE_MILLIS = 10;
    private static final Set<String> TELLING = Set.of("document", "script", "stylesheet", "fetch", "xhr");
    private static final String SETTLE = "([quiet, cap, drawn]) => guerdonQuiet.settle(quiet, cap, drawn)";
    private static final String FORGET = "() => guerdonQuiet.forget()";

    private final SessionOptions.Waiting waiting;
    private final ContextTabs tabs;
    private final PageExtraction extraction;
    private final FrameHolders holders;
    private final Set<PageRequest> open = Collections.newSetFromMap(new IdentityHashMap<>());

    /** When pages and frames were asked for that have not been answered. */
    private final IdentityHashMap<PageRequest, Long> awaited = new IdentityHashMap<>();

    private final List<String> notes = new ArrayList<>();

    PageIdleWaiter(ContextTabs tabs, SessionOptions.Waiting waiting, PageExtraction extraction, FrameHolders holders) {
        this.tabs = tabs;
        this.waiting = waiting;
        this.extraction = extraction;
        this.holders = holders;
        tabs.listen(this);
    }

    @Override
    public void requested(PageRequest request) {
        if (request.isNavigation()) {
            awaited.put(request, System.nanoTime());
        }
        if (waiting.fixed() == null && TELLING.contains(request.type())) {
            open.add(request);
        }
    }

    @Override
    public void answered(PageRequest request) {
        if (awaited.remove(request) != null) {
            request.frame().ifPresent(holders::hear);
        }
    }

    @Override
    public void ended(PageRequest request) {
        awaited.remove(request);
        open.remove(request);
    }

    /** Waits until there is something to look at: a quiet page, documents that are read, answers that came or were given up. */
    void settle(Supplier<TargetTab> active) {
        if (waiting.fixed() != null) {
            active.get().pause((double) waiting.fixed().toMillis());
            awaitAnswers();
        } else {
            untilQuiet(active);
        }
        awaitDocuments();
        awaitAnswers();
    }

    private void untilQuiet(Supplier<TargetTab> active) {
        long begin = System.nanoTime();
        long changing = begin;
        while (true) {
            awaitAnswers();
            TargetTab page = active.get();
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

    /** Forgets the requests that are still under way, so that they are not waited for again. */
    private void forget(TargetTab page) {
        open.clear();
        for (TargetFrame frame : page.frames()) {
            if (!holders.answers(frame)) {
                continue;
            }
            try {
                frame.evaluateApart(FORGET, null);
            } catch (PageException e) {
                // The frame is gone, and its requests with it.
            }
        }
    }

    private static double left(long begin, long most) {
        return Math.max(0, (most - (System.nanoTime() - begin)) / 1e6);
    }

    private boolean isQuiet(TargetTab page, double capMillis) {
        try {
            holders.limit(page);
            return isQuiet(page.mainFrame(), capMillis, new AtomicInteger(DRAWN_FRAMES));
        } catch (PageException e) {
            // The page went elsewhere meanwhile.
            if (!page.isClosed()) {
                page.pause(PAUSE_MILLIS);
            }
            return false;
        }
    }

    /**
     * Returns whether a frame and those in it are quiet.
     *
     * @param drawn how many frames more are given the time to be drawn
     */
    private boolean isQuiet(TargetFrame frame, double capMillis, AtomicInteger drawn) {
        if (!Boolean.TRUE.equals(frame.evaluateApart(
                SETTLE, List.of((double) waiting.quiet().toMillis(), capMillis, drawn.getAndDecrement() > 0)))) {
            return false;
        }
        for (TargetFrame child : frame.children()) {
            if (!child.isDetached() && holders.of(child).open() && !isQuiet(child, capMillis, drawn)) {
                return false;
            }
        }
        return true;
    }

    /** Waits until the documents of all pages and frames are read. */
    private void awaitDocuments() {
        long begin = System.nanoTime();
        for (TargetTab page : tabs.all()) {
            for (TargetFrame frame : page.frames()) {
                try {
                    double all = left(begin, MOST_FOR_DOCUMENTS.toNanos());
                    frame.awaitDocument(Math.min(MOST_FOR_DOCUMENT_MILLIS, Math.max(1, all)));
                } catch (PageException e) {
                    // It is looked at as it is.
                }
            }
        }
    }

    /** Waits until every page that was asked for is answered, and stops those that take too long. */
    private void awaitAnswers() {
        while (!awaited.isEmpty()) {
            long now = System.nanoTime();
            List<PageRequest> late = awaited.entrySet().stream()
                    .filter(entry ->
                            now - entry.getValue() > waiting.mostForAnswer().toNanos())
                    .map(Map.Entry::getKey)
                    .toList();
            late.forEach(this::stop);
            if (!awaited.isEmpty()) {
                pauseAny();
            }
        }
    }

    private void pauseAny() {
        List<TargetTab> pages = tabs.all();
        if (pages.isEmpty()) {
            awaited.clear();
        } else {
            pages.getFirst().pause(PAUSE_MILLIS);
        }
    }

    private void stop(PageRequest request) {
        awaited.remove(request);
        notes.add(request.url() + " did not answer within "
                + waiting.mostForAnswer().toSeconds() + " s, so loading it was stopped.");
        Optional<TargetFrame> frame = request.frame();
        if (frame.isEmpty()) {
            tabs.all().forEach(extraction::stopLoading); // One of them waits for it.
            return;
        }
        TargetTab page = frame.get().tab();
        if (!frame.get().equals(page.mainFrame())) {
            holders.silence(frame.get());
        }
        extraction.stopLoading(page);
    }

    /** Returns what was stopped since this was last asked, in words for the agent. */
    List<String> takeNotes() {
        List<String> all = List.copyOf(notes);
        notes.clear();
        return all;
    }
}

package dev.guerdon.browser.driver;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import dev.guerdon.browser.view.Extraction;
import dev.guerdon.browser.view.FrameHolders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pages and frames that were asked for and have not been answered.
 *
 * <p>Until a server answers, nothing can be asked of the page that waits for it: every question waits as well. So a page is given
 * some time, and then told to stop loading; it shows what it showed before, and answers again at once.
 */
final class Answers {

    private static final double PAUSE_MILLIS = 10;

    private final Duration most;
    private final Extraction extraction;
    private final FrameHolders holders;
    private final BrowserContext context;
    private final IdentityHashMap<Request, Long> awaited = new IdentityHashMap<>();
    private final List<String> notes = new ArrayList<>();

    Answers(BrowserContext context, Duration most, Extraction extraction, FrameHolders holders) {
        this.most = most;
        this.context = context;
        this.holders = holders;
        this.extraction = extraction;
        context.onRequest(request -> {
            if (request.isNavigationRequest()) {
                awaited.put(request, System.nanoTime());
            }
        });
        context.onResponse(response -> {
            if (awaited.remove(response.request()) != null) {
                frameOf(response.request()).ifPresent(holders::hear);
            }
        });
        context.onRequestFinished(awaited::remove);
        context.onRequestFailed(awaited::remove);
    }

    /** Waits until every page that was asked for is answered, and stops those that take too long. */
    void await() {
        while (!awaited.isEmpty()) {
            long now = System.nanoTime();
            List<Request> late = awaited.entrySet().stream()
                    .filter(entry -> now - entry.getValue() > most.toNanos())
                    .map(Map.Entry::getKey)
                    .toList();
            late.forEach(this::stop);
            if (!awaited.isEmpty()) {
                pause();
            }
        }
    }

    private void pause() {
        List<Page> pages = context.pages();
        if (pages.isEmpty()) {
            awaited.clear();
        } else {
            pages.getFirst().waitForTimeout(PAUSE_MILLIS);
        }
    }

    private void stop(Request request) {
        awaited.remove(request);
        notes.add(request.url() + " did not answer within " + most.toSeconds() + " s, so loading it was stopped.");
        Optional<Frame> frame = frameOf(request);
        if (frame.isEmpty()) {
            context.pages().forEach(extraction::stopLoading); // One of them waits for it.
            return;
        }
        Page page = frame.get().page();
        if (!frame.get().equals(page.mainFrame())) {
            holders.silence(frame.get());
        }
        extraction.stopLoading(page);
    }

    /** The frame that a page was asked for; empty where Playwright does not know it yet, as in a new tab. */
    private static Optional<Frame> frameOf(Request request) {
        try {
            return Optional.of(request.frame());
        } catch (PlaywrightException e) {
            return Optional.empty();
        }
    }

    /** What was stopped since this was last asked, in words for the agent; empty for nothing. */
    String takeNotes() {
        String all = String.join(" ", notes);
        notes.clear();
        return all;
    }
}

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
    private final Map<Request, Long> awaited = new IdentityHashMap<>();
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
                holders.hear(response.frame());
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
        try {
            Frame frame = request.frame();
            Page page = frame.page();
            if (!frame.equals(page.mainFrame())) {
                holders.silence(frame);
            }
            extraction.stopLoading(page);
        } catch (PlaywrightException e) {
            // A page that never came to be: all of them stop, so that it is not waited for.
            context.pages().forEach(extraction::stopLoading);
        }
    }

    /** What was stopped since this was last asked, in words for the agent; empty for nothing. */
    String takeNotes() {
        String all = String.join(" ", notes);
        notes.clear();
        return all;
    }
}

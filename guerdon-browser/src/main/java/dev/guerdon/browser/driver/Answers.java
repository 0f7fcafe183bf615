package dev.guerdon.browser.driver;

import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Listener;
import dev.guerdon.browser.tab.Request;
import dev.guerdon.browser.tab.Tab;
import dev.guerdon.browser.tab.Tabs;
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
final class Answers implements Listener {

    private static final double PAUSE_MILLIS = 10;

    private final Duration most;
    private final Extraction extraction;
    private final FrameHolders holders;
    private final Tabs tabs;
    private final IdentityHashMap<Request, Long> awaited = new IdentityHashMap<>();
    private final List<String> notes = new ArrayList<>();

    Answers(Tabs tabs, Duration most, Extraction extraction, FrameHolders holders) {
        this.most = most;
        this.tabs = tabs;
        this.holders = holders;
        this.extraction = extraction;
        tabs.listen(this);
    }

    @Override
    public void requested(Request request) {
        if (request.isNavigation()) {
            awaited.put(request, System.nanoTime());
        }
    }

    @Override
    public void answered(Request request) {
        if (awaited.remove(request) != null) {
            request.frame().ifPresent(holders::hear);
        }
    }

    @Override
    public void ended(Request request) {
        awaited.remove(request);
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
        List<Tab> pages = tabs.all();
        if (pages.isEmpty()) {
            awaited.clear();
        } else {
            pages.getFirst().pause(PAUSE_MILLIS);
        }
    }

    private void stop(Request request) {
        awaited.remove(request);
        notes.add(request.url() + " did not answer within " + most.toSeconds() + " s, so loading it was stopped.");
        Optional<Frame> frame = request.frame();
        if (frame.isEmpty()) {
            tabs.all().forEach(extraction::stopLoading); // One of them waits for it.
            return;
        }
        Tab page = frame.get().tab();
        if (!frame.get().equals(page.mainFrame())) {
            holders.silence(frame.get());
        }
        extraction.stopLoading(page);
    }

    /** What was stopped since this was last asked, in words for the agent; empty for nothing. */
    String takeNotes() {
        String all = String.join(" ", notes);
        notes.clear();
        return all;
    }
}

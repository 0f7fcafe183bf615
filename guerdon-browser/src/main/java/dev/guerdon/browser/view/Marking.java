package dev.guerdon.browser.view;

import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Tab;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives every element of a page and its frames a bid, and takes back what the page should not keep. */
final class Marking {

    private static final String MARK = Scripts.MARK.text();
    private static final String UNMARK = Scripts.UNMARK.text();
    private final String tagsToMark;

    private final FrameHolders holders;

    /**
     * @param tagsToMark {@code standard_html} or {@code all}
     */
    Marking(String tagsToMark, FrameHolders holders) {
        this.tagsToMark = tagsToMark;
        this.holders = holders;
    }

    /**
     * A marked page.
     *
     * @param frames what the frames told, by the bid of the element that holds them; the main frame's is empty
     * @param warnings what was not as it should be
     */
    record Marked(Map<String, Told> frames, List<Frame> marked, List<String> warnings) {

        String title() {
            Told main = frames.get("");
            return main == null ? "" : main.title();
        }

        /** The bid of the element with the focus, in whatever frame. */
        String focusedBid() {
            String bid = "";
            Told told = frames.get("");
            while (told != null) {
                bid = told.focused();
                told = bid.isEmpty() ? null : frames.get(bid);
            }
            return bid;
        }
    }

    /** What one frame told. */
    record Told(String focused, String title) {}

    /**
     * Marks.
     *
     * @param lenient whether a frame whose element got no bid is passed over rather than an error
     */
    Marked mark(Tab page, boolean lenient) {
        Marked marked = new Marked(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>());
        mark(page.mainFrame(), "", lenient, marked);
        return marked;
    }

    private void mark(Frame frame, String parentBid, boolean lenient, Marked marked) {
        Map<?, ?> told = Plain.map(frame.evaluate(MARK, Arrays.asList(parentBid, "bid", tagsToMark)));
        Plain.list(told.get("warnings")).forEach(warning -> marked.warnings().add(Plain.text(warning)));
        marked.frames().put(parentBid, new Told(Plain.text(told.get("focused")), Plain.text(told.get("title"))));
        marked.marked().add(frame);
        for (Frame child : frame.children()) {
            if (child.isDetached()) {
                continue;
            }
            FrameHolders.Holder holder = holders.of(child);
            if (!holder.open()) {
                continue;
            }
            if (!holder.bid().isEmpty()) {
                mark(child, holder.bid(), lenient, marked);
            } else if (lenient) {
                marked.warnings().add("Cannot mark a child frame without a bid. Skipping frame.");
            } else {
                throw new MarkingException("Cannot mark a child frame without a bid.");
            }
        }
    }

    /** Takes the bids out of the texts that assistive software reads. */
    static void unmark(List<Frame> frames) {
        for (Frame frame : frames) {
            try {
                if (!frame.isDetached()) {
                    frame.evaluate(UNMARK);
                }
            } catch (PageException e) {
                // The frame went away, and its marks with it.
            }
        }
    }

    /** Marking has to be tried again. */
    static final class MarkingException extends RuntimeException {
        MarkingException(String message) {
            super(message);
        }
    }
}

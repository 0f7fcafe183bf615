package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.driver.PageExtraction.ViewLimits.Size;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.view.AxTrees;
import dev.guerdon.browser.view.BrowserObservation;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.browser.view.DomSnapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes a page's trees and picture. */
@Internal
public final class PageExtraction {

    private static final int TRIES = 5;
    private static final double PAUSE_MILLIS = 500;

    /** Texts of errors that come from a page which changes while it is looked at. */
    private static final List<String> PASSING = List.of(
            "Frame was detached",
            "Frame with the given frameId is not found",
            "Execution context was destroyed",
            "Frame has been detached",
            "Cannot mark a child frame without a bid",
            "Cannot read properties of undefined");

    private static final Map<String, Object> SNAPSHOT =
            Map.of("computedStyles", List.of(), "includeDOMRects", true, "includePaintOrder", true);
    private static final String AX_TREE = "Accessibility.getFullAXTree";

    /** Commands for every page, whatever frames it has. */
    private static final List<TargetTab.Command> LOOK = List.of(
            new TargetTab.Command("DOMSnapshot.captureSnapshot", SNAPSHOT),
            new TargetTab.Command("Page.getFrameTree", Map.of()),
            new TargetTab.Command(AX_TREE, Map.of()));

    private static final Map<String, Object> PICTURE = Map.of("format", "png", "optimizeForSpeed", true);

    private static final String SIZE = InjectedScripts.SIZE.text();
    private static final String OUTLINE = InjectedScripts.OUTLINE.text();

    private final FrameHolders holders;
    private final Marking marking;
    private final double scale;

    /** Size of the page when it was measured last. */
    private Size size = Size.NONE;

    private int framesLeftOut;

    public PageExtraction(String tagsToMark, double scale, FrameHolders holders) {
        this.holders = holders;
        this.marking = new Marking(tagsToMark, holders);
        this.scale = scale;
    }

    /**
     * Content of a page.
     *
     * @param axTree the accessibility tree of all frames
     * @param dom the DOM snapshot
     * @param properties what is known of the elements, by bid
     * @param focusedBid the bid of the element with the focus, empty for none
     * @param title the page's title
     * @param warnings what was not as it should be
     * @param note what of the page is not shown, in words for the agent; empty if nothing is left out
     */
    public record Extracted(
            Map<String, @Nullable Object> axTree,
            Map<String, @Nullable Object> dom,
            Map<String, ElementProperties> properties,
            String focusedBid,
            String title,
            List<String> warnings,
            String note) {}

    /**
     * Extracts the content of a page, again if it changed meanwhile.
     *
     * @throws ChangingException where it kept changing
     */
    public Extracted extract(TargetTab page) {
        for (int left = TRIES - 1; ; left--) {
            String excess = size.excess();
            try {
                if (!excess.isEmpty()) {
                    return outline(page, excess);
                }
                return extractOnce(page, left == 0);
            } catch (PageException | Marking.MarkingException e) {
                String text = String.valueOf(e.getMessage());
                if (e instanceof PageException refused && refused.kind() == PageException.Kind.TOO_LARGE) {
                    Marking.unmark(answering(page));
                    return outline(page, "what the browser tells of it is too much");
                }
                if (page.isClosed() || PASSING.stream().noneMatch(text::contains)) {
                    throw e;
                }
                if (left == 0) {
                    throw new ChangingException(e);
                }
                Marking.unmark(answering(page));
                page.pause(PAUSE_MILLIS);
            }
        }
    }

    /** A page changed each time that it was looked at. */
    public static final class ChangingException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ChangingException(RuntimeException cause) {
            super("the page keeps changing", cause);
        }
    }

    private Extracted extractOnce(TargetTab page, boolean lenient) {
        Marking.Marked marked = marking.mark(page, lenient);
        List<Map<String, @Nullable Object>> taken = page.devTools(LOOK);
        Map<String, @Nullable Object> dom = taken.getFirst();
        DomSnapshot.removeIds(dom);
        Map<String, @Nullable Object> axTree =
                axTree(page, CdpValues.object(taken.get(1).get("frameTree")), taken.get(2));
        Marking.unmark(marked.marked());
        return new Extracted(
                axTree,
                dom,
                new DomSnapshot(dom).extraProperties(scale),
                marked.focusedBid(),
                marked.title(),
                List.copyOf(marked.warnings()),
                framesLeftOut == 0
                        ? ""
                        : "Note: the page has " + (framesLeftOut + ViewLimits.MAX_FRAMES) + " frames; the first "
                                + ViewLimits.MAX_FRAMES + " are shown.");
    }

    /** Shows the beginning of a page that is too large, by simple rules. */
    private Extracted outline(TargetTab page, String excess) {
        Map<?, ?> told = CdpValues.object(page.mainFrame()
                .evaluateApart(
                        OUTLINE,
                        List.of(
                                ViewLimits.SHOWN_ELEMENTS,
                                ViewLimits.SHOWN_CHARACTERS,
                                ViewLimits.SHOWN_DEPTH,
                                ViewLimits.SHOWN_OF_A_NAME,
                                ViewLimits.SHOWN_OF_A_TEXT)));
        Map<String, @Nullable Object> axTree = new LinkedHashMap<>();
        axTree.put("nodes", CdpValues.list(told.get("nodes")));
        Map<String, @Nullable Object> dom = new LinkedHashMap<>();
        dom.put("strings", List.of());
        dom.put("documents", List.of());
        Map<String, ElementProperties> properties = new LinkedHashMap<>();
        CdpValues.object(told.get("bids")).forEach((bid, each) -> {
            List<?> known = CdpValues.list(each);
            properties.put(
                    CdpValues.text(bid),
                    new ElementProperties(
                            CdpValues.number(known.get(0)),
                            new ElementProperties.Box(
                                    CdpValues.number(known.get(1)) * scale,
                                    CdpValues.number(known.get(2)) * scale,
                                    CdpValues.number(known.get(3)) * scale,
                                    CdpValues.number(known.get(4)) * scale),
                            CdpValues.isTrue(known.get(5)),
                            CdpValues.isTrue(known.get(6))));
        });
        return new Extracted(
                axTree,
                dom,
                properties,
                CdpValues.text(told.get("focused")),
                CdpValues.text(told.get("title")),
                List.of(),
                "Note: the page is too large to be shown as a whole: " + excess + ". Only its beginning is shown, in a"
                        + " simplified form and without what is in frames.");
    }

    /**
     * Returns the accessibility tree of all frames.
     *
     * @param main the tree of the main frame
     */
    private static Map<String, @Nullable Object> axTree(
            TargetTab page, Map<?, ?> frames, Map<String, @Nullable Object> main) {
        Map<String, Map<String, @Nullable Object>> trees = new LinkedHashMap<>();
        Deque<Map<?, ?>> waiting = new ArrayDeque<>();
        waiting.push(frames);
        while (!waiting.isEmpty()) {
            Map<?, ?> frame = waiting.pop();
            String id = CdpValues.text(CdpValues.object(frame.get("frame")).get("id"));
            if (trees.size() >= ViewLimits.MAX_FRAMES) {
                break;
            }
            Map<String, @Nullable Object> tree = trees.isEmpty() ? main : page.devTools(AX_TREE, Map.of("frameId", id));
            AxTrees.takeIds(tree);
            trees.put(id, tree);
            CdpValues.list(frame.get("childFrames")).forEach(child -> waiting.push(CdpValues.object(child)));
        }
        return AxTrees.merge(trees, backendId -> frameOf(page, backendId));
    }

    private static @Nullable String frameOf(TargetTab page, Object backendId) {
        Map<String, @Nullable Object> described = page.devTools("DOM.describeNode", Map.of("backendNodeId", backendId));
        return CdpValues.object(described.get("node")).get("frameId") instanceof String id ? id : null;
    }

    /** Tells a page to stop loading; it keeps showing what it shows. */
    public void stopLoading(TargetTab page) {
        if (!page.isClosed()) {
            page.devTools("Page.stopLoading");
        }
    }

    private List<TargetFrame> answering(TargetTab page) {
        return page.frames().stream().filter(holders::answers).toList();
    }

    /** Returns how many elements a page has, in all frames that can be asked. */
    public int elements(TargetTab page) {
        framesLeftOut = holders.limit(page);
        Size all = Size.NONE;
        for (TargetFrame frame : answering(page)) {
            try {
                Map<?, ?> measured = CdpValues.object(frame.evaluateApart(
                        SIZE, List.of(ViewLimits.MAX_ELEMENTS, ViewLimits.MAX_CHARACTERS, ViewLimits.MAX_DEPTH)));
                all = all.plus(new Size(
                        (long) CdpValues.number(measured.get("elements")),
                        (long) CdpValues.number(measured.get("text")),
                        (long) CdpValues.number(measured.get("depth"))));
            } catch (PageException e) {
                // It is gone, and its elements with it.
            }
        }
        size = all;
        return (int) all.elements();
    }

    /** Returns a picture of the viewport. */
    public BrowserObservation.Screenshot screenshot(TargetTab page, int width, int height) {
        if (scale != 1) {
            page.devTools("Emulation.setDeviceMetricsOverride", metrics(width, height, scale));
        }
        String data =
                CdpValues.text(page.devTools("Page.captureScreenshot", PICTURE).get("data"));
        if (scale != 1) {
            page.devTools("Emulation.setDeviceMetricsOverride", metrics(width, height, 1));
        }
        return new BrowserObservation.Screenshot(Base64.getDecoder().decode(data));
    }

    private static Map<String, Object> metrics(int width, int height, double factor) {
        return Map.of("width", width, "height", height, "deviceScaleFactor", factor, "mobile", false);
    }

    /**
     * Gives every element of a page and its frames a bid, and takes back what the page should not keep.
     *
     * @param tagsToMark {@code standard_html} or {@code all}
     */
    record Marking(String tagsToMark, FrameHolders holders) {

        private static final String MARK = InjectedScripts.MARK.text();
        private static final String UNMARK = InjectedScripts.UNMARK.text();
        private static final int MOST_WAIT_UNSEEN_MILLIS = 150;

        /** Frames after these are not waited for that long where they are not on the screen. */
        private static final int PATIENT_FRAMES = 20;

        private static final int SHORT_WAIT_MILLIS = 10;

        /**
         * A marked page.
         *
         * @param frames what the frames told, by the bid of the element that holds them; the main frame's is empty
         * @param warnings what was not as it should be
         */
        record Marked(Map<String, Told> frames, List<TargetFrame> marked, List<String> warnings) {

            String title() {
                Told main = frames.get("");
                return main == null ? "" : main.title();
            }

            /** Returns the bid of the element with the focus, in whatever frame. */
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

        /** Content that one frame told. */
        record Told(String focused, String title) {}

        /**
         * Marks a page and its frames.
         *
         * @param lenient whether a frame whose element got no bid is passed over rather than an error
         */
        Marked mark(TargetTab page, boolean lenient) {
            Marked marked = new Marked(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>());
            mark(page.mainFrame(), "", lenient, marked);
            return marked;
        }

        private void mark(TargetFrame frame, String parentBid, boolean lenient, Marked marked) {
            int wait = marked.marked().size() < PATIENT_FRAMES ? MOST_WAIT_UNSEEN_MILLIS : SHORT_WAIT_MILLIS;
            Map<?, ?> told =
                    CdpValues.object(frame.evaluateApart(MARK, Arrays.asList(parentBid, "bid", tagsToMark, wait)));
            CdpValues.list(told.get("warnings"))
                    .forEach(warning -> marked.warnings().add(CdpValues.text(warning)));
            marked.frames()
                    .put(parentBid, new Told(CdpValues.text(told.get("focused")), CdpValues.text(told.get("title"))));
            marked.marked().add(frame);
            for (TargetFrame child : frame.children()) {
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
        static void unmark(List<TargetFrame> frames) {
            for (TargetFrame frame : frames) {
                try {
                    if (!frame.isDetached()) {
                        frame.evaluateApart(UNMARK, null);
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

    /**
     * Limits of what is shown of one page. A page beyond them is shown in part, with a note.
     *
     * <p>They are far above ordinary pages: what the browser tells of an element takes some kilobytes of memory.
     */
    static final class ViewLimits {

        static final int MAX_ELEMENTS = 50_000;
        static final int MAX_CHARACTERS = 5_000_000;
        static final int MAX_DEPTH = 1_000;
        static final int MAX_FRAMES = 100;

        /** Limits of the outline of a page that is too large. */
        static final int SHOWN_ELEMENTS = 5_000;

        static final int SHOWN_CHARACTERS = 500_000;
        static final int SHOWN_DEPTH = 100;
        static final int SHOWN_OF_A_NAME = 300;
        static final int SHOWN_OF_A_TEXT = 20_000;

        /**
         * Size of a page, with its frames.
         *
         * @param elements how many it has; more may be there where a limit is exceeded
         * @param characters how long its texts and attributes are
         * @param depth how deep its elements lie
         */
        record Size(long elements, long characters, long depth) {

            static final Size NONE = new Size(0, 0, 0);

            Size plus(Size other) {
                return new Size(elements + other.elements, characters + other.characters, Math.max(depth, other.depth));
            }

            /** Returns which limit it exceeds in words, or empty. */
            String excess() {
                if (elements > MAX_ELEMENTS) {
                    return String.format(Locale.ROOT, "it has %,d elements, of at most %,d", elements, MAX_ELEMENTS);
                }
                if (characters > MAX_CHARACTERS) {
                    return String.format(Locale.ROOT, "it has more than %,d characters", MAX_CHARACTERS);
                }
                return depth > MAX_DEPTH
                        ? String.format(Locale.ROOT, "its elements lie more than %,d deep", MAX_DEPTH)
                        : "";
            }
        }
    }
}

package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.tab.Frame;
import dev.guerdon.browser.tab.Tab;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes a page's trees and picture. */
@Internal
public final class Extraction {

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

    /** What is taken of every page, whatever frames it has. */
    private static final List<Tab.Command> LOOK = List.of(
            new Tab.Command("DOMSnapshot.captureSnapshot", SNAPSHOT),
            new Tab.Command("Page.getFrameTree", Map.of()),
            new Tab.Command(AX_TREE, Map.of()));

    private static final Map<String, Object> PICTURE = Map.of("format", "png", "optimizeForSpeed", true);

    private final FrameHolders holders;
    private final Marking marking;
    private final double scale;

    public Extraction(String tagsToMark, double scale, FrameHolders holders) {
        this.holders = holders;
        this.marking = new Marking(tagsToMark, holders);
        this.scale = scale;
    }

    /**
     * What a page showed.
     *
     * @param axTree the accessibility tree of all frames
     * @param dom the DOM snapshot
     * @param properties what is known of the elements, by bid
     * @param focusedBid the bid of the element with the focus, empty for none
     * @param title the page's title
     * @param warnings what was not as it should be
     */
    public record Extracted(
            Map<String, @Nullable Object> axTree,
            Map<String, @Nullable Object> dom,
            Map<String, ElementProperties> properties,
            String focusedBid,
            String title,
            List<String> warnings) {}

    /**
     * Extracts, again where the page changed meanwhile.
     *
     * @throws ChangingException where it kept changing
     */
    public Extracted extract(Tab page) {
        for (int left = TRIES - 1; ; left--) {
            try {
                return extractOnce(page, left == 0);
            } catch (PageException | Marking.MarkingException e) {
                String text = String.valueOf(e.getMessage());
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

    private Extracted extractOnce(Tab page, boolean lenient) {
        Marking.Marked marked = marking.mark(page, lenient);
        List<Map<String, @Nullable Object>> taken = page.devTools(LOOK);
        Map<String, @Nullable Object> dom = taken.getFirst();
        DomSnapshot.removeIds(dom);
        Map<String, @Nullable Object> axTree =
                axTree(page, Plain.map(taken.get(1).get("frameTree")), taken.get(2));
        Marking.unmark(marked.marked());
        return new Extracted(
                axTree,
                dom,
                new DomSnapshot(dom).extraProperties(scale),
                marked.focusedBid(),
                marked.title(),
                List.copyOf(marked.warnings()));
    }

    /**
     * The accessibility tree of all frames.
     *
     * @param main the tree of the main frame
     */
    private static Map<String, @Nullable Object> axTree(
            Tab page, Map<?, ?> frames, Map<String, @Nullable Object> main) {
        Map<String, Map<String, @Nullable Object>> trees = new LinkedHashMap<>();
        Deque<Map<?, ?>> waiting = new ArrayDeque<>();
        waiting.push(frames);
        while (!waiting.isEmpty()) {
            Map<?, ?> frame = waiting.pop();
            String id = Plain.text(Plain.map(frame.get("frame")).get("id"));
            Map<String, @Nullable Object> tree = trees.isEmpty() ? main : page.devTools(AX_TREE, Map.of("frameId", id));
            AxTrees.takeIds(tree);
            trees.put(id, tree);
            Plain.list(frame.get("childFrames")).forEach(child -> waiting.push(Plain.map(child)));
        }
        return AxTrees.merge(trees, backendId -> frameOf(page, backendId));
    }

    private static @Nullable String frameOf(Tab page, Object backendId) {
        Map<String, @Nullable Object> described = page.devTools("DOM.describeNode", Map.of("backendNodeId", backendId));
        return Plain.map(described.get("node")).get("frameId") instanceof String id ? id : null;
    }

    /** Tells a page to stop loading; it keeps showing what it shows. */
    public void stopLoading(Tab page) {
        if (!page.isClosed()) {
            page.devTools("Page.stopLoading");
        }
    }

    private List<Frame> answering(Tab page) {
        return page.frames().stream().filter(holders::answers).toList();
    }

    /** How many elements a page has, in all frames that can be asked. */
    public int elements(Tab page) {
        int all = 0;
        for (Frame frame : answering(page)) {
            try {
                all += (int) Plain.number(frame.evaluate("() => document.getElementsByTagName('*').length"));
            } catch (PageException e) {
                // It is gone, and its elements with it.
            }
        }
        return all;
    }

    /** A picture of the viewport. */
    public Screenshot screenshot(Tab page, int width, int height) {
        if (scale != 1) {
            page.devTools("Emulation.setDeviceMetricsOverride", metrics(width, height, scale));
        }
        String data =
                Plain.text(page.devTools("Page.captureScreenshot", PICTURE).get("data"));
        if (scale != 1) {
            page.devTools("Emulation.setDeviceMetricsOverride", metrics(width, height, 1));
        }
        return new Screenshot(Base64.getDecoder().decode(data));
    }

    private static Map<String, Object> metrics(int width, int height, double factor) {
        return Map.of("width", width, "height", height, "deviceScaleFactor", factor, "mobile", false);
    }
}

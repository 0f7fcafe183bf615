package dev.guerdon.browser.view;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ElementProperties;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
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

    private final FrameHolders holders;
    private final Marking marking;
    private final double scale;
    private final Map<Page, CDPSession> sessions = new WeakHashMap<>();

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
    public Extracted extract(Page page) {
        for (int left = TRIES - 1; ; left--) {
            try {
                return extractOnce(page, left == 0);
            } catch (PlaywrightException | Marking.MarkingException e) {
                String text = String.valueOf(e.getMessage());
                if (page.isClosed() || PASSING.stream().noneMatch(text::contains)) {
                    throw e;
                }
                if (left == 0) {
                    throw new ChangingException(e);
                }
                Marking.unmark(answering(page));
                page.waitForTimeout(PAUSE_MILLIS);
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

    private Extracted extractOnce(Page page, boolean lenient) {
        Marking.Marked marked = marking.mark(page, lenient);
        CDPSession session = session(page);
        Map<String, @Nullable Object> dom = GsonValues.object(session.send("DOMSnapshot.captureSnapshot", snapshot()));
        DomSnapshot.removeIds(dom);
        Map<String, @Nullable Object> axTree = axTree(session);
        Marking.unmark(marked.marked());
        return new Extracted(
                axTree,
                dom,
                new DomSnapshot(dom).extraProperties(scale),
                marked.focusedBid(),
                marked.title(),
                List.copyOf(marked.warnings()));
    }

    private static JsonObject snapshot() {
        JsonObject arguments = new JsonObject();
        arguments.add("computedStyles", new JsonArray());
        arguments.addProperty("includeDOMRects", true);
        arguments.addProperty("includePaintOrder", true);
        return arguments;
    }

    private static Map<String, @Nullable Object> axTree(CDPSession session) {
        Map<String, Map<String, @Nullable Object>> trees = new LinkedHashMap<>();
        Deque<JsonObject> waiting = new ArrayDeque<>();
        waiting.push(session.send("Page.getFrameTree").getAsJsonObject("frameTree"));
        while (!waiting.isEmpty()) {
            JsonObject frame = waiting.pop();
            String id = frame.getAsJsonObject("frame").get("id").getAsString();
            JsonObject arguments = new JsonObject();
            arguments.addProperty("frameId", id);
            Map<String, @Nullable Object> tree =
                    GsonValues.object(session.send("Accessibility.getFullAXTree", arguments));
            AxTrees.takeIds(tree);
            trees.put(id, tree);
            if (frame.has("childFrames")) {
                for (JsonElement child : frame.getAsJsonArray("childFrames")) {
                    waiting.push(child.getAsJsonObject());
                }
            }
        }
        return AxTrees.merge(trees, backendId -> frameOf(session, backendId));
    }

    private static @Nullable String frameOf(CDPSession session, Object backendId) {
        JsonObject arguments = new JsonObject();
        arguments.addProperty("backendNodeId", (Number) backendId);
        JsonElement frame = session.send("DOM.describeNode", arguments)
                .getAsJsonObject("node")
                .get("frameId");
        return frame == null ? null : frame.getAsString();
    }

    /** Tells a page to stop loading; it keeps showing what it shows. */
    public void stopLoading(Page page) {
        if (!page.isClosed()) {
            session(page).send("Page.stopLoading");
        }
    }

    private List<Frame> answering(Page page) {
        return page.frames().stream().filter(holders::answers).toList();
    }

    /** How many elements a page has, in all frames that can be asked. */
    public int elements(Page page) {
        int all = 0;
        for (Frame frame : answering(page)) {
            try {
                all += (int) Plain.number(frame.evaluate("() => document.getElementsByTagName('*').length"));
            } catch (PlaywrightException e) {
                // It is gone, and its elements with it.
            }
        }
        return all;
    }

    /** A picture of the viewport. */
    public Screenshot screenshot(Page page, int width, int height) {
        CDPSession session = session(page);
        if (scale != 1) {
            session.send("Emulation.setDeviceMetricsOverride", metrics(width, height, scale));
        }
        JsonObject arguments = new JsonObject();
        arguments.addProperty("format", "png");
        arguments.addProperty("optimizeForSpeed", true);
        String data =
                session.send("Page.captureScreenshot", arguments).get("data").getAsString();
        if (scale != 1) {
            session.send("Emulation.setDeviceMetricsOverride", metrics(width, height, 1));
        }
        return new Screenshot(Base64.getDecoder().decode(data));
    }

    private static JsonObject metrics(int width, int height, double factor) {
        JsonObject metrics = new JsonObject();
        metrics.addProperty("width", width);
        metrics.addProperty("height", height);
        metrics.addProperty("deviceScaleFactor", factor);
        metrics.addProperty("mobile", false);
        return metrics;
    }

    private CDPSession session(Page page) {
        return sessions.computeIfAbsent(page, one -> one.context().newCDPSession(one));
    }
}

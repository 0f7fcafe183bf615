package dev.guerdon.browser.driver;

import dev.guerdon.browser.view.CdpValues;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The elements that hold the frames of a page.
 *
 * <p>Only the frames of iframes are looked into, and only those that may run scripts: in a sandbox without them a script of ours
 * would never answer.
 */
final class FrameHolders {

    private static final String DESCRIBE =
            "element => ({ tag: element.tagName.toLowerCase(), bid: element.getAttribute('bid'),"
                    + " sandbox: element.getAttribute('sandbox') })";

    /** Frames whose page never came; they answer nothing. */
    private final Set<TargetFrame> silent = Collections.newSetFromMap(new WeakHashMap<>());

    private final Set<TargetFrame> excess = new HashSet<>();

    /** Looks no more into a frame whose page did not come. */
    public void silence(TargetFrame frame) {
        silent.add(frame);
    }

    /** Looks into a frame again: it got a page. */
    public void hear(TargetFrame frame) {
        silent.remove(frame);
    }

    /** Looks into as many frames of a page as the limit allows, the outer ones first: how many are left out. */
    public int limit(TargetTab page) {
        excess.clear();
        List<TargetFrame> all = page.frames();
        if (all.size() > PageExtraction.ViewLimits.MAX_FRAMES) {
            excess.addAll(all.subList(PageExtraction.ViewLimits.MAX_FRAMES, all.size()));
        }
        return excess.size();
    }

    /** Returns whether a frame answers questions, as far as is known. */
    public boolean answers(TargetFrame frame) {
        return !silent.contains(frame) && !excess.contains(frame) && !frame.isDetached();
    }

    /**
     * The element that holds a frame.
     *
     * @param open whether the frame can be looked into
     * @param bid the element's bid, empty if it has none
     */
    public record Holder(boolean open, String bid) {}

    private static final Holder SILENT = new Holder(false, "");

    public Holder of(TargetFrame frame) {
        if (silent.contains(frame) || excess.contains(frame)) {
            return SILENT;
        }
        Map<?, ?> described = CdpValues.object(frame.evaluateOnHolder(DESCRIBE));
        String tag = CdpValues.text(described.get("tag"));
        return new Holder(
                (tag.equals("iframe") || tag.equals("frame")) && runsScripts(described.get("sandbox")),
                CdpValues.text(described.get("bid")));
    }

    private static boolean runsScripts(@Nullable Object sandbox) {
        return !(sandbox instanceof String words)
                || Arrays.asList(words.strip().split("\\s+")).contains("allow-scripts");
    }
}

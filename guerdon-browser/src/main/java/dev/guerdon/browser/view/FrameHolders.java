package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.tab.Frame;
import java.util.Arrays;
import java.util.Collections;
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
@Internal
public final class FrameHolders {

    private static final String DESCRIBE =
            "element => ({ tag: element.tagName.toLowerCase(), bid: element.getAttribute('bid'),"
                    + " sandbox: element.getAttribute('sandbox') })";

    /** Frames whose page never came; they answer nothing. */
    private final Set<Frame> silent = Collections.newSetFromMap(new WeakHashMap<>());

    /** Looks no more into a frame whose page did not come. */
    public void silence(Frame frame) {
        silent.add(frame);
    }

    /** Looks into a frame again: it got a page. */
    public void hear(Frame frame) {
        silent.remove(frame);
    }

    /** Whether a frame answers questions, as far as is known. */
    public boolean answers(Frame frame) {
        return !silent.contains(frame) && !frame.isDetached();
    }

    /**
     * The element that holds a frame.
     *
     * @param open whether the frame can be looked into
     * @param bid the element's bid, empty where it has none
     */
    public record Holder(boolean open, String bid) {}

    private static final Holder SILENT = new Holder(false, "");

    public Holder of(Frame frame) {
        if (silent.contains(frame)) {
            return SILENT;
        }
        Map<?, ?> described = Plain.map(frame.evaluateOnHolder(DESCRIBE));
        String tag = Plain.text(described.get("tag"));
        return new Holder(
                (tag.equals("iframe") || tag.equals("frame")) && runsScripts(described.get("sandbox")),
                Plain.text(described.get("bid")));
    }

    private static boolean runsScripts(@Nullable Object sandbox) {
        return !(sandbox instanceof String words)
                || Arrays.asList(words.strip().split("\\s+")).contains("allow-scripts");
    }
}

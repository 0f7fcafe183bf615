package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ChatMessage;
import dev.guerdon.browser.spi.ElementProperties;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that an agent can see after an action: BrowserGym's observation.
 *
 * @param chat what was said
 * @param goal the parts of the goal
 * @param tabs the open pages
 * @param view the active one
 * @param lastAction the action before
 * @param lastActionError why it failed; empty where it did not
 * @param elapsedSeconds the time since the episode began
 */
@Internal
public record BrowserObservation(
        List<ChatMessage> chat,
        List<Map<String, @Nullable Object>> goal,
        Tabs tabs,
        View view,
        String lastAction,
        String lastActionError,
        double elapsedSeconds) {

    /**
     * The open pages.
     *
     * @param urls their addresses
     * @param titles their titles
     * @param active which of them is active, from 0
     */
    public record Tabs(List<String> urls, List<String> titles, int active) {}

    /**
     * Content of the active page.
     *
     * @param url its address
     * @param axTree its accessibility tree with all frames
     * @param axTreeText the tree as text
     * @param dom its DOM snapshot
     * @param domText the DOM as text, null where not asked for
     * @param properties what is known of its elements, by bid
     * @param focusedBid the bid of the element with the focus
     * @param screenshot a picture of the viewport, null where not asked for
     */
    public record View(
            String url,
            Map<String, @Nullable Object> axTree,
            String axTreeText,
            Map<String, @Nullable Object> dom,
            @Nullable String domText,
            Map<String, ElementProperties> properties,
            String focusedBid,
            @Nullable Screenshot screenshot) {}

    private static final String NOT_TEXT = "WARNING: This goal cannot be converted to a text-only goal format. Use the"
            + " new goal format instead (\"goal_object\" field). Any agent reading this should abort immediately.";

    /** Returns the goal as one text, with a warning in place of what is not text. */
    public String goalText() {
        List<String> parts = new ArrayList<>();
        for (Map<String, @Nullable Object> part : goal) {
            if (!"text".equals(part.get("type"))) {
                parts.add(NOT_TEXT);
                break;
            }
            parts.add(String.valueOf(part.get("text")));
        }
        return String.join("\n", parts);
    }

    /** Returns what an agent that reads text is shown. */
    public String text() {
        StringBuilder text = new StringBuilder();
        if (!lastActionError.isEmpty()) {
            text.append(lastActionError.startsWith("Note: ") ? "" : "The last action failed: ")
                    .append(lastActionError.strip())
                    .append("\n\n");
        }
        if (tabs.urls.size() > 1) {
            for (int i = 0; i < tabs.urls.size(); i++) {
                text.append(i == tabs.active ? "* tab " : "  tab ").append(i).append(": ");
                text.append(tabs.titles.get(i))
                        .append(" (")
                        .append(tabs.urls.get(i))
                        .append(")\n");
            }
        } else {
            text.append("page: ").append(view.url).append('\n');
        }
        return text.append('\n').append(view.axTreeText).toString();
    }

    /** Returns the values that programs get by BrowserGym's names, without the pictures and trees. */
    public Map<String, @Nullable Object> attributes() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("goal", goalText());
        all.put("goal_object", goal);
        all.put("url", view.url);
        all.put("open_pages_urls", tabs.urls);
        all.put("open_pages_titles", tabs.titles);
        all.put("active_page_index", tabs.active);
        all.put("axtree_txt", view.axTreeText);
        if (view.domText != null) {
            all.put("dom_txt", view.domText);
        }
        all.put("focused_element_bid", view.focusedBid);
        all.put("last_action", lastAction);
        all.put("last_action_error", lastActionError);
        all.put("chat_messages", chat.stream().map(ChatMessage::plain).toList());
        all.put("elapsed_time", elapsedSeconds);
        return all;
    }

    /** A picture of the viewport, as PNG. */
    public static final class Screenshot {

        /** Place where a PNG file has its width; its height follows. */
        private static final int WIDTH_AT = 16;

        private final byte[] png;

        public Screenshot(byte[] png) {
            this.png = png.clone();
        }

        /** Returns the bytes of the PNG file. */
        public byte[] png() {
            return png.clone();
        }

        /** Returns the width in pixels. */
        public int width() {
            return ByteBuffer.wrap(png).getInt(WIDTH_AT);
        }

        /** Returns the height in pixels. */
        public int height() {
            return ByteBuffer.wrap(png).getInt(WIDTH_AT + Integer.BYTES);
        }
    }
}

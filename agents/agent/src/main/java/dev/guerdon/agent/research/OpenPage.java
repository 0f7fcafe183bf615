package dev.guerdon.agent.research;

import dev.guerdon.api.Step;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page that is open, as the prompt can show it.
 *
 * @param url its address
 * @param text its accessibility tree as text, all of it
 * @param error what went wrong with the last action, empty where nothing did
 */
record OpenPage(String url, String text, String error) {

    /** Amount of a page that is kept with a turn. */
    static final int MOST_KEPT = 400_000;

    static OpenPage of(Step step) {
        Map<String, @Nullable Object> seen = step.observation().attributes();
        Object tree = seen.get("axtree_txt");
        return new OpenPage(
                text(seen.get("url")),
                tree == null ? step.observation().text() : text(tree),
                text(seen.get("last_action_error")));
    }

    private static String text(@Nullable Object value) {
        return value instanceof String string ? string : "";
    }

    boolean isSparse(int limit) {
        return text.length() < limit;
    }

    /**
     * The beginning of a text.
     *
     * @param text what is shown of it
     * @param whole how long all of it is
     */
    record Shown(String text, int whole) {

        boolean cut() {
            return text.length() < whole;
        }
    }

    /** Returns as much of a text as the limit allows, cut after a whole line if it has lines. */
    static Shown shown(String text, int limit) {
        if (text.length() <= limit) {
            return new Shown(text, text.length());
        }
        int end = text.lastIndexOf('\n', limit);
        int at = end > 0 ? end : Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return new Shown(text.substring(0, at), text.length());
    }
}

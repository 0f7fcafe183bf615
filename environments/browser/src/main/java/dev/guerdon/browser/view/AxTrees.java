package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes one accessibility tree of those that the browser gives for each frame. The trees are changed in place. */
@Internal
public final class AxTrees {

    private AxTrees() {}

    /** Takes the ids of elements out of the descriptions where marking put them, and keeps them as {@code browsergym_id}. */
    public static void takeIds(Map<String, @Nullable Object> tree) {
        for (Object each : CdpValues.list(tree.get("nodes"))) {
            Map<String, @Nullable Object> node = CdpValues.object(each);
            String bid = takeFromRole(node);
            String second = takeFromDescription(node);
            if (bid != null || second != null) {
                node.put("browsergym_id", bid != null ? bid : second);
            }
        }
    }

    private static @Nullable String takeFromRole(Map<String, @Nullable Object> node) {
        for (Iterator<?> properties = CdpValues.list(node.get("properties")).iterator(); properties.hasNext(); ) {
            Map<?, ?> property = CdpValues.object(properties.next());
            if (CdpValues.text(property.get("name")).equals("roledescription")) {
                Map<String, @Nullable Object> holder = CdpValues.object(property.get("value"));
                MarkedText marked = MarkedText.read(CdpValues.text(holder.get("value")));
                if (marked.text().isEmpty()) {
                    properties.remove();
                } else {
                    holder.put("value", marked.text());
                }
                return marked.bid();
            }
        }
        return null;
    }

    private static @Nullable String takeFromDescription(Map<String, @Nullable Object> node) {
        if (!(node.get("description") instanceof Map<?, ?> described)) {
            return null;
        }
        MarkedText marked = MarkedText.read(CdpValues.text(described.get("value")));
        if (marked.text().isEmpty()) {
            node.remove("description");
        } else {
            CdpValues.object(described).put("value", marked.text());
        }
        return marked.bid();
    }

    /**
     * Joins the trees of all frames: the root of a frame becomes the last child of the iframe that holds it.
     *
     * @param trees the trees by frame id, the main frame first
     * @param frameOf the id of the frame that an iframe element holds, asked with its backend node id; null if there is none
     */
    public static Map<String, @Nullable Object> merge(
            Map<String, Map<String, @Nullable Object>> trees, Function<Object, @Nullable String> frameOf) {
        List<@Nullable Object> all = new ArrayList<>();
        for (Map<String, @Nullable Object> tree : trees.values()) {
            for (Object each : CdpValues.list(tree.get("nodes"))) {
                all.add(each);
                Map<String, @Nullable Object> node = CdpValues.object(each);
                Object backendId = node.get("backendDOMNodeId");
                if (backendId != null
                        && CdpValues.text(CdpValues.object(node.get("role")).get("value"))
                                .equals("Iframe")) {
                    adopt(node, trees.get(frameOf.apply(backendId)));
                }
            }
        }
        Map<String, @Nullable Object> merged = new LinkedHashMap<>();
        merged.put("nodes", all);
        return merged;
    }

    private static void adopt(Map<String, @Nullable Object> iframe, @Nullable Map<String, @Nullable Object> tree) {
        List<?> nodes = tree == null ? List.of() : CdpValues.list(tree.get("nodes"));
        if (!nodes.isEmpty()) {
            List<@Nullable Object> children = new ArrayList<>(CdpValues.list(iframe.get("childIds")));
            children.add(CdpValues.object(nodes.getFirst()).get("nodeId"));
            iframe.put("childIds", children);
        }
    }

    /**
     * A text attribute of an element while the page is marked: the id of the element, then what the page had written there.
     *
     * @param bid the id; null where the attribute carries none
     * @param text what belongs to the page
     */
    record MarkedText(@Nullable String bid, String text) {

        private static final String PREFIX = "browsergym_id_";

        /** Takes the id from the text. A text whose own part has several lines is left alone, as the reference does. */
        static MarkedText read(String marked) {
            if (!marked.startsWith(PREFIX)) {
                return new MarkedText(null, marked);
            }
            int end = PREFIX.length();
            while (end < marked.length() && isLetterOrDigit(marked.charAt(end))) {
                end++;
            }
            int own = end < marked.length() && PythonStrings.isSpace(marked.charAt(end)) ? end + 1 : end;
            if (end == PREFIX.length() || marked.indexOf('\n', own) >= 0) {
                return new MarkedText(null, marked);
            }
            return new MarkedText(marked.substring(PREFIX.length(), end), marked.substring(own));
        }

        private static boolean isLetterOrDigit(char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        }
    }
}

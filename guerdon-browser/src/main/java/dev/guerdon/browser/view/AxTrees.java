package dev.guerdon.browser.view;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes one accessibility tree of those that the browser gives for each frame. The trees are changed in place. */
final class AxTrees {

    private AxTrees() {}

    /** Takes the ids of elements out of the descriptions where marking put them, and keeps them as {@code browsergym_id}. */
    static void takeIds(Map<String, @Nullable Object> tree) {
        for (Object each : Plain.list(tree.get("nodes"))) {
            Map<String, @Nullable Object> node = Plain.editable(each);
            String bid = takeFromRole(node);
            String second = takeFromDescription(node);
            if (bid != null || second != null) {
                node.put("browsergym_id", bid != null ? bid : second);
            }
        }
    }

    private static @Nullable String takeFromRole(Map<String, @Nullable Object> node) {
        for (Iterator<?> properties = Plain.list(node.get("properties")).iterator(); properties.hasNext(); ) {
            Map<?, ?> property = Plain.map(properties.next());
            if (Plain.text(property.get("name")).equals("roledescription")) {
                Map<String, @Nullable Object> holder = Plain.editable(property.get("value"));
                MarkedText marked = MarkedText.read(Plain.text(holder.get("value")));
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
        MarkedText marked = MarkedText.read(Plain.text(described.get("value")));
        if (marked.text().isEmpty()) {
            node.remove("description");
        } else {
            Plain.editable(described).put("value", marked.text());
        }
        return marked.bid();
    }

    /**
     * Joins the trees of all frames: the root of a frame becomes the last child of the iframe that holds it.
     *
     * @param trees the trees by frame id, the main frame first
     * @param frameOf the id of the frame that an iframe element holds, asked with its backend node id; null where there is none
     */
    static Map<String, @Nullable Object> merge(
            Map<String, Map<String, @Nullable Object>> trees, Function<Object, @Nullable String> frameOf) {
        List<@Nullable Object> all = new ArrayList<>();
        for (Map<String, @Nullable Object> tree : trees.values()) {
            for (Object each : Plain.list(tree.get("nodes"))) {
                all.add(each);
                Map<String, @Nullable Object> node = Plain.editable(each);
                Object backendId = node.get("backendDOMNodeId");
                if (backendId != null
                        && Plain.text(Plain.map(node.get("role")).get("value")).equals("Iframe")) {
                    adopt(node, trees.get(frameOf.apply(backendId)));
                }
            }
        }
        Map<String, @Nullable Object> merged = new LinkedHashMap<>();
        merged.put("nodes", all);
        return merged;
    }

    private static void adopt(Map<String, @Nullable Object> iframe, @Nullable Map<String, @Nullable Object> tree) {
        List<?> nodes = tree == null ? List.of() : Plain.list(tree.get("nodes"));
        if (!nodes.isEmpty()) {
            List<@Nullable Object> children = new ArrayList<>(Plain.list(iframe.get("childIds")));
            children.add(Plain.map(nodes.getFirst()).get("nodeId"));
            iframe.put("childIds", children);
        }
    }
}

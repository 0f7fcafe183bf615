package dev.guerdon.browser;

import dev.guerdon.api.Experimental;
import dev.guerdon.browser.spi.AxTreeOptions;
import dev.guerdon.browser.spi.AxTreeOptions.ViewOption;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.browser.view.ElementView;
import dev.guerdon.cpython.PythonRepr;
import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the accessibility tree of a page as text, a line for each node, indented by depth.
 *
 * <p>The text is what models read and what BrowserGym's {@code flatten_axtree_to_str} gives. Time and memory grow with the size
 * of the tree; a node that is reached twice is written once, so a tree that is none ends too.
 */
@Experimental
public final class AxTreeText {

    /** A node still to be written. */
    private record Visit(int index, int depth, boolean parentFiltered, String parentName) {}

    /** Deeper lines are not indented further, so that a page cannot make its text grow with the square of its size. */
    private static final int DEEPEST = 500;

    private final AxTreeOptions options;
    private final ElementView elements;
    private final List<?> nodes;
    private final Map<Object, Integer> indexes = new HashMap<>();
    private final boolean[] visited;
    private final StringBuilder out = new StringBuilder();

    private AxTreeText(
            Map<String, ?> axTree, @Nullable Map<String, ElementProperties> properties, AxTreeOptions options) {
        this.options = options;
        this.elements = new ElementView(options.shown(), options.coordDecimals(), properties);
        this.nodes = axTree.get("nodes") instanceof List<?> list ? list : List.of();
        this.visited = new boolean[nodes.size()];
        for (int i = 0; i < nodes.size(); i++) {
            Object id = CdpValues.object(nodes.get(i)).get("nodeId");
            if (id != null) {
                indexes.put(id, i);
            }
        }
    }

    /**
     * Writes a tree.
     *
     * @param axTree the merged tree of all frames, as plain JSON values
     * @param properties what is known of the elements by bid; may be null where the options do not ask for it
     */
    public static String flatten(
            Map<String, ?> axTree, @Nullable Map<String, ElementProperties> properties, AxTreeOptions options) {
        return new AxTreeText(axTree, properties, options).flatten();
    }

    private String flatten() {
        ArrayDeque<Visit> waiting = new ArrayDeque<>();
        if (!nodes.isEmpty()) {
            waiting.push(new Visit(0, 0, false, ""));
        }
        while (!waiting.isEmpty()) {
            Visit visit = waiting.pop();
            if (visited[visit.index()]) {
                continue;
            }
            visited[visit.index()] = true;
            visit(visit, CdpValues.object(nodes.get(visit.index())), waiting);
        }
        return out.toString();
    }

    private void visit(Visit visit, Map<?, ?> node, ArrayDeque<Visit> waiting) {
        boolean printed = false;
        boolean filtered = false;
        String name = "";
        String role = CdpValues.text(CdpValues.object(node.get("role")).get("value"));
        if (node.get("name") instanceof Map<?, ?> named
                && !options.ignoredRoles().contains(role)) {
            name = CdpValues.text(named.get("value"));
            role = shows(ViewOption.NAMELESS_FORM_IS_GENERIC) && role.equals("form") && name.isEmpty()
                    ? "generic"
                    : role;
            String attributes = attributes(node);
            String bid = node.get("browsergym_id") instanceof String id ? id : null;
            boolean text = role.equals("StaticText");
            filtered = !text && elements.filters(bid);
            boolean skipped = filtered
                    || (shows(ViewOption.SKIP_GENERIC) && role.equals("generic") && attributes.isEmpty())
                    || (shows(ViewOption.HIDE_ALL_CHILDREN) && visit.parentFiltered())
                    || (text
                            && (visit.parentFiltered()
                                    || (shows(ViewOption.REMOVE_REDUNDANT_STATIC_TEXT)
                                            && visit.parentName().contains(name))));
            if (!skipped) {
                line(visit.depth(), role, name, bid);
                Object value = CdpValues.object(node.get("value")).get("value");
                if (value != null) {
                    PythonRepr.append(value, out.append(" value="));
                }
                if (!text) {
                    elements.append(bid, ", ", out);
                }
                out.append(attributes);
                printed = true;
            }
        }
        if (node.get("childIds") instanceof List<?> children) {
            int depth = printed ? visit.depth() + 1 : visit.depth();
            for (int i = children.size() - 1; i >= 0; i--) {
                Integer index = indexes.get(children.get(i));
                if (index != null && index != visit.index()) {
                    waiting.push(new Visit(index, depth, filtered, name));
                }
            }
        }
    }

    private boolean shows(ViewOption option) {
        return options.shown().contains(option);
    }

    private void line(int depth, String role, String name, @Nullable String bid) {
        if (!out.isEmpty()) {
            out.append('\n');
        }
        out.repeat('\t', Math.min(depth, DEEPEST));
        if (elements.showsBid(bid)) {
            out.append('[').append(bid).append("] ");
        }
        out.append(role);
        if (!role.equals("generic") || !name.isEmpty()) {
            PythonRepr.append(PythonStrings.strip(name), out.append(' '));
        }
    }

    private String attributes(Map<?, ?> node) {
        if (!(node.get("properties") instanceof List<?> properties) || properties.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (Object each : properties) {
            Map<?, ?> property = CdpValues.object(each);
            Map<?, ?> holder = CdpValues.object(property.get("value"));
            String name = CdpValues.text(property.get("name"));
            if (!holder.containsKey("value") || options.ignoredProperties().contains(name)) {
                continue;
            }
            Object value = holder.get("value");
            switch (name) {
                case "required", "focused", "atomic" -> {
                    if (CdpValues.isTrue(value)) {
                        text.append(", ").append(name);
                    }
                }
                default ->
                    PythonRepr.append(value, text.append(", ").append(name).append('='));
            }
        }
        return text.toString();
    }
}

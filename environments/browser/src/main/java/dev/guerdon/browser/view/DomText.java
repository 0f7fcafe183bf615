package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.AxTreeOptions.ViewOption;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes the DOM of a page as text: HTML with a tag or a text in each line, the content of frames in their place.
 *
 * <p>What BrowserGym's {@code flatten_dom_to_str} gives.
 */
@Internal
public final class DomText {

    /** Something still to be written: a node, or the end tag of one. */
    private record Waiting(int node, boolean parentSkipped, String endTag) {}

    /** Text that would end a script or a style sheet. */
    private static final Pattern RAW_END = Pattern.compile("</(?=script|style)", Pattern.CASE_INSENSITIVE);

    private static final int ELEMENT = 1;
    private static final int TEXT = 3;
    private static final int CDATA = 4;

    private final DomSnapshot snapshot;
    private final ElementView elements;
    private final boolean escaped;
    private final Set<Integer> within = new HashSet<>();

    private DomText(DomSnapshot snapshot, ElementView elements, boolean escaped) {
        this.snapshot = snapshot;
        this.elements = elements;
        this.escaped = escaped;
    }

    /**
     * Writes a snapshot.
     *
     * @param domSnapshot the snapshot as plain JSON values
     * @param properties what is known of the elements by bid; may be null where the options do not ask for it
     * @param shown the options that are on; those for accessibility trees only do nothing
     * @param escaped whether what the page wrote is escaped, so that its text cannot pass for elements; BrowserGym does not do so
     */
    public static String flatten(
            Map<String, ?> domSnapshot,
            @Nullable Map<String, ElementProperties> properties,
            Set<ViewOption> shown,
            boolean escaped) {
        ElementView elements = new ElementView(shown, 0, properties);
        return new DomText(new DomSnapshot(domSnapshot), elements, escaped).document(0);
    }

    private String document(int index) {
        DomSnapshot.Document document = snapshot.document(index);
        List<?> types = document.column("nodeType");
        if (types.isEmpty() || !within.add(index)) {
            return "";
        }
        StringBuilder html = new StringBuilder();
        List<List<Integer>> children = children(document, types.size());
        Map<Integer, Integer> frames = document.contentDocuments();
        Deque<Waiting> waiting = new ArrayDeque<>();
        waiting.push(new Waiting(0, false, ""));
        while (!waiting.isEmpty()) {
            Waiting next = waiting.pop();
            if (next.node() < 0) {
                html.append(next.endTag());
                continue;
            }
            int type = CdpValues.index(types.get(next.node()));
            String endTag = "";
            if (type == ELEMENT) {
                endTag = element(document, next.node(), html);
            } else if ((type == TEXT || type == CDATA) && !next.parentSkipped()) {
                text(document, next.node(), type, html);
            }
            Integer frame = frames.get(next.node());
            if (frame != null) {
                html.append(document(frame));
            }
            boolean skipped = type != TEXT && type != CDATA && endTag.isEmpty();
            waiting.push(new Waiting(-1, false, endTag));
            List<Integer> below = children.get(next.node());
            for (int i = below.size() - 1; i >= 0; i--) {
                waiting.push(new Waiting(below.get(i), skipped, ""));
            }
        }
        within.remove(index);
        return SoupTree.prettify(HtmlReader.read(html.toString()));
    }

    private static List<List<Integer>> children(DomSnapshot.Document document, int nodes) {
        List<List<Integer>> children = new ArrayList<>(nodes);
        for (int i = 0; i < nodes; i++) {
            children.add(new ArrayList<>(0));
        }
        List<?> parents = document.column("parentIndex");
        for (int i = 0; i < Math.min(nodes, parents.size()); i++) {
            int parent = CdpValues.index(parents.get(i));
            // A parent always comes before its children, so there are no circles.
            if (parent >= 0 && parent < i) {
                children.get(parent).add(i);
            }
        }
        return children;
    }

    private void text(DomSnapshot.Document document, int node, int type, StringBuilder html) {
        String value = snapshot.string(document.column("nodeValue").get(node));
        if (value == null) {
            return;
        }
        if (type == CDATA) {
            html.append(escaped ? SoupTree.escaped(value) : "<!CDATA[[" + value + "]]>");
        } else if (!escaped) {
            html.append(value);
        } else {
            int parent = CdpValues.index(document.column("parentIndex").get(node));
            html.append(
                    isRaw(document, parent) ? RAW_END.matcher(value).replaceAll("<\\\\/") : SoupTree.escaped(value));
        }
    }

    private boolean isRaw(DomSnapshot.Document document, int node) {
        String name = node < 0 ? "" : tagName(document, node);
        return name.equals("script") || name.equals("style");
    }

    private String tagName(DomSnapshot.Document document, int node) {
        String name = snapshot.string(document.column("nodeName").get(node));
        return name == null ? "" : PythonStrings.strip(name.toLowerCase(Locale.ROOT));
    }

    /** Writes the start tag. Returns the end tag; an empty one where the element is left out. */
    private String element(DomSnapshot.Document document, int node, StringBuilder html) {
        StringBuilder own = new StringBuilder();
        String bid = null;
        List<?> attributes = CdpValues.list(document.column("attributes").get(node));
        for (int i = 0; i + 1 < attributes.size(); i += 2) {
            String name = String.valueOf(snapshot.string(attributes.get(i)));
            String value = snapshot.string(attributes.get(i + 1));
            switch (name) {
                case DomSnapshot.BID -> bid = value;
                case DomSnapshot.VISIBILITY, DomSnapshot.SET_OF_MARKS -> {}
                default -> attribute(name, value, own);
            }
        }
        if (elements.filters(bid)) {
            return "";
        }
        String tag = tagName(document, node);
        html.append('<').append(tag);
        if (elements.showsBid(bid)) {
            attribute(DomSnapshot.BID, bid, html);
        }
        elements.append(bid, " ", html);
        html.append(own).append('>');
        return "</" + tag + ">";
    }

    private void attribute(String name, @Nullable String value, StringBuilder html) {
        html.append(' ').append(name);
        if (value != null) {
            String text = escaped ? SoupTree.escaped(value).replace("\"", "&quot;") : value;
            html.append("=\"").append(text).append('"');
        }
    }

    /** Takes from the HTML of a page what tells an agent nothing: comments, styles, scripts, and wrappers that have only a bid. */
    public static final class PrunedHtml {

        private static final Set<String> OUTER = Set.of("html", "body");
        private static final Set<String> USELESS = Set.of("style", "link", "script", "br");
        private static final Set<String> WRAPPERS = Set.of("div", "span", "i", "p");

        private PrunedHtml() {}

        /**
         * Prunes a text that {@link DomText} gave.
         *
         * @param html the text
         */
        public static String of(String html) {
            SoupTree.Tag root = HtmlReader.read(withoutComments(html.replace('\n', ' ')));
            prune(root);
            return SoupTree.prettify(root);
        }

        private static String withoutComments(String html) {
            StringBuilder kept = new StringBuilder(html.length());
            int from = 0;
            int start = html.indexOf("<!--");
            while (start >= 0) {
                int end = html.indexOf("-->", start + 4);
                if (end < 0) {
                    break;
                }
                kept.append(html, from, start);
                from = end + 3;
                start = html.indexOf("<!--", from);
            }
            return kept.append(html, from, html.length()).toString();
        }

        /** Prunes inner tags first, so that a wrapper is judged by what is left in it. */
        private static void prune(SoupTree.Tag root) {
            List<SoupTree.Tag> tags = new ArrayList<>(List.of(root));
            for (int i = 0; i < tags.size(); i++) {
                for (SoupTree.Node child : tags.get(i).children) {
                    if (child instanceof SoupTree.Tag tag) {
                        tags.add(tag);
                    }
                }
            }
            for (int i = tags.size() - 1; i >= 0; i--) {
                SoupTree.Tag tag = tags.get(i);
                List<SoupTree.Node> kept = new ArrayList<>(tag.children.size());
                for (SoupTree.Node child : tag.children) {
                    if (child instanceof SoupTree.Tag inner && isUnwrapped(inner)) {
                        kept.addAll(inner.children);
                    } else if (!(child instanceof SoupTree.Tag inner) || !USELESS.contains(inner.name)) {
                        kept.add(child);
                    }
                }
                tag.children = kept;
            }
        }

        private static boolean isUnwrapped(SoupTree.Tag tag) {
            return OUTER.contains(tag.name)
                    || (WRAPPERS.contains(tag.name)
                            && tag.attributes.size() == 1
                            && tag.attributes.containsKey(DomSnapshot.BID));
        }
    }
}

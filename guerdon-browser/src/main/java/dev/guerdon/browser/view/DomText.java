package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.html.HtmlReader;
import dev.guerdon.browser.html.Soup;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.cpython.Strings;
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

    /** What would end a script or a style sheet. */
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
     */
    public static String flatten(
            Map<String, ?> domSnapshot, @Nullable Map<String, ElementProperties> properties, DomOptions options) {
        ElementView elements = new ElementView(options.shown(), options.coordDecimals(), properties);
        return new DomText(new DomSnapshot(domSnapshot), elements, options.escaped()).document(0);
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
            int type = Plain.index(types.get(next.node()));
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
        return Soup.prettify(HtmlReader.read(html.toString()));
    }

    private static List<List<Integer>> children(DomSnapshot.Document document, int nodes) {
        List<List<Integer>> children = new ArrayList<>(nodes);
        for (int i = 0; i < nodes; i++) {
            children.add(new ArrayList<>(0));
        }
        List<?> parents = document.column("parentIndex");
        for (int i = 0; i < Math.min(nodes, parents.size()); i++) {
            int parent = Plain.index(parents.get(i));
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
            html.append(escaped ? Soup.escaped(value) : "<!CDATA[[" + value + "]]>");
        } else if (!escaped) {
            html.append(value);
        } else {
            int parent = Plain.index(document.column("parentIndex").get(node));
            html.append(isRaw(document, parent) ? RAW_END.matcher(value).replaceAll("<\\\\/") : Soup.escaped(value));
        }
    }

    private boolean isRaw(DomSnapshot.Document document, int node) {
        String name = node < 0 ? "" : tagName(document, node);
        return name.equals("script") || name.equals("style");
    }

    private String tagName(DomSnapshot.Document document, int node) {
        String name = snapshot.string(document.column("nodeName").get(node));
        return name == null ? "" : Strings.strip(name.toLowerCase(Locale.ROOT));
    }

    /** Writes the start tag. Returns the end tag; an empty one where the element is left out. */
    private String element(DomSnapshot.Document document, int node, StringBuilder html) {
        StringBuilder own = new StringBuilder();
        String bid = null;
        List<?> attributes = Plain.list(document.column("attributes").get(node));
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
            String text = escaped ? Soup.escaped(value).replace("\"", "&quot;") : value;
            html.append("=\"").append(text).append('"');
        }
    }
}

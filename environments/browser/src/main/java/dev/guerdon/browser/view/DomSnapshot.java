package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.spi.ElementProperties.Box;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A DOM snapshot as the browser gives it: documents as arrays of nodes, and one table of strings. */
@Internal
public final class DomSnapshot {

    static final String BID = "bid";
    static final String VISIBILITY = "browsergym_visibility_ratio";
    static final String SET_OF_MARKS = "browsergym_set_of_marks";

    private final List<?> strings;
    private final List<?> documents;

    public DomSnapshot(Map<String, ?> snapshot) {
        strings = CdpValues.list(snapshot.get("strings"));
        documents = CdpValues.list(snapshot.get("documents"));
    }

    /** A document of the snapshot. */
    record Document(Map<?, ?> whole, Map<?, ?> nodes, Map<?, ?> layout) {

        List<?> column(String name) {
            return CdpValues.list(nodes.get(name));
        }

        /** Returns the documents that its nodes hold, by node index. */
        Map<Integer, Integer> contentDocuments() {
            Map<?, ?> held = CdpValues.object(nodes.get("contentDocumentIndex"));
            List<?> index = CdpValues.list(held.get("index"));
            List<?> value = CdpValues.list(held.get("value"));
            Map<Integer, Integer> documents = new LinkedHashMap<>();
            for (int i = 0; i < Math.min(index.size(), value.size()); i++) {
                documents.putIfAbsent(CdpValues.index(index.get(i)), CdpValues.index(value.get(i)));
            }
            return documents;
        }
    }

    Document document(int index) {
        Map<?, ?> whole = CdpValues.object(index >= 0 && index < documents.size() ? documents.get(index) : null);
        return new Document(whole, CdpValues.object(whole.get("nodes")), CdpValues.object(whole.get("layout")));
    }

    /** Returns the string at an index of the table; null for -1. */
    @Nullable
    String string(@Nullable Object index) {
        int at = CdpValues.index(index);
        return at >= 0 && at < strings.size() ? CdpValues.text(strings.get(at)) : null;
    }

    /** Takes the ids of elements out of the attributes where marking put them. Changes the snapshot. */
    public static void removeIds(Map<String, @Nullable Object> snapshot) {
        for (String attribute : List.of("aria-roledescription", "aria-description")) {
            removeIds(snapshot, attribute);
        }
    }

    private static void removeIds(Map<String, @Nullable Object> snapshot, String attribute) {
        List<@Nullable Object> strings = new ArrayList<>(CdpValues.list(snapshot.get("strings")));
        int name = strings.indexOf(attribute);
        if (name < 0) {
            return;
        }
        Set<Integer> done = new HashSet<>();
        for (Object document : CdpValues.list(snapshot.get("documents"))) {
            for (Object each : CdpValues.list(
                    CdpValues.object(CdpValues.object(document).get("nodes")).get("attributes"))) {
                List<?> attributes = CdpValues.list(each);
                for (int i = 0; i + 1 < attributes.size(); i += 2) {
                    if (CdpValues.index(attributes.get(i)) != name) {
                        continue;
                    }
                    int value = CdpValues.index(attributes.get(i + 1));
                    if (value >= 0 && value < strings.size() && done.add(value)) {
                        strings.set(
                                value,
                                AxTrees.MarkedText.read(CdpValues.text(strings.get(value)))
                                        .text());
                    }
                    if (value >= 0
                            && value < strings.size()
                            && CdpValues.text(strings.get(value)).isEmpty()) {
                        attributes.subList(i, i + 2).clear();
                    }
                    break;
                }
            }
        }
        snapshot.put("strings", strings);
    }

    /**
     * Returns what the snapshot tells of each element that has a bid, in the order of documents and nodes.
     *
     * @param scale pixels of the screenshot for each pixel of the page
     */
    public Map<String, ElementProperties> extraProperties(double scale) {
        Map<Integer, double[]> origins = new LinkedHashMap<>();
        Map<Integer, int[]> holders = new LinkedHashMap<>();
        holders.put(0, new int[] {-1, -1});
        Deque<Integer> waiting = new ArrayDeque<>(documents.isEmpty() ? List.of() : List.of(0));
        while (!waiting.isEmpty()) {
            int index = waiting.pop();
            Document document = document(index);
            document.contentDocuments().forEach((node, child) -> {
                if (child > 0 && child < documents.size() && !holders.containsKey(child)) {
                    holders.put(child, new int[] {index, node});
                    waiting.push(child);
                }
            });
            int[] holder = Objects.requireNonNull(holders.get(index));
            double[] frame = frameOrigin(holder[0], holder[1], origins);
            origins.put(index, new double[] {
                frame[0] - CdpValues.number(document.whole().get("scrollOffsetX")),
                frame[1] - CdpValues.number(document.whole().get("scrollOffsetY"))
            });
        }
        Map<String, ElementProperties> byBid = new LinkedHashMap<>();
        holders.keySet().forEach(index -> {
            double[] origin = origins.get(index);
            if (origin != null) {
                collect(document(index), origin, scale, byBid);
            }
        });
        return byBid;
    }

    private double[] frameOrigin(int parent, int node, Map<Integer, double[]> origins) {
        double[] origin = origins.get(parent);
        if (origin == null) {
            return new double[] {0, 0};
        }
        Map<?, ?> layout = document(parent).layout();
        List<?> nodes = CdpValues.list(layout.get("nodeIndex"));
        for (int i = 0; i < nodes.size(); i++) {
            if (CdpValues.index(nodes.get(i)) == node) {
                List<?> bounds =
                        CdpValues.list(CdpValues.list(layout.get("bounds")).get(i));
                return new double[] {origin[0] + at(bounds, 0), origin[1] + at(bounds, 1)};
            }
        }
        return new double[] {0, 0};
    }

    private void collect(Document document, double[] origin, double scale, Map<String, ElementProperties> byBid) {
        Map<Integer, Box> boxes = boxes(document, origin, scale);
        Set<Integer> clickable = new HashSet<>();
        CdpValues.list(CdpValues.object(document.nodes().get("isClickable")).get("index"))
                .forEach(index -> clickable.add(CdpValues.index(index)));
        List<?> attributes = document.column("attributes");
        for (int node = 0; node < attributes.size(); node++) {
            String bid = null;
            Double visibility = null;
            boolean marked = false;
            List<?> pairs = CdpValues.list(attributes.get(node));
            for (int i = 0; i + 1 < pairs.size(); i += 2) {
                String value = string(pairs.get(i + 1));
                switch (String.valueOf(string(pairs.get(i)))) {
                    case BID -> bid = value;
                    case VISIBILITY -> visibility = ratio(value);
                    case SET_OF_MARKS -> marked = "1".equals(value);
                    default -> {}
                }
            }
            if (bid != null && !bid.isEmpty()) {
                byBid.put(bid, new ElementProperties(visibility, boxes.get(node), clickable.contains(node), marked));
            }
        }
    }

    private static Map<Integer, Box> boxes(Document document, double[] origin, double scale) {
        Map<Integer, Box> boxes = new HashMap<>();
        List<?> nodes = CdpValues.list(document.layout().get("nodeIndex"));
        List<?> bounds = CdpValues.list(document.layout().get("bounds"));
        List<?> rects = CdpValues.list(document.layout().get("clientRects"));
        for (int i = 0; i < Math.min(nodes.size(), Math.min(bounds.size(), rects.size())); i++) {
            int node = CdpValues.index(nodes.get(i));
            List<?> bound = CdpValues.list(bounds.get(i));
            if (CdpValues.list(rects.get(i)).isEmpty()) {
                boxes.remove(node);
            } else {
                boxes.put(
                        node,
                        new Box(
                                (at(bound, 0) + origin[0]) * scale,
                                (at(bound, 1) + origin[1]) * scale,
                                at(bound, 2) * scale,
                                at(bound, 3) * scale));
            }
        }
        return boxes;
    }

    private static double at(List<?> numbers, int index) {
        return index < numbers.size() ? CdpValues.number(numbers.get(index)) : 0;
    }

    /** Returns the number of an attribute, or null: the page could have changed it. */
    private static @Nullable Double ratio(@Nullable String value) {
        try {
            return value == null ? null : Double.valueOf(value);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}

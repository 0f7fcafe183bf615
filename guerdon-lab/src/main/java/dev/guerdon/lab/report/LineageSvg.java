package dev.guerdon.lab.report;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.report.Document.Lineage;
import dev.guerdon.lab.report.Document.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where things stand in the picture of a lineage: candidates from left to right by age, upwards by reward. */
@Internal
public final class LineageSvg {

    private static final int WIDE = 760;
    private static final int NARROW = 380;
    private static final int HEIGHT = 300;
    private static final int LEFT = 48;
    private static final int RIGHT = 18;
    private static final int TOP = 18;
    private static final int BOTTOM = 36;
    private static final int ROOM_OF_A_LABEL = 34;

    /** A line of the grid. */
    public record GridLine(String y, String textY, String label) {}

    /** A candidate; the label is null where there is no room for it. */
    public record Mark(
            String x, String y, String title, @Nullable String label, boolean kept) {}

    private final Lineage lineage;
    private final boolean narrow;
    private final List<Node> nodes;
    private final double low;
    private final double high;

    /**
     * @param narrow whether it is the picture for phones
     */
    public LineageSvg(Lineage lineage, boolean narrow) {
        this.lineage = lineage;
        this.narrow = narrow;
        this.nodes = lineage.nodes().stream()
                .filter(node -> Double.isFinite(node.reward()))
                .toList();
        this.low = Math.min(
                0, Math.floor(nodes.stream().mapToDouble(Node::reward).min().orElse(0)));
        this.high = Math.max(
                1, Math.ceil(nodes.stream().mapToDouble(Node::reward).max().orElse(1)));
    }

    public String caption() {
        return lineage.caption();
    }

    public int width() {
        return narrow ? NARROW : WIDE;
    }

    public int height() {
        return HEIGHT;
    }

    /** Its class: a style shows one picture or the other. */
    public String style() {
        return narrow ? "narrow" : "wide";
    }

    /** Where the grid begins. */
    public int left() {
        return LEFT;
    }

    /** Where the grid ends. */
    public int right() {
        return width() - RIGHT;
    }

    /** The base line of the labels below the axis. */
    public int labelY() {
        return HEIGHT - BOTTOM + 22;
    }

    public List<GridLine> lines() {
        List<GridLine> lines = new ArrayList<>();
        for (int i = 0; i <= 4; i++) {
            double value = low + (high - low) * i / 4;
            lines.add(new GridLine(
                    number(y(value)),
                    number(y(value) + 4),
                    String.format(Locale.ROOT, high - low <= 1 ? "%.2f" : "%.1f", value)));
        }
        return lines;
    }

    /** The ways from parents to children. */
    public List<String> edges() {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            places.put(nodes.get(i).id(), i);
        }
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            for (String parent : nodes.get(i).parents()) {
                Integer from = places.get(parent);
                if (from != null) {
                    edges.add("M" + number(x(from)) + " "
                            + number(y(nodes.get(from).reward())) + " L" + number(x(i)) + " "
                            + number(y(nodes.get(i).reward())));
                }
            }
        }
        return edges;
    }

    public List<Mark> marks() {
        int most = Math.max(1, (width() - LEFT - RIGHT) / ROOM_OF_A_LABEL);
        int every = Math.max(1, (nodes.size() + most - 1) / most);
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            marks.add(new Mark(
                    number(x(i)),
                    number(y(node.reward())),
                    node.id() + ": " + node.title(),
                    i % every == 0 ? node.id() : null,
                    node.kept()));
        }
        return marks;
    }

    private double x(int place) {
        double room = width() - LEFT - RIGHT - 24.0;
        return LEFT + 12 + (nodes.size() < 2 ? room / 2 : room * place / (nodes.size() - 1));
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

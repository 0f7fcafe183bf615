package dev.guerdon.viewer.episode;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.ReportDocument;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.HeatMap;
import dev.guerdon.lab.spi.ReportDocument.Lineage;
import dev.guerdon.lab.spi.ReportDocument.Node;
import dev.guerdon.lab.spi.ReportDocument.Plot;
import dev.guerdon.viewer.page.PageNumber;
import dev.guerdon.viewer.page.PageTemplates;
import dev.guerdon.viewer.page.RewardChart;
import dev.guerdon.viewer.page.RewardChart.Point;
import dev.guerdon.viewer.page.RewardChart.Shape;
import dev.guerdon.viewer.page.ScreenAnswer;
import dev.guerdon.viewer.page.ShownText;
import dev.guerdon.viewer.page.ViewerAssets;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a report one page in the look of the viewer: a file that needs no other, with no script in it. */
@Internal
public final class ReportPage {

    /** So many columns of figures stand beside each other on a phone. */
    private static final int MOST_SMALL = 5;

    /** With more runs than this, the cells of a heat map are narrow. */
    private static final int MOST_WIDE = 10;

    /** With more runs than this, a phone shows the cells of a task below its name. */
    private static final int MOST_ON_A_PHONE = 4;

    private ReportPage() {}

    /**
     * The style of the page, and its hash as the policy names it: the only style that a browser accepts there, so that even markup
     * that slipped in could not restyle the page.
     *
     * @param hash such as {@code sha256-...}
     */
    public record Style(String css, String hash) {

        static Style of(String... files) {
            String css = Stream.of(files)
                    .map(name -> new String(ViewerAssets.read(name), StandardCharsets.UTF_8))
                    .collect(Collectors.joining());
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(css.getBytes(StandardCharsets.UTF_8));
                return new Style(css, "sha256-" + Base64.getEncoder().encodeToString(digest));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Writes the page. */
    public static String of(ReportDocument report) {
        Style style = Style.of("viewer.css", "trace.css", "report.css");
        return ShownText.of(new PageTemplates()
                .text(new ScreenAnswer.Html("episode/report.jte", Map.of("report", report, "style", style))));
    }

    /** Returns the average reward of each run, drawn for wide screens and for phones. */
    public static List<RewardChart> charts(Plot plot) {
        List<Point> points = new ArrayList<>();
        int kept = -1; // the last run that later ones build on
        for (ReportDocument.Point run : plot.points()) {
            boolean placed = run.kept() && Double.isFinite(run.mean());
            points.add(new Point(
                    run.title() + ", " + PageNumber.reward(run.mean()),
                    run.label(),
                    "",
                    run.mean(),
                    Double.isNaN(run.low()) ? Optional.empty() : Optional.of(new Interval(run.low(), run.high())),
                    run.kept(),
                    placed && run.joined() && kept >= 0 ? List.of(kept) : List.of()));
            kept = placed ? points.size() - 1 : kept;
        }
        return charts(plot.caption(), points);
    }

    /** Returns the candidates of a session with lines to those that they were made of, drawn for wide screens and for phones. */
    public static List<RewardChart> charts(Lineage lineage) {
        List<Node> nodes = lineage.nodes().stream()
                .filter(node -> Double.isFinite(node.reward()))
                .toList();
        List<String> ids = nodes.stream().map(Node::id).toList();
        return charts(
                lineage.caption(),
                nodes.stream()
                        .map(node -> new Point(
                                node.id() + ": " + node.title(),
                                node.id(),
                                "",
                                node.reward(),
                                Optional.empty(),
                                node.kept(),
                                node.parents().stream()
                                        .map(ids::indexOf)
                                        .filter(place -> place >= 0)
                                        .toList()))
                        .toList());
    }

    private static List<RewardChart> charts(String caption, List<Point> points) {
        return Stream.of(Shape.WIDE, Shape.NARROW)
                .map(shape -> RewardChart.of(shape, caption, points))
                .toList();
    }

    /** Returns whether a table fits a phone; what is wider becomes a card for each row there. */
    public static boolean isSmall(DataTable table) {
        return table.columns().size() <= MOST_SMALL
                && table.columns().stream().noneMatch(column -> column.align() == ReportDocument.Align.PROSE);
    }

    /** Returns the word for the style of a column; null for none. */
    public static @Nullable String look(Column column) {
        return column.align() == ReportDocument.Align.TEXT
                ? null
                : column.align().name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a heat map has so many runs that its cells are narrow. */
    public static boolean isDense(HeatMap map) {
        return map.runs().size() > MOST_WIDE;
    }

    /** Returns the words for the style of a heat map. */
    public static String look(HeatMap map) {
        return "heat" + (isDense(map) ? " dense" : "") + (map.runs().size() > MOST_ON_A_PHONE ? " many" : "");
    }

    /** Returns a cell of a heat map. */
    public static String cell(HeatMap map, double reward) {
        return isDense(map) ? PageNumber.two(reward) : PageNumber.reward(reward);
    }

    /** Returns the shade of a cell: none, nothing, four steps between, and perfect. */
    public static String shade(HeatMap map, double reward) {
        double share = reward / map.top();
        return Double.isNaN(reward)
                ? "none"
                : share <= 0 ? "h0" : share >= KeyMetrics.PERFECT ? "h5" : "h" + (1 + (int) (share * 4));
    }
}

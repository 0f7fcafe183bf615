package dev.guerdon.lab.report;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.InvisibleCharacters;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.ReportDocument;
import dev.guerdon.lab.spi.ReportDocument.Align;
import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Bullets;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.Facts;
import dev.guerdon.lab.spi.ReportDocument.Heading;
import dev.guerdon.lab.spi.ReportDocument.HeatMap;
import dev.guerdon.lab.spi.ReportDocument.Pattern;
import dev.guerdon.lab.spi.ReportDocument.Plot;
import dev.guerdon.lab.spi.ReportDocument.Point;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Verdict;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a report as Markdown, with the plot as a table. */
@Internal
public final class MarkdownReport {

    private final ReportDocument document;
    private final StringBuilder out = new StringBuilder();
    /** Whether what comes stands below a heading of a section. */
    private boolean below;

    public MarkdownReport(ReportDocument document) {
        this.document = document;
    }

    public String write() {
        out.append("# ").append(escaped(document.title())).append("\n\n");
        out.append(escaped(document.subtitle())).append("\n");
        for (ReportDocument.Section section : document.sections()) {
            out.append("\n## ").append(escaped(section.heading())).append("\n");
            below = false;
            for (Block block : section.blocks()) {
                out.append('\n');
                block(block);
            }
        }
        return VisibleText.of(out.toString());
    }

    private void block(Block block) {
        switch (block) {
            case Verdict verdict ->
                out.append("**")
                        .append(escaped(verdict.headline()))
                        .append("**\n\n")
                        .append(escaped(verdict.text()))
                        .append('\n');
            case Heading heading -> {
                below = true;
                out.append(anchor(heading.anchor()))
                        .append("\n\n### ")
                        .append(escaped(heading.text()))
                        .append('\n');
            }
            case Prose prose -> out.append(escaped(prose.text())).append('\n');
            case Bullets bullets -> bullets.items().forEach(this::bullet);
            case Facts facts ->
                facts.facts()
                        .forEach(fact -> bullet(fact.label() + ": " + fact.value()
                                + (fact.remark().isEmpty() ? "" : ", " + fact.remark())));
            case DataTable table -> {
                caption(table.caption());
                table(table.columns(), table.rows(), table::anchor);
            }
            case Plot plot -> {
                caption(plot.caption());
                plot(plot);
            }
            case HeatMap map -> {
                caption(map.caption());
                heat(map);
            }
            case ReportDocument.Lineage lineage -> lineage(lineage);
            case ReportDocument.Diff diff -> diff(diff);
            case Pattern pattern -> {
                out.append("### ").append(escaped(pattern.name())).append("\n\n");
                bullet("Symptom: " + pattern.symptom());
                bullet("Diagnosis: " + pattern.diagnosis());
                bullet("Fix: " + pattern.fix());
                bullet("Result: " + pattern.result());
                if (!pattern.seen().isEmpty()) {
                    out.append("* Seen in: ")
                            .append(pattern.seen().stream()
                                    .map(link -> "[" + escaped(link.label()) + "](#" + link.anchor() + ")")
                                    .collect(Collectors.joining(", ")))
                            .append('\n');
                }
            }
        }
    }

    private void caption(String text) {
        out.append(below ? "#### " : "### ").append(escaped(text)).append("\n\n");
    }

    private void bullet(String text) {
        out.append("* ").append(escaped(text)).append('\n');
    }

    private void lineage(ReportDocument.Lineage lineage) {
        out.append(escaped(lineage.caption())).append(".\n\n");
        for (ReportDocument.Node node : lineage.nodes()) {
            String from = node.parents().isEmpty() ? "" : " ← " + String.join(" + ", node.parents());
            bullet((node.kept() ? "● " : "○ ") + node.id() + from + ": " + node.title());
        }
    }

    /** A fence that is longer than any in the text. */
    private void diff(ReportDocument.Diff diff) {
        String fence = "```";
        while (String.join("\n", diff.lines()).contains(fence)) {
            fence += "`";
        }
        out.append(fence).append("diff\n");
        diff.lines().forEach(line -> out.append(line).append('\n'));
        out.append(fence).append('\n');
    }

    private void plot(Plot plot) {
        table(
                List.of(Column.number("run"), Column.number("average"), Column.text("95 % interval"), Column.text("")),
                plot.points().stream().map(MarkdownReport::row).toList());
    }

    private static List<String> row(Point point) {
        String interval = Double.isNaN(point.low())
                ? "–"
                : DisplayFormat.reward(point.low()) + " to " + DisplayFormat.reward(point.high());
        int filled = (int) Math.round(Math.clamp(point.mean(), 0, 1) * 20);
        return List.of(
                point.label(),
                DisplayFormat.reward(point.mean()),
                interval,
                "█".repeat(filled) + "░".repeat(20 - filled) + (point.kept() ? "" : " rolled back"));
    }

    private void heat(HeatMap map) {
        List<Column> columns = new ArrayList<>(List.of(Column.text("task")));
        map.runs().forEach(run -> columns.add(Column.number("run " + run)));
        List<List<String>> rows = new ArrayList<>();
        for (int t = 0; t < map.tasks().size(); t++) {
            List<String> row = new ArrayList<>(List.of(map.tasks().get(t)));
            for (double reward : map.rewards().get(t)) {
                row.add(Double.isNaN(reward) ? "–" : DisplayFormat.reward(reward));
            }
            rows.add(row);
        }
        table(columns, rows);
    }

    private void table(List<Column> columns, List<List<String>> rows) {
        table(columns, rows, row -> null);
    }

    private void table(List<Column> columns, List<List<String>> rows, IntFunction<@Nullable String> anchors) {
        out.append(columns.stream()
                .map(column -> escaped(column.heading()))
                .collect(Collectors.joining(" | ", "| ", " |\n")));
        out.append(columns.stream()
                .map(column -> column.align() == Align.NUMBER ? "---:" : "---")
                .collect(Collectors.joining("|", "|", "|\n")));
        for (int i = 0; i < rows.size(); i++) {
            String anchor = anchors.apply(i);
            out.append(rows.get(i).stream()
                    .map(MarkdownReport::escaped)
                    .collect(Collectors.joining(" | ", "| " + (anchor == null ? "" : anchor(anchor)), " |\n")));
        }
    }

    /** Returns a place to link to; its name is Guerdon's own and has nothing to escape. */
    private static String anchor(String name) {
        return "<a id=\"" + name + "\"></a>";
    }

    /** Text without secrets that Markdown takes as nothing but text, on one line. */
    private static String escaped(String given) {
        String text = SecretFilter.known().redact(given);
        StringBuilder escaped = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                escaped.append(' ');
            } else if (c == '<') {
                escaped.append("&lt;");
            } else if (c == '&') {
                escaped.append("&amp;");
            } else {
                boolean opensWord = c == '_' && (i == 0 || !Character.isLetterOrDigit(text.charAt(i - 1)));
                if ("\\`*[]|!#".indexOf(c) >= 0 || opensWord) {
                    escaped.append('\\');
                }
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** Text without characters that could make a page read otherwise than it is. */
    static final class VisibleText {

        private VisibleText() {}

        /** Puts the replacement character for control characters, halves of pairs, and marks that turn the direction of writing. */
        public static String of(String text) {
            StringBuilder visible = new StringBuilder(text.length());
            text.codePoints().forEach(c -> visible.appendCodePoint(InvisibleCharacters.is(c) ? 0xfffd : c));
            return visible.toString();
        }
    }
}

package dev.guerdon.lab;

import dev.guerdon.lab.ReportDocument.Block;
import dev.guerdon.lab.ReportDocument.Bullets;
import dev.guerdon.lab.ReportDocument.Column;
import dev.guerdon.lab.ReportDocument.DataTable;
import dev.guerdon.lab.ReportDocument.Fact;
import dev.guerdon.lab.ReportDocument.Facts;
import dev.guerdon.lab.ReportDocument.HeatMap;
import dev.guerdon.lab.ReportDocument.Pattern;
import dev.guerdon.lab.ReportDocument.Plot;
import dev.guerdon.lab.ReportDocument.Prose;
import dev.guerdon.lab.ReportDocument.Section;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Writes a report as one HTML file: no script, no request to anywhere, and a policy that lets a browser hold it to that.
 *
 * <p>The only style is the bundled one, allowed by its hash, so that even markup that slipped in could not restyle the page.
 */
final class HtmlReport {

    /** With more runs than this, the cells of the heat map become narrower. */
    private static final int MOST_WIDE = 10;

    private final ReportDocument document;
    private final HtmlText out = new HtmlText();

    HtmlReport(ReportDocument document) {
        this.document = document;
    }

    String write() {
        String style = style();
        out.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-"
                + hash(style) + "'; base-uri 'none'; form-action 'none'\">\n");
        out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.raw(
                "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n");
        out.element("title", document.title()).raw("\n<style>").raw(style).raw("</style>\n</head>\n<body>\n");
        out.raw("<header>\n").element("h1", document.title()).raw("\n");
        out.element("p class=\"subtitle\"", document.subtitle()).raw("\n<nav aria-label=\"Sections\"><ul>\n");
        for (Section section : document.sections()) {
            out.raw("<li><a href=\"#" + section.id() + "\">")
                    .text(section.heading())
                    .raw("</a></li>\n");
        }
        out.raw("</ul></nav>\n</header>\n<main>\n");
        document.sections().forEach(this::section);
        out.raw("</main>\n</body>\n</html>\n");
        return out.toString();
    }

    private void section(Section section) {
        out.raw("<section id=\"" + section.id() + "\">\n")
                .element("h2", section.heading())
                .raw("\n");
        section.blocks().forEach(this::block);
        out.raw("</section>\n");
    }

    private void block(Block block) {
        switch (block) {
            case Prose prose -> out.element("p", prose.text()).raw("\n");
            case Bullets bullets -> {
                out.raw("<ul class=\"points\">\n");
                bullets.items().forEach(item -> out.element("li", item).raw("\n"));
                out.raw("</ul>\n");
            }
            case Facts facts -> facts(facts.facts());
            case DataTable table -> table(table);
            case Plot plot -> new PlotSvg(plot).write(out);
            case HeatMap map -> heat(map);
            case Pattern pattern -> pattern(pattern);
        }
    }

    private void facts(List<Fact> facts) {
        out.raw("<dl class=\"facts\">\n");
        for (Fact fact : facts) {
            out.raw("<div>").element("dt", fact.label());
            out.raw("<dd>")
                    .element("strong", fact.value())
                    .element("span", fact.remark())
                    .raw("</dd></div>\n");
        }
        out.raw("</dl>\n");
    }

    private void table(DataTable table) {
        out.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"")
                .text(table.caption())
                .raw("\">\n<table>\n");
        out.element("caption", table.caption()).raw("\n<thead><tr>");
        for (Column column : table.columns()) {
            out.element("th scope=\"col\"" + shape(column), column.heading());
        }
        out.raw("</tr></thead>\n<tbody>\n");
        for (List<String> row : table.rows()) {
            out.raw("<tr>");
            for (int c = 0; c < row.size(); c++) {
                String name = (c == 0 ? "th scope=\"row\"" : "td")
                        + shape(table.columns().get(c));
                out.element(name, row.get(c));
            }
            out.raw("</tr>\n");
        }
        out.raw("</tbody>\n</table>\n</div>\n");
    }

    private static String shape(Column column) {
        return switch (column.align()) {
            case TEXT -> "";
            case PROSE -> " class=\"prose\"";
            case NUMBER -> " class=\"number\"";
        };
    }

    private void heat(HeatMap map) {
        boolean dense = map.runs().size() > MOST_WIDE;
        out.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"")
                .text(map.caption());
        out.raw("\">\n<table class=\"" + (dense ? "heat dense" : "heat") + "\">\n")
                .element("caption", map.caption());
        out.raw("\n<thead><tr><th scope=\"col\">task</th>");
        map.runs().forEach(run -> out.element("th scope=\"col\" class=\"number\"", dense ? run : "run " + run));
        out.raw("</tr></thead>\n<tbody>\n");
        for (int t = 0; t < map.tasks().size(); t++) {
            out.raw("<tr>").element("th scope=\"row\"", map.tasks().get(t));
            for (OptionalDouble reward : map.rewards().get(t)) {
                out.raw("<td class=\"" + shade(reward, map.top()) + "\">")
                        .text(reward.isPresent() ? cell(reward.getAsDouble(), dense) : "–")
                        .raw("</td>");
            }
            out.raw("</tr>\n");
        }
        out.raw("</tbody>\n</table>\n</div>\n");
    }

    private static String cell(double reward, boolean dense) {
        return dense ? String.format(Locale.ROOT, "%.2f", reward) : Figures.reward(reward);
    }

    /** The class of a cell: none, nothing, four steps between, and perfect. */
    private static String shade(OptionalDouble reward, double top) {
        if (reward.isEmpty()) {
            return "none";
        }
        double share = reward.getAsDouble() / top;
        return share <= 0 ? "h0" : share >= KeyMetrics.PERFECT ? "h5" : "h" + (1 + (int) (share * 4));
    }

    private void pattern(Pattern pattern) {
        out.raw("<article class=\"pattern\">\n").element("h3", pattern.name()).raw("\n<dl>\n");
        pair("Symptom", pattern.symptom());
        pair("Diagnosis", pattern.diagnosis());
        pair("Fix", pattern.fix());
        pair("Result", pattern.result());
        out.raw("</dl>\n</article>\n");
    }

    private void pair(String term, String text) {
        out.raw("<div>").element("dt", term).element("dd", text).raw("</div>\n");
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("report.css is missing from the distribution");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new LabException("the style of reports cannot be read: " + e.getMessage(), e);
        }
    }

    private static String hash(String style) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

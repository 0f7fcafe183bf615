package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.spi.ReportDocument;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.Point;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportPageTest {

    private static final String HOSTILE = "</td><script>alert(1)</script><img src=x>";

    private static String page(ReportDocument.Block... blocks) {
        return ReportPage.of(new ReportDocument(
                "Rewards", "one run", List.of(new ReportDocument.Section("summary", "Summary", List.of(blocks)))));
    }

    private static String everything(String text) {
        return page(
                new ReportDocument.Verdict(ReportDocument.Tone.BETTER, text, text),
                new ReportDocument.Heading("case-1", text),
                new ReportDocument.Prose(text),
                new ReportDocument.Bullets(List.of(text)),
                new ReportDocument.Facts(List.of(new ReportDocument.Fact(text, text, text))),
                new DataTable(
                        text,
                        List.of(Column.text(text), Column.prose(text)),
                        List.of(List.of(text, text)),
                        List.of("case-1-step-1")),
                new ReportDocument.Plot(
                        text,
                        List.of(
                                new Point("1", text, 0.25, 0.1, 0.4, true, false),
                                new Point("2", text, 0.75, Double.NaN, Double.NaN, false, true),
                                new Point("3", text, Double.NaN, Double.NaN, Double.NaN, true, true),
                                new Point("4", text, 1, 0.9, 1, true, true))),
                new ReportDocument.HeatMap(
                        text, List.of("1", "2"), List.of(text), List.of(List.of(0.5, Double.NaN)), 1),
                new ReportDocument.Pattern(
                        text, text, text, text, text, List.of(new ReportDocument.Link(text, "case-1"))),
                new ReportDocument.Lineage(
                        text,
                        List.of(
                                new ReportDocument.Node("c0", text, List.of(), 0.5, true),
                                new ReportDocument.Node("c1", text, List.of("c0"), 0.75, false))),
                new ReportDocument.Diff(List.of("@@ -1 +1 @@", "-" + text, "+" + text)));
    }

    @Test
    void hostileTextStaysText() {
        assertThat(everything(HOSTILE))
                .contains("&lt;/td&gt;&lt;script&gt;")
                .doesNotContain("<script", "<img", "</td><s", "NaN");
    }

    @Test
    void charactersThatCouldMakeThePageReadOtherwiseCanBeSeen() {
        assertThat(everything("bell \u0007, turned \u202e, half \ud800 pair"))
                .contains("turned \\u202e, half \\ud800 pair")
                .doesNotContain("\u0007", "\u202e");
    }

    @Test
    void pageAsksForNothingAndItsPolicyForbidsEverythingButItsOwnStyle() throws Exception {
        String html = everything("text");
        assertThat(html)
                .startsWith("<!DOCTYPE html>")
                .doesNotContain("http-equiv=\"refresh\"", " src=", " style=", "url(", "@import", "<link", "<script");
        String style = html.substring(html.indexOf("<style>") + 7, html.indexOf("</style>"));
        String hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8)));
        assertThat(html).contains("default-src 'none'; style-src 'sha256-" + hash + "';");
    }

    @Test
    void changesStandInItInFull() {
        String rule = "Answer with the bare value. ".repeat(200) + "Nothing else.";
        assertThat(page(new ReportDocument.Diff(List.of("--- prompt/rules.md", "@@ -0,0 +1 @@", "+" + rule))))
                .contains("--- prompt/rules.md", "+" + rule);
    }

    @Test
    void everyLinkLeadsToOnePlace() {
        String html = everything("text");
        List<String> ids = found(html, " id=\"([^\"]*)\"");
        assertThat(ids).doesNotHaveDuplicates().contains("summary", "case-1", "case-1-step-1");
        assertThat(ids).containsAll(found(html, "<a[^>]* href=\"#([^\"]*)\""));
    }

    @Test
    void tablesAndPicturesAreNamedForThoseWhoCannotSeeThem() {
        String html = everything("text");
        assertThat(found(html, "(<table)")).hasSameSizeAs(found(html, "(<caption>)"));
        assertThat(html).contains("<th scope=\"col\"", "<th scope=\"row\"", "role=\"img\"", "notice better");
    }

    private static List<String> found(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }
}

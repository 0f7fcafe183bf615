package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.text.Readability;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    private static final List<String> SECTIONS = List.of(
            "summary",
            "metrics",
            "iterations",
            "tasks",
            "causes",
            "regressions",
            "decisions",
            "cases",
            "readability",
            "appendix");

    private static Report series() {
        return Report.of(MemoryRun.REGISTRY, ReportSamples.series(), ReportSamples.decisions());
    }

    /** The cells of the table with that caption. */
    private static List<List<String>> table(String html, String caption) {
        int from = html.indexOf("<caption>" + caption);
        assertThat(from).as(caption).isPositive();
        String table = html.substring(from, html.indexOf("</table>", from));
        return Pattern.compile("(?s)<tr>(.*?)</tr>")
                .matcher(table)
                .results()
                .map(row -> Pattern.compile("<t[hd][^>]*>(.*?)</t[hd]>")
                        .matcher(row.group(1))
                        .results()
                        .map(cell -> cell.group(1))
                        .toList())
                .toList();
    }

    @Test
    void htmlHasEverySectionAndALinkToIt() {
        String html = series().html();
        assertThat(SECTIONS)
                .allSatisfy(id ->
                        assertThat(html).contains("<section id=\"" + id + "\">").contains("<a href=\"#" + id + "\">"));
    }

    @Test
    void iterationTableAgreesWithTheKeyMetricsOfEachRun() {
        List<List<String>> rows = table(series().html(), "Each run beside");
        List<Run> runs = ReportSamples.series();
        assertThat(rows).hasSize(runs.size() + 1);
        for (int i = 0; i < runs.size(); i++) {
            KeyMetrics metrics = runs.get(i).metrics();
            List<String> row = rows.get(i + 1);
            assertThat(row.get(1)).isEqualTo(runs.get(i).info().name());
            assertThat(row.get(5)).isEqualTo(String.format(Locale.ROOT, "%.3f", metrics.averageReward()));
            assertThat(row.get(8)).isEqualTo(metrics.completed() + " of " + metrics.episodes());
        }
        assertThat(rows.stream().skip(1).map(List::getLast))
                .containsExactly("start", "kept", "kept", "rolled back", "kept");
    }

    @Test
    void changeIsMeasuredAgainstTheRunThatWasComparedAndNotTheOneAbove() {
        List<List<String>> rows = table(series().html(), "Each run beside");
        double champion = ReportSamples.series().get(2).metrics().averageReward();
        double last = ReportSamples.series().get(4).metrics().averageReward();
        assertThat(rows.get(5).get(6)).isEqualTo(String.format(Locale.ROOT, "%+.3f", last - champion));
    }

    @Test
    void keyMetricsNameTheFirstTheBestAndTheFinalState() {
        List<List<String>> rows = table(series().html(), "The first, the best");
        KeyMetrics last = ReportSamples.series().getLast().metrics();
        assertThat(rows.getFirst())
                .containsExactly("figure", "initial (run 1)", "best (run 5)", "final (run 5)", "change");
        assertThat(rows)
                .anySatisfy(row -> assertThat(row)
                        .startsWith("average reward", "0.000")
                        .contains(String.format(Locale.ROOT, "%.3f", last.averageReward())));
        assertThat(rows).anySatisfy(row -> assertThat(row).containsExactly("perfect", "0", "2", "2", "+2"));
        assertThat(rows).anySatisfy(row -> assertThat(row).containsExactly("zero", "3", "0", "0", "−3"));
        assertThat(rows)
                .anySatisfy(row -> assertThat(row).containsExactly("error rate", "33 %", "0 %", "0 %", "−33 %"));
    }

    @Test
    void heatMapHasTheRewardOfEveryTaskInEveryRun() {
        List<List<String>> rows = table(series().html(), "Reward of each task");
        List<Run> runs = ReportSamples.series();
        for (List<String> row : rows.subList(1, rows.size())) {
            assertThat(row.subList(1, row.size()))
                    .containsExactlyElementsOf(runs.stream()
                            .map(run -> run.episodes().stream()
                                    .filter(episode -> episode.task().equals(row.getFirst()))
                                    .mapToDouble(Episode::reward)
                                    .average()
                                    .orElseThrow())
                            .map(mean -> String.format(Locale.ROOT, "%.3f", mean))
                            .toList());
        }
    }

    @Test
    void summaryTellsTheCourseInWords() {
        assertThat(series().html())
                .contains("The average reward rose from 0.000 to 0.996 over 5 runs on 3 tasks.")
                .contains("One change did not pay off and was rolled back: “time zone of the office”.");
    }

    @Test
    void rootCauseNamesSymptomDiagnosisFixAndResult() {
        assertThat(series().markdown())
                .contains("### wrong format")
                .contains("Symptom: In run 2, 2 episodes lost 2.000 of reward this way.")
                .contains("Fix: Run 3: bare answers.")
                .contains("Result: This loss went from 2.000 to 0.000, and the average reward from 0.000 to 0.667.");
    }

    @Test
    void regressionNamesTheTaskAndWhatBecameOfTheChange() {
        List<List<String>> rows = table(series().html(), "Regressions");
        assertThat(rows.get(1))
                .containsExactly("4", "time zone of the office", "price", "1.000", "0.000", "−1.000", "rolled back");
    }

    @Test
    void readabilityIsThatOfTheReportsOwnSentences() {
        String html = series().html();
        List<List<String>> rows = table(html, "Readability of this report");
        assertThat(rows.stream().map(List::getFirst))
                .contains(
                        "Flesch reading ease",
                        "Flesch-Kincaid grade",
                        "Gunning fog",
                        "SMOG",
                        "Coleman-Liau",
                        "Automated readability index",
                        "Dale-Chall",
                        "Linsear Write",
                        "consensus",
                        "words");
        String sentences = Pattern.compile("(?s)<(?:p|p class=\"headline\"|li|dd)>(.*?)</(?:p|li|dd)>")
                .matcher(html.substring(html.indexOf("<main>"), html.indexOf("<section id=\"readability\">")))
                .results()
                .map(MatchResult::group)
                .filter(text -> !text.contains("<strong>"))
                .reduce("", (a, b) -> a + "\n" + b)
                .replaceAll("<[^>]*>", "");
        long words = (long) Readability.of(sentences).get(Readability.Figure.LEXICON_COUNT);
        assertThat(rows)
                .anySatisfy(row -> assertThat(row.subList(0, 2)).containsExactly("words", Long.toString(words)));
    }

    @Test
    void reportIsEasyToRead() {
        List<List<String>> rows = table(series().html(), "Readability of this report");
        assertThat(rows).anySatisfy(row -> {
            assertThat(row.getFirst()).isEqualTo("Flesch-Kincaid grade");
            assertThat(Double.parseDouble(row.get(1))).isLessThan(9);
        });
    }

    @Test
    void hostileTextStaysText() {
        Report report = Report.of(MemoryRun.REGISTRY, List.of(ReportSamples.hostile()));
        assertThat(report.html()).contains("&lt;/td&gt;&lt;script&gt;").doesNotContain("<script", "<img", "</td><s");
        assertThat(report.markdown())
                .contains("&lt;/td>&lt;script>")
                .contains("\\`\\[x\\](y)\\`")
                .doesNotContain("<script", "<img", " | `[");
    }

    @Test
    void charactersThatCouldMakeThePageReadOtherwiseAreReplaced() {
        Run run = new MemoryRun("run_1")
                .note("bell \u0007, turned \u202e, half \ud800 pair")
                .rewarded("a", 0.5);
        Report report = Report.of(MemoryRun.REGISTRY, List.of(run));
        assertThat(report.html()).contains("bell \ufffd, turned \ufffd, half \ufffd pair");
        assertThat(report.markdown()).contains("turned \ufffd, half \ufffd pair");
    }

    @Test
    void htmlAsksForNothingAndItsPolicyForbidsEverythingButItsOwnStyle() throws Exception {
        String html = series().html();
        assertThat(html)
                .doesNotContain("http-equiv=\"refresh\"", " src=", " style=", "url(", "@import", "<link", "<script");
        String style = html.substring(html.indexOf("<style>") + 7, html.indexOf("</style>"));
        String hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8)));
        assertThat(html).contains("default-src 'none'; style-src 'sha256-" + hash + "';");
        assertThat(style).contains("prefers-color-scheme: dark", "@media print");
    }

    @Test
    void tablesHaveHeadersForThoseWhoCannotSeeThem() {
        String html = series().html();
        assertThat(Pattern.compile("<table").matcher(html).results().count())
                .isEqualTo(Pattern.compile("<caption>").matcher(html).results().count());
        assertThat(html).contains("<th scope=\"col\"", "<th scope=\"row\"", "role=\"img\"");
    }

    @Test
    void oneRunIsEnough() {
        Run run = new MemoryRun("run_1").rewarded("a", 0.5);
        Report report = Report.of(MemoryRun.REGISTRY, List.of(run));
        assertThat(report.html()).contains("The agent was run on 1 task. Its average reward is 0.500.");
        assertThat(report.html()).contains("There is one run, so nothing to compare it with.");
    }

    @Test
    void runWithoutEpisodesIsReportedToo() {
        assertThat(Report.of(MemoryRun.REGISTRY, List.of(new MemoryRun("run_1")))
                        .html())
                .contains("Its average reward is n/a.");
    }

    @Test
    void noRunIsRefused() {
        assertThatThrownBy(() -> Report.of(MemoryRun.REGISTRY, List.of()))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("at least one run");
    }

    @Test
    void manyRunsAndTasksStayBoundedAndSayWhatIsLeftOut() {
        List<Run> runs = new ArrayList<>();
        for (int r = 0; r < 20; r++) {
            MemoryRun run = new MemoryRun("run_" + r);
            int at = r;
            IntStream.range(0, 500).forEach(t -> run.rewarded("task-" + t, (t * 7 + at * 13) % 10 / 20.0));
            runs.add(run);
        }
        Report report = Report.of(MemoryRun.REGISTRY, runs);
        assertThat(report.html())
                .hasSizeLessThan(400_000)
                .contains("There are 500 tasks. These are the 60 whose reward moved most.")
                .contains("the 200 that lost most are listed");
    }

    @Test
    void fileNameDecidesTheForm(@TempDir Path folder) throws Exception {
        series().write(folder.resolve("new/report.md"));
        series().write(folder.resolve("report.html"));
        assertThat(Files.readString(folder.resolve("new/report.md"))).startsWith("# Rewards of offline-web");
        assertThat(Files.readString(folder.resolve("report.html"))).startsWith("<!DOCTYPE html>");
    }
}

package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.ReportDocument;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.rewards.Readability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunReportTest {

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

    private static RunReport series() {
        return RunReport.of(MemoryRun.REGISTRY, ReportSamples.series(), ReportSamples.decisions());
    }

    /** The cells of the table whose caption begins so, with its headings. */
    private static List<List<String>> table(RunReport report, String caption) {
        return report.document().sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(DataTable.class::isInstance)
                .map(DataTable.class::cast)
                .filter(table -> table.caption().startsWith(caption))
                .map(table -> Stream.concat(
                                Stream.of(table.columns().stream()
                                        .map(Column::heading)
                                        .toList()),
                                table.rows().stream())
                        .toList())
                .findFirst()
                .orElseThrow(() -> new AssertionError(caption));
    }

    @Test
    void reportHasEverySection() {
        assertThat(series().document().sections().stream().map(ReportDocument.Section::id))
                .containsExactlyElementsOf(SECTIONS);
    }

    @Test
    void iterationTableAgreesWithTheKeyMetricsOfEachRun() {
        List<List<String>> rows = table(series(), "Each run beside");
        List<Run> runs = ReportSamples.series();
        assertThat(rows).hasSize(runs.size() + 1);
        for (int i = 0; i < runs.size(); i++) {
            KeyMetrics metrics = runs.get(i).metrics();
            List<String> row = rows.get(i + 1);
            assertThat(row.get(1)).isEqualTo(runs.get(i).info().name());
            assertThat(row.get(5)).isEqualTo(String.format(Locale.ROOT, "%.3f", metrics.averageReward()));
            assertThat(row.get(9)).isEqualTo(metrics.completed() + " of " + metrics.episodes());
        }
        assertThat(rows.stream().skip(1).map(List::getLast))
                .containsExactly("start", "kept", "kept", "rolled back", "kept");
    }

    @Test
    void changeIsMeasuredAgainstTheRunThatWasComparedAndNotTheOneAbove() {
        List<List<String>> rows = table(series(), "Each run beside");
        double champion = ReportSamples.series().get(2).metrics().averageReward();
        double last = ReportSamples.series().get(4).metrics().averageReward();
        assertThat(rows.get(5).get(6)).isEqualTo(String.format(Locale.ROOT, "%+.3f", last - champion));
    }

    @Test
    void keyMetricsNameTheFirstTheBestAndTheFinalState() {
        List<List<String>> rows = table(series(), "The first, the best");
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
    void summaryTellsTheCourseInWords() {
        assertThat(series().markdown())
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
        List<List<String>> rows = table(series(), "Regressions");
        assertThat(rows.get(1))
                .containsExactly("4", "time zone of the office", "price", "1.000", "0.000", "−1.000", "rolled back");
    }

    @Test
    void readabilityIsThatOfTheReportsOwnSentences() {
        List<List<String>> rows = table(series(), "Readability of this report");
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
        String sentences = series().document().sections().stream()
                .takeWhile(section -> !section.id().equals("readability"))
                .flatMap(section -> section.blocks().stream())
                .flatMap(RunReportTest::sentences)
                .collect(Collectors.joining("\n"));
        long words = (long) Readability.of(sentences).get(Readability.Figure.LEXICON_COUNT);
        assertThat(rows)
                .anySatisfy(row -> assertThat(row.subList(0, 2)).containsExactly("words", Long.toString(words)));
    }

    private static Stream<String> sentences(ReportDocument.Block block) {
        return switch (block) {
            case ReportDocument.Verdict verdict -> Stream.of(verdict.headline() + ".", verdict.text());
            case ReportDocument.Prose prose -> Stream.of(prose.text());
            case ReportDocument.Bullets bullets -> bullets.items().stream();
            case ReportDocument.Pattern pattern ->
                Stream.of(pattern.symptom(), pattern.diagnosis(), pattern.fix(), pattern.result());
            default -> Stream.empty();
        };
    }

    @Test
    void heatMapHasTheRewardOfEveryTaskInEveryRun() {
        ReportDocument.HeatMap map = series().document().sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(ReportDocument.HeatMap.class::isInstance)
                .map(ReportDocument.HeatMap.class::cast)
                .findFirst()
                .orElseThrow();
        List<Run> runs = ReportSamples.series();
        for (int i = 0; i < map.tasks().size(); i++) {
            String task = map.tasks().get(i);
            assertThat(map.rewards().get(i))
                    .containsExactlyElementsOf(runs.stream()
                            .map(run -> run.episodes().stream()
                                    .filter(episode -> episode.task().equals(task))
                                    .mapToDouble(Episode::reward)
                                    .average()
                                    .orElseThrow())
                            .toList());
        }
    }

    @Test
    void reportIsEasyToRead() {
        List<List<String>> rows = table(series(), "Readability of this report");
        assertThat(rows).anySatisfy(row -> {
            assertThat(row.getFirst()).isEqualTo("Flesch-Kincaid grade");
            assertThat(Double.parseDouble(row.get(1))).isLessThan(9);
        });
    }

    @Test
    void hostileTextStaysText() {
        RunReport report = RunReport.of(MemoryRun.REGISTRY, List.of(ReportSamples.hostile()));
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
        RunReport report = RunReport.of(MemoryRun.REGISTRY, List.of(run));
        assertThat(report.markdown()).contains("turned \ufffd, half \ufffd pair");
    }

    @Test
    void oneRunIsEnough() {
        Run run = new MemoryRun("run_1").rewarded("a", 0.5);
        RunReport report = RunReport.of(MemoryRun.REGISTRY, List.of(run));
        assertThat(report.markdown()).contains("The agent was run on 1 task. Its average reward is 0.500.");
        assertThat(report.markdown()).contains("There is one run, so nothing to compare it with.");
    }

    @Test
    void runWithoutEpisodesIsReportedToo() {
        assertThat(RunReport.of(MemoryRun.REGISTRY, List.of(new MemoryRun("run_1")))
                        .markdown())
                .contains("Its average reward is n/a.");
    }

    @Test
    void noRunIsRefused() {
        assertThatThrownBy(() -> RunReport.of(MemoryRun.REGISTRY, List.of()))
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
        RunReport report = RunReport.of(MemoryRun.REGISTRY, runs);
        assertThat(report.markdown())
                .hasSizeLessThan(400_000)
                .contains("There are 500 tasks. These are the 60 whose reward moved most.")
                .contains("the 200 that lost most are listed");
    }
}

package dev.guerdon.lab.report;

import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.Diagnosis.Total;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.Pattern;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Section;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Causes of lost reward, class by class, and what changed that. */
final class LossCauses {

    /** Losses that are not the agent's. */
    private static final Set<String> FAULTS =
            Set.of("environment_fault", "model_failure", "unscored", "not_recorded", "bad_gold");

    private static final int MAX_PATTERNS = 6;
    private static final int MAX_EXAMPLES = 3;

    private LossCauses() {}

    static Section section(ReportData data) {
        List<ReportedRun> runs = data.runs();
        List<String> kinds = kinds(runs);
        List<Block> blocks = new ArrayList<>();
        if (kinds.isEmpty()) {
            blocks.add(new Prose("No run lost any reward."));
            return new Section("causes", "Where reward was lost", blocks);
        }
        blocks.add(
                new Prose("Each episode that lost reward has one main cause. The table shows how much reward each cause"
                        + " took, summed over episodes."));
        blocks.add(table(runs, kinds));
        unexamined(runs).ifPresent(blocks::add);
        kinds.stream().limit(MAX_PATTERNS).forEach(kind -> blocks.add(pattern(data, kind)));
        return new Section("causes", "Where reward was lost", blocks);
    }

    /** Returns the classes of loss, the costliest first. */
    private static List<String> kinds(List<ReportedRun> runs) {
        Map<String, Double> worst = new LinkedHashMap<>();
        for (ReportedRun run : runs) {
            run.diagnosis().totals().forEach(total -> worst.merge(total.kind(), total.lost(), Math::max));
        }
        return worst.keySet().stream()
                .sorted(Comparator.comparingDouble((String kind) -> worst.getOrDefault(kind, 0.0))
                        .reversed())
                .toList();
    }

    /**
     * Returns the episodes that show the causes which are told, the surest first.
     *
     * @return by the number of their run
     */
    public static Map<Integer, List<Diagnosed>> examples(List<ReportedRun> runs) {
        Map<Integer, List<Diagnosed>> examples = new TreeMap<>();
        for (String kind : kinds(runs).stream().limit(MAX_PATTERNS).toList()) {
            ReportedRun peak = peak(runs, kind);
            peak.diagnosis().episodes().stream()
                    .filter(one -> one.main().kind().equals(kind))
                    .sorted(Comparator.comparingDouble(
                                    (Diagnosed one) -> one.main().confidence())
                            .reversed())
                    .limit(MAX_EXAMPLES)
                    .forEach(one -> examples.computeIfAbsent(peak.number(), number -> new ArrayList<>())
                            .add(one));
        }
        return examples;
    }

    /** Returns the run that lost most in this way. */
    private static ReportedRun peak(List<ReportedRun> runs, String kind) {
        return runs.stream()
                .reduce((a, b) -> lost(b, kind) > lost(a, kind) ? b : a)
                .orElseThrow();
    }

    private static DataTable table(List<ReportedRun> runs, List<String> kinds) {
        // With many runs only the ends and the best are worth a column.
        List<ReportedRun> shown = runs.size() <= 10
                ? runs
                : List.of(runs.getFirst(), ReportSections.best(runs), ChangeTable.finalRun(runs)).stream()
                        .distinct()
                        .toList();
        List<Column> columns = new ArrayList<>(List.of(Column.text("cause")));
        shown.forEach(run -> columns.add(Column.number(shown.size() == 1 ? "reward lost" : run.title())));
        columns.add(Column.prose("try first"));
        List<List<String>> rows = new ArrayList<>();
        for (String kind : kinds) {
            List<String> row = new ArrayList<>(List.of(DisplayFormat.words(kind)));
            for (ReportedRun run : shown) {
                row.add(total(run, kind)
                        .map(total ->
                                DisplayFormat.reward(total.lost()) + " (" + DisplayFormat.count(total.episodes()) + ")")
                        .orElse("–"));
            }
            row.add(runs.stream()
                    .map(run -> total(run, kind))
                    .flatMap(Optional::stream)
                    .map(Total::remedy)
                    .findFirst()
                    .orElse(""));
            rows.add(row);
        }
        return new DataTable("Reward lost by cause, with the number of episodes", columns, rows);
    }

    private static Optional<Prose> unexamined(List<ReportedRun> runs) {
        int left = runs.stream()
                .mapToInt(run ->
                        run.diagnosis().losing() - run.diagnosis().episodes().size())
                .sum();
        return left <= 0
                ? Optional.empty()
                : Optional.of(new Prose("The episodes with the lowest rewards were examined; "
                        + DisplayFormat.count(left) + " more lost reward and were left out here."));
    }

    private static Pattern pattern(ReportData data, String kind) {
        List<ReportedRun> runs = data.runs();
        ReportedRun peak = peak(runs, kind);
        Total total = total(peak, kind).orElseThrow();
        List<EpisodeCitation> cases = data.cases().stream()
                .filter(one -> one.run() == peak.number()
                        && one.diagnosed().main().kind().equals(kind))
                .toList();
        Diagnosed example = cases.isEmpty()
                ? peak.diagnosis().episodes().stream()
                        .filter(one -> one.main().kind().equals(kind))
                        .findFirst()
                        .orElseThrow()
                : cases.getFirst().diagnosed();
        String symptom = "In run " + peak.number() + ", " + DisplayFormat.times(total.episodes(), "episode") + " lost "
                + DisplayFormat.reward(total.lost()) + " of reward this way.";
        TriedChange attempts = new TriedChange(runs, peak, run -> lost(run, kind), FAULTS.contains(kind));
        return new Pattern(
                DisplayFormat.words(kind),
                symptom,
                diagnosis(example),
                attempts.fix(total.remedy()),
                attempts.result(),
                cases.stream()
                        .flatMap(one -> CauseCases.links(data, one).stream())
                        .toList());
    }

    private static String diagnosis(Diagnosed example) {
        StringBuilder text = new StringBuilder("Task ")
                .append(DisplayFormat.cut(example.episode().task(), 60))
                .append(": ")
                .append(example.main().summary());
        String evidence = example.main().evidence().stream()
                .limit(2)
                .map(one -> (one.step().isPresent() ? "step " + (one.step().getAsInt() + 1) + ", " : "") + one.text())
                .collect(Collectors.joining("; "));
        text.append(evidence.isEmpty() ? "" : " Seen: " + evidence + ".");
        example.main()
                .counterfactual()
                .filter(Finding.Counterfactual::bound)
                .ifPresent(other -> text.append(" A right answer would have scored ")
                        .append(DisplayFormat.reward(other.score()))
                        .append('.'));
        return text.toString();
    }

    private static double lost(ReportedRun run, String kind) {
        return total(run, kind).map(Total::lost).orElse(0.0);
    }

    private static Optional<Total> total(ReportedRun run, String kind) {
        return run.diagnosis().totals().stream()
                .filter(total -> total.kind().equals(kind))
                .findFirst();
    }
}

package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.diagnose.AnswerRescorer;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out why the episodes of a run lost reward: asks every rule about each, and sums up. */
@Experimental
public final class RunDiagnoser {

    /** Number of episodes that are examined unless told otherwise. */
    public static final int USUAL_LIMIT = 2000;

    private static final double NOTHING = 1e-9;

    private RunDiagnoser() {}

    /** Returns all rules, Guerdon's own among them. */
    public static List<DiagnosisRule> rules(Registry registry) {
        return registry.all(DiagnosisRule.class);
    }

    /** Diagnoses a run with all rules of the registry. */
    public static Diagnosis of(Registry registry, Run run) {
        return of(registry, run, rules(registry), USUAL_LIMIT);
    }

    /**
     * Diagnoses a run. Of a large one only those episodes are read that are examined.
     *
     * @param limit how many episodes are examined at most, those with the lowest reward first
     */
    public static Diagnosis of(Registry registry, Run run, List<DiagnosisRule> rules, int limit) {
        if (!run.large()) {
            return of(registry, run, run.episodes(), rules, limit);
        }
        List<Episode> lowest;
        try (Stream<Episode> episodes = run.lowest(Run.Choice.ALL)) {
            lowest = episodes.limit(limit).toList();
        }
        Run.Choice losing = new Run.Choice(least(most(run)), null, false);
        long all = run.count(losing) + run.metrics().unscored();
        return of(registry, run, lowest, rules, limit, (int) Math.max(0, all - limit));
    }

    /** Returns the most that an episode could earn: 1, or what the best one did. */
    private static double most(Run run) {
        return Math.max(1, run.range().map(Interval::high).orElse(1.0));
    }

    /** Returns the least reward that counts as all that could be earned; where that is 1, what is perfect is not lost. */
    private static double least(double most) {
        return most == 1 ? KeyMetrics.PERFECT : most - NOTHING;
    }

    /**
     * Diagnoses episodes of a run.
     *
     * @param registry has the run's reward; without it, nothing is counterfactually scored
     * @param limit how many episodes are examined at most, those with the lowest reward first
     */
    public static Diagnosis of(
            Registry registry, Run run, List<Episode> episodes, List<DiagnosisRule> rules, int limit) {
        return of(registry, run, episodes, rules, limit, 0);
    }

    private static Diagnosis of(
            Registry registry, Run run, List<Episode> episodes, List<DiagnosisRule> rules, int limit, int unread) {
        double best = most(run);
        List<Episode> candidates = episodes.stream()
                .filter(episode -> episode.reward() < least(best))
                .sorted(Comparator.comparingDouble(Episode::reward))
                .toList();
        List<Diagnosis.Diagnosed> diagnosed = new ArrayList<>();
        int skipped = Math.max(0, candidates.size() - limit);
        try (AnswerRescorer rescorer = new AnswerRescorer(registry, run)) {
            for (Episode episode : candidates.subList(0, candidates.size() - skipped)) {
                DiagnosisCase one = new DiagnosisCase(episode, run.detail(episode), rescorer.of(episode));
                double most =
                        one.gold().isBlank() ? best : one.rescore(one.gold()).orElse(best);
                if (episode.reward() < least(most) || !episode.scored()) {
                    diagnosed.add(examine(one, rules, most - episode.reward()));
                }
            }
        }
        diagnosed.sort(Comparator.comparingDouble(Diagnosis.Diagnosed::lost).reversed());
        return new Diagnosis(
                run.info().name(), diagnosed, totals(diagnosed, rules), diagnosed.size() + skipped + unread);
    }

    private static Diagnosis.Diagnosed examine(DiagnosisCase episode, List<DiagnosisRule> rules, double lost) {
        List<Finding> findings = new ArrayList<>(rules.stream()
                .map(rule -> rule.examine(episode))
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingDouble(Finding::confidence).reversed())
                .toList());
        if (findings.isEmpty()) {
            findings.add(new Finding(
                    "unknown",
                    "No rule explains it.",
                    0,
                    List.of(Finding.Evidence.overall(rules.size() + " rules found nothing in "
                            + episode.turns().size() + " steps")),
                    Optional.empty()));
        }
        // A reward may give the gold answer less than what the agent had, written otherwise: then that was lost too.
        double most = findings.stream()
                .map(Finding::counterfactual)
                .flatMap(Optional::stream)
                .mapToDouble(other -> other.score() - episode.episode().reward())
                .reduce(lost, Math::max);
        return new Diagnosis.Diagnosed(
                episode.episode(), most, findings.getFirst(), findings.subList(1, findings.size()));
    }

    private static List<Diagnosis.Total> totals(List<Diagnosis.Diagnosed> diagnosed, List<DiagnosisRule> rules) {
        Map<String, List<Diagnosis.Diagnosed>> byKind = new LinkedHashMap<>();
        diagnosed.forEach(one -> byKind.computeIfAbsent(one.main().kind(), kind -> new ArrayList<>())
                .add(one));
        return byKind.entrySet().stream()
                .map(entry -> new Diagnosis.Total(
                        entry.getKey(),
                        entry.getValue().size(),
                        entry.getValue().stream()
                                .mapToDouble(Diagnosis.Diagnosed::lost)
                                .sum(),
                        entry.getValue().stream()
                                .mapToDouble(RunDiagnoser::recoverable)
                                .sum(),
                        rules.stream()
                                .filter(rule -> rule.kind().equals(entry.getKey()))
                                .map(DiagnosisRule::remedy)
                                .findFirst()
                                .orElse("")))
                .sorted(Comparator.comparingDouble(Diagnosis.Total::lost).reversed())
                .toList();
    }

    private static double recoverable(Diagnosis.Diagnosed one) {
        return one.main()
                .counterfactual()
                .filter(other -> !other.bound())
                // What was not lost cannot come back.
                .map(other -> Math.clamp(other.score() - one.episode().reward(), 0, Math.max(0, one.lost())))
                .orElse(0.0);
    }
}

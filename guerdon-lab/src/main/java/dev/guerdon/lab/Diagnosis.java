package dev.guerdon.lab;

import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why the episodes of a run lost reward, and which classes of loss cost most.
 *
 * @param run the run's name
 * @param episodes the episodes that were examined, those that lost most first
 * @param totals the classes of loss, the costliest first
 * @param losing how many episodes lost reward, whether they were examined or not
 */
public record Diagnosis(String run, List<Diagnosed> episodes, List<Total> totals, int losing) {

    /** How many episodes are examined where nothing else is said. */
    public static final int USUAL_LIMIT = 2000;

    private static final double NOTHING = 1e-9;

    public Diagnosis {
        episodes = List.copyOf(episodes);
        totals = List.copyOf(totals);
    }

    /**
     * An episode that lost reward.
     *
     * @param episode the episode
     * @param lost how much it lost against the gold answer's score; where that is not known, against 1 or the best of the run
     * @param main the finding that most likely explains it
     * @param others what else was found, the most likely first
     */
    public record Diagnosed(Episode episode, double lost, Finding main, List<Finding> others) {
        public Diagnosed {
            others = List.copyOf(others);
        }
    }

    /**
     * A class of loss over all episodes for which it is the main one.
     *
     * @param kind the class
     * @param episodes how many episodes
     * @param lost how much reward they lost
     * @param recoverable how much of it counterfactual scores, of what the agent had, would have brought back
     * @param remedy what to try first
     */
    public record Total(String kind, int episodes, double lost, double recoverable, String remedy) {}

    /** How much reward all examined episodes lost. */
    public double lost() {
        return episodes.stream().mapToDouble(Diagnosed::lost).sum();
    }

    /** As plain values for JSON. */
    public Map<String, @Nullable Object> toMap() {
        return DiagnosisJson.of(this);
    }

    /** All rules, Guerdon's own among them. */
    public static List<DiagnosisRule> rules(Registry registry) {
        return registry.all(DiagnosisRule.class);
    }

    /** Diagnoses a run with all rules of the registry. */
    public static Diagnosis of(Registry registry, Run run) {
        return of(registry, run, run.episodes(), rules(registry), USUAL_LIMIT);
    }

    /**
     * Diagnoses episodes of a run.
     *
     * @param registry has the run's reward; without it, nothing is counterfactually scored
     * @param limit how many episodes are examined at most, those with the lowest reward first
     */
    public static Diagnosis of(
            Registry registry, Run run, List<Episode> episodes, List<DiagnosisRule> rules, int limit) {
        double best = run.episodes().stream().mapToDouble(Episode::reward).max().orElse(1);
        List<Episode> candidates = episodes.stream()
                .filter(episode -> episode.reward() < Math.max(1, best) - NOTHING)
                .sorted(Comparator.comparingDouble(Episode::reward))
                .toList();
        List<Diagnosed> diagnosed = new ArrayList<>();
        int skipped = Math.max(0, candidates.size() - limit);
        try (Scorer scorer =
                Scorer.builder().threads(1).deadline(Duration.ofSeconds(5)).build()) {
            RunRewards rewards = new RunRewards(registry, run);
            for (Episode episode : candidates.subList(0, candidates.size() - skipped)) {
                AnswerRescorer rescorer = new AnswerRescorer(scorer, rewards.of(episode));
                DiagnosisCase one = new DiagnosisCase(episode, run.detail(episode), rescorer);
                double most = one.gold().isBlank()
                        ? Math.max(1, best)
                        : one.rescore(one.gold()).orElse(Math.max(1, best));
                if (episode.reward() < most - NOTHING || !episode.scored()) {
                    diagnosed.add(examine(one, rules, most - episode.reward()));
                }
            }
        }
        diagnosed.sort(Comparator.comparingDouble(Diagnosed::lost).reversed());
        return new Diagnosis(run.info().name(), diagnosed, totals(diagnosed, rules), diagnosed.size() + skipped);
    }

    private static Diagnosed examine(DiagnosisCase episode, List<DiagnosisRule> rules, double lost) {
        List<Finding> findings = new ArrayList<>(rules.stream()
                .map(rule -> rule.examine(episode))
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingDouble(Finding::confidence).reversed())
                .toList());
        if (findings.isEmpty()) {
            findings.add(new Finding("unknown", "No rule explains it.", 0, List.of(), Optional.empty()));
        }
        return new Diagnosed(episode.episode(), lost, findings.getFirst(), findings.subList(1, findings.size()));
    }

    private static List<Total> totals(List<Diagnosed> diagnosed, List<DiagnosisRule> rules) {
        Map<String, List<Diagnosed>> byKind = new LinkedHashMap<>();
        diagnosed.forEach(one -> byKind.computeIfAbsent(one.main.kind(), kind -> new ArrayList<>())
                .add(one));
        return byKind.entrySet().stream()
                .map(entry -> new Total(
                        entry.getKey(),
                        entry.getValue().size(),
                        entry.getValue().stream().mapToDouble(Diagnosed::lost).sum(),
                        entry.getValue().stream()
                                .mapToDouble(Diagnosis::recoverable)
                                .sum(),
                        rules.stream()
                                .filter(rule -> rule.kind().equals(entry.getKey()))
                                .map(DiagnosisRule::remedy)
                                .findFirst()
                                .orElse("")))
                .sorted(Comparator.comparingDouble(Total::lost).reversed())
                .toList();
    }

    private static double recoverable(Diagnosed one) {
        return one.main
                .counterfactual()
                .filter(other -> !other.bound())
                .map(other -> Math.max(0, other.score() - one.episode.reward()))
                .orElse(0.0);
    }
}

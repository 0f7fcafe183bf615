package dev.guerdon.lab.iterate;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.stats.SequentialTest;
import dev.guerdon.lab.stats.SignFlipTest;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A candidate beside its champion, task by task, while its episodes come in.
 *
 * <p>A task counts once all its repeats are there, and tasks are looked at in planned order whatever order they end in, so that a
 * session decides the same however many rollouts run at once. Thread-safe.
 */
@Internal
public final class Trial {

    /**
     * What is known of a candidate.
     *
     * @param decided whether further episodes cannot change the verdict, or the rule needs no more of them
     * @param kept whether the rule keeps it, as far as is known
     * @param gain the mean difference over the tasks that were compared
     * @param pValue the p-value, where the rule has a test
     * @param compared how many tasks were compared
     * @param regressions the tasks that lost reward
     * @param reason why, in a sentence
     */
    public record Outcome(
            boolean decided,
            boolean kept,
            double gain,
            OptionalDouble pValue,
            int compared,
            List<String> regressions,
            String reason) {}

    private final AcceptanceRule rule;
    private final List<String> tasks;
    private final int repeat;
    private final long seed;
    private final Map<String, Double> champion;
    private final Map<String, Map<Integer, Double>> seen = new HashMap<>();
    private final Map<String, Double> differences = new LinkedHashMap<>();
    private final SequentialTest sequential;

    /** A trial on the tasks that the champion has, by a rule whose alpha is this one change's share. */
    public Trial(AcceptanceRule rule, List<String> planned, int repeat, long seed, List<Episode> championEpisodes) {
        this.rule = rule;
        this.repeat = repeat;
        this.seed = seed;
        this.champion = Episode.meanByTask(championEpisodes);
        this.tasks = planned.stream().filter(champion::containsKey).toList();
        this.sequential =
                new SequentialTest(rule.alpha(), rule.range() + Math.abs(rule.minGain()), Math.max(1, tasks.size()));
    }

    /** Takes an episode of the candidate. */
    public synchronized void add(String task, int number, double reward) {
        seen.computeIfAbsent(task, none -> new HashMap<>()).put(number, reward);
        for (String next : tasks.subList(differences.size(), tasks.size())) {
            Map<Integer, Double> rewards = seen.getOrDefault(next, Map.of());
            if (rewards.size() < repeat) {
                return;
            }
            double mean =
                    rewards.values().stream().mapToDouble(Double::doubleValue).sum() / rewards.size();
            double difference = mean - champion.getOrDefault(next, 0.0);
            boolean open = sequential.verdict() == SequentialTest.Verdict.UNDECIDED;
            differences.put(next, difference);
            if (rule.test() == AcceptanceRule.Test.SEQUENTIAL && open) {
                sequential.add(difference - rule.minGain());
            }
        }
    }

    /** Whether nothing that is still to come can change the verdict. */
    public synchronized boolean decided() {
        return outcome().decided();
    }

    public synchronized Outcome outcome() {
        int compared = differences.size();
        int remaining = tasks.size() - compared;
        double gain = compared == 0
                ? 0
                : differences.values().stream().mapToDouble(Double::doubleValue).sum() / compared;
        List<String> regressions = regressions();
        Optional<String> limit = brokenLimit(regressions);
        if (limit.isPresent()) {
            return new Outcome(true, false, gain, OptionalDouble.empty(), compared, regressions, limit.get());
        }
        return switch (rule.test()) {
            case MEAN -> byMean(gain, compared, remaining, regressions);
            case PERMUTATION -> byPermutation(gain, compared, remaining, regressions);
            case SEQUENTIAL -> bySequence(gain, compared, remaining, regressions);
        };
    }

    private Outcome byMean(double gain, int compared, int remaining, List<String> regressions) {
        boolean kept = enough(gain);
        boolean hopeless = hopeless(compared, remaining);
        String reason = sentence(gain, compared, remaining)
                + (hopeless && remaining > 0 ? " The tasks that were left could not have changed this." : "");
        return new Outcome(
                remaining == 0 || hopeless,
                kept && !hopeless,
                gain,
                OptionalDouble.empty(),
                compared,
                regressions,
                reason);
    }

    private Outcome byPermutation(double gain, int compared, int remaining, List<String> regressions) {
        boolean hopeless = hopeless(compared, remaining);
        if (remaining > 0) {
            // A p-value that is looked at again and again means nothing, so there is none before the end.
            return new Outcome(
                    hopeless,
                    false,
                    gain,
                    OptionalDouble.empty(),
                    compared,
                    regressions,
                    sentence(gain, compared, remaining));
        }
        double[] shifted = differences.values().stream()
                .mapToDouble(difference -> difference - rule.minGain())
                .toArray();
        double pValue = SignFlipTest.of(shifted, seed).pGain();
        boolean sure = pValue <= rule.alpha();
        String reason = sentence(gain, compared, remaining)
                + (sure ? " Chance explains this badly (" : " This may well be chance (")
                + p(pValue)
                + ").";
        return new Outcome(true, sure && enough(gain), gain, OptionalDouble.of(pValue), compared, regressions, reason);
    }

    private Outcome bySequence(double gain, int compared, int remaining, List<String> regressions) {
        SequentialTest.Verdict verdict = sequential.verdict();
        boolean futile = !sequential.reachable(remaining);
        String reason = sentence(gain, compared, remaining)
                + switch (verdict) {
                    case BETTER -> " That is sure enough (" + p(sequential.pValue()) + ").";
                    case WORSE -> " It is surely no better.";
                    case UNDECIDED ->
                        " This may well be chance (" + p(sequential.pValue()) + ")"
                                + (futile && remaining > 0
                                        ? ", and the tasks that were left could not have changed it."
                                        : ".");
                };
        return new Outcome(
                remaining == 0 || verdict != SequentialTest.Verdict.UNDECIDED || futile,
                verdict == SequentialTest.Verdict.BETTER,
                gain,
                OptionalDouble.of(sequential.pValue()),
                compared,
                regressions,
                reason);
    }

    /** A p-value beside what it must not exceed, which is the change's share of the session's alpha. */
    private String p(double value) {
        return "p = " + Figures.level(value) + ", needed " + Figures.level(rule.alpha());
    }

    /** Whether not even the best rewards for all that is left would bring the gain that is needed. */
    private boolean hopeless(int compared, int remaining) {
        double best =
                differences.values().stream().mapToDouble(Double::doubleValue).sum();
        for (String task : tasks.subList(compared, tasks.size())) {
            best += Math.max(0, rule.range() - champion.getOrDefault(task, 0.0));
        }
        return remaining > 0 && !enough(best / tasks.size());
    }

    private boolean enough(double gain) {
        double slack = 1e-9;
        return rule.keepTies() ? gain >= rule.minGain() - slack : gain > rule.minGain() + slack;
    }

    private List<String> regressions() {
        List<String> lost = new ArrayList<>();
        differences.forEach((task, difference) -> {
            if (difference < -AcceptanceRule.REGRESSION) {
                lost.add(task);
            }
        });
        return lost;
    }

    private Optional<String> brokenLimit(List<String> regressions) {
        Optional<String> sacred =
                regressions.stream().filter(rule.neverRegress()::contains).findFirst();
        if (sacred.isPresent()) {
            return Optional.of("The task " + sacred.get() + " must not lose reward, and did.");
        }
        return rule.maxRegressions() >= 0 && regressions.size() > rule.maxRegressions()
                ? Optional.of(Figures.times(regressions.size(), "task") + " lost reward, where " + rule.maxRegressions()
                        + " may.")
                : Optional.empty();
    }

    private String sentence(double gain, int compared, int remaining) {
        String moved = Math.abs(gain) < 5e-4
                ? "The average reward did not move"
                : "The average reward " + (gain > 0 ? "rose" : "fell") + " by " + Figures.reward(Math.abs(gain));
        return moved + " over " + Figures.times(compared, "task")
                + (remaining > 0 ? " of " + Figures.count((long) compared + remaining) : "") + ".";
    }
}

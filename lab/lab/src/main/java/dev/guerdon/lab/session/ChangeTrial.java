package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.lab.compare.SequentialTest;
import dev.guerdon.lab.compare.SignFlipTest;
import dev.guerdon.lab.session.ChangeTrial.Outcome;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A candidate beside its champion, task by task, while its episodes come in.
 *
 * <p>A task counts once all its repeats are there, and tasks are looked at in planned order whatever order they end in, so that a
 * session decides the same however many rollouts run at once. Thread-safe.
 */
@Internal
public final class ChangeTrial {

    /**
     * Facts about a candidate.
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
    public ChangeTrial(
            AcceptanceRule rule, List<String> planned, int repeat, long seed, List<Episode> championEpisodes) {
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

    /** Returns whether nothing that is still to come can change the verdict. */
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
            case RACE ->
                throw new LabException(
                        "a race decides on many changes at once; for one after the other take 'test: sequential'");
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

    /** Returns a p-value beside what it must not exceed, which is the change's share of the session's alpha. */
    private String p(double value) {
        return "p = " + DisplayFormat.level(value) + ", needed " + DisplayFormat.level(rule.alpha());
    }

    /** Returns whether not even the best rewards for all that is left would bring the gain that is needed. */
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
                ? Optional.of(DisplayFormat.times(regressions.size(), "task") + " lost reward, where "
                        + rule.maxRegressions() + " may.")
                : Optional.empty();
    }

    private String sentence(double gain, int compared, int remaining) {
        String moved = Math.abs(gain) < 5e-4
                ? "The average reward did not move"
                : "The average reward " + (gain > 0 ? "rose" : "fell") + " by " + DisplayFormat.reward(Math.abs(gain));
        return moved + " over " + DisplayFormat.times(compared, "task")
                + (remaining > 0 ? " of " + DisplayFormat.count((long) compared + remaining) : "") + ".";
    }

    /**
     * Decides on a candidate where rewards are missing, and refuses where the missing ones could turn the decision.
     *
     * <p>The decision is made from the tasks that are scored in both runs. It stands if it is the same with the lowest and with the highest
     * rewards in the place of all that are missing.
     *
     * @param outcome what the rule says where both runs are scored
     * @param decided whether the missing rewards could not change it
     */
    public record MissingRewards(Outcome outcome, boolean decided) {

        /**
         * Judges a candidate.
         *
         * @param trials makes a trial beside the champion's episodes
         * @param range the highest reward there is; the lowest is 0
         */
        public static MissingRewards judge(
                Function<List<Episode>, ChangeTrial> trials,
                List<Episode> champion,
                List<Episode> candidate,
                double range) {
            Set<String> missing = new HashSet<>();
            Stream.concat(champion.stream(), candidate.stream())
                    .filter(episode -> !episode.scored())
                    .forEach(episode -> missing.add(episode.task()));
            if (missing.isEmpty()) {
                return new MissingRewards(outcome(trials, champion, candidate), true);
            }
            Outcome seen = outcome(trials, without(champion, missing), without(candidate, missing));
            Outcome worst = outcome(trials, filled(champion, range), filled(candidate, 0));
            Outcome best = outcome(trials, filled(champion, 0), filled(candidate, range));
            boolean decided = seen.kept() == worst.kept() && seen.kept() == best.kept();
            String sentence = " " + DisplayFormat.times(missing.size(), "task") + " without a score in one of the runs "
                    + (missing.size() == 1 ? "is" : "are") + " missing from this"
                    + (decided
                            ? "; no rewards from 0 to " + DisplayFormat.reward(range)
                                    + " in their place would change it."
                            : ". Depending on their rewards, from 0 to " + DisplayFormat.reward(range)
                                    + ", the gain lies between " + DisplayFormat.change(worst.gain()) + " and "
                                    + DisplayFormat.change(best.gain()) + ", so no decision is possible.");
            return new MissingRewards(
                    new Outcome(
                            seen.decided(),
                            seen.kept() && decided,
                            seen.gain(),
                            seen.pValue(),
                            seen.compared(),
                            seen.regressions(),
                            seen.reason() + sentence),
                    decided);
        }

        private static Outcome outcome(
                Function<List<Episode>, ChangeTrial> trials, List<Episode> champion, List<Episode> candidate) {
            ChangeTrial trial = trials.apply(champion);
            candidate.forEach(one -> trial.add(one.task(), one.repeat(), one.reward()));
            return trial.outcome();
        }

        private static List<Episode> without(List<Episode> episodes, Set<String> tasks) {
            return episodes.stream().filter(one -> !tasks.contains(one.task())).toList();
        }

        private static List<Episode> filled(List<Episode> episodes, double reward) {
            return episodes.stream()
                    .map(one -> one.scored() ? one : one.withScore(new Score.Scored(RewardResult.of(reward))))
                    .toList();
        }
    }

    /**
     * Spends a session's chance of error on its changes.
     *
     * <p>Each change has an equal share of alpha, so that all shares together are alpha. A change that is kept, or that could not be tried at
     * all, passes its share on to the next one: the fallback procedure. Whatever the tests depend on, the chance that a session keeps at least one
     * useless change is at most alpha.
     */
    public static final class Spending {

        private Spending() {}

        /**
         * Returns the level at which the next change is tested.
         *
         * @param alpha the session's
         * @param changes how many changes the plan has
         * @param decided what was decided so far, the start among it
         */
        public static double next(double alpha, int changes, List<Decision> decided) {
            double share = alpha / Math.max(1, changes);
            double level = share;
            for (Decision decision : decided) {
                level = switch (decision.verdict()) {
                    case KEPT, FAILED -> level + share;
                    case ROLLED_BACK, UNDECIDED -> share;
                    case START -> level;
                };
            }
            return Math.min(alpha, level);
        }
    }
}

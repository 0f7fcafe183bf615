package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.core.Metrics;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.FlakyTask;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.PairedTask;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.text.CompactTexts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run in a comparison: its episodes in memory, or one by one from where they are stored.
 *
 * @param info what was run
 * @param metrics its key figures
 * @param mean its mean reward
 * @param range its lowest and highest reward
 * @param episodes all episodes; null where they are too many to hold
 * @param figures gives all episodes one by one, those of a task together, tasks by {@link CompactTexts#BY_CODE_POINTS}
 */
@Internal
public record ComparedRun(
        RunInfo info,
        KeyMetrics metrics,
        MeanEstimate mean,
        Optional<Interval> range,
        @Nullable List<Episode> episodes,
        Supplier<Stream<Episode>> figures) {

    /** Episodes in memory. */
    public static ComparedRun of(Comparison.Source source) {
        List<Episode> all = source.episodes();
        java.util.DoubleSummaryStatistics rewards = all.stream()
                .filter(Episode::scored)
                .mapToDouble(Episode::reward)
                .summaryStatistics();
        return new ComparedRun(
                source.info(),
                KeyMetrics.of(all),
                MeanEstimate.of(all),
                rewards.getCount() == 0
                        ? Optional.empty()
                        : Optional.of(new Interval(rewards.getMin(), rewards.getMax())),
                all,
                () -> all.stream().sorted(java.util.Comparator.comparing(Episode::task, CompactTexts.BY_CODE_POINTS)));
    }

    /** Returns a run, of which as much is held as its size allows. */
    public static ComparedRun of(Run run) {
        return run.large()
                ? new ComparedRun(run.info(), run.metrics(), run.mean(), run.range(), null, run::scores)
                : of(Comparison.Source.of(run));
    }

    /** Returns whether all rewards lie between 0 and 1. */
    public boolean usual() {
        return range.map(seen -> seen.low() >= 0 && seen.high() <= 1).orElse(true);
    }

    /** Gives every task of both runs: where both are in memory, those of the base first; else in the order of their ids. */
    public void pairWith(ComparedRun candidate, Consumer<PairedTask> taker) {
        if (episodes != null && candidate.episodes != null) {
            PairedTask.of(episodes, candidate.episodes).forEach(taker);
            return;
        }
        try (Stream<Episode> one = figures.get();
                Stream<Episode> other = candidate.figures.get()) {
            Grouped base = new Grouped(one.iterator());
            Grouped against = new Grouped(other.iterator());
            while (base.hasNext() || against.hasNext()) {
                int order = !base.hasNext()
                        ? 1
                        : !against.hasNext() ? -1 : CompactTexts.BY_CODE_POINTS.compare(base.task(), against.task());
                List<Episode> left = order <= 0 ? base.next() : List.of();
                List<Episode> right = order >= 0 ? against.next() : List.of();
                PairedTask.of(left, right).forEach(taker);
            }
        }
    }

    /** The episodes of one task after the other. */
    private static final class Grouped implements Iterator<List<Episode>> {
        private final Iterator<Episode> episodes;
        private @Nullable Episode ahead;

        Grouped(Iterator<Episode> episodes) {
            this.episodes = episodes;
            this.ahead = episodes.hasNext() ? episodes.next() : null;
        }

        @Override
        public boolean hasNext() {
            return ahead != null;
        }

        String task() {
            return ahead == null ? "" : ahead.task();
        }

        @Override
        public List<Episode> next() {
            Episode first = ahead;
            if (first == null) {
                throw new java.util.NoSuchElementException();
            }
            List<Episode> group = new ArrayList<>(1);
            Episode each = first;
            while (each != null && each.task().equals(first.task())) {
                group.add(each);
                each = episodes.hasNext() ? episodes.next() : null;
            }
            ahead = each;
            return group;
        }
    }

    /** pass@1, pass@2, pass@4 and so on, each over the tasks that have so many scored repeats. */
    public Map<String, Double> passAt() {
        record Outcome(int repeats, int passed) {}
        Map<Outcome, Integer> outcomes = new HashMap<>();
        byTask(group -> {
            int scored = (int) group.stream().filter(Episode::scored).count();
            int passed = (int) group.stream()
                    .filter(episode -> episode.scored() && episode.reward() >= Metrics.PASS)
                    .count();
            outcomes.merge(new Outcome(scored, passed), 1, Integer::sum);
        });
        int most = outcomes.keySet().stream().mapToInt(Outcome::repeats).max().orElse(0);
        Map<String, Double> out = new LinkedHashMap<>();
        for (int k = 1; k <= most; k *= 2) {
            double sum = 0;
            long tasks = 0;
            for (Map.Entry<Outcome, Integer> each : outcomes.entrySet()) {
                if (each.getKey().repeats() >= k) {
                    sum += each.getValue()
                            * Metrics.passAt(
                                    each.getKey().repeats(), each.getKey().passed(), k);
                    tasks += each.getValue();
                }
            }
            out.put("pass@" + k, sum / tasks);
        }
        return out;
    }

    /** Returns the tasks whose repeats disagree by more than the margin. */
    public List<FlakyTask> flaky(double margin) {
        if (episodes != null) {
            return FlakyTask.in(episodes, margin);
        }
        List<FlakyTask> out = new ArrayList<>();
        byTask(group -> out.addAll(FlakyTask.in(group, margin)));
        return out;
    }

    private void byTask(Consumer<List<Episode>> taker) {
        try (Stream<Episode> all = figures.get()) {
            new Grouped(all.iterator()).forEachRemaining(taker);
        }
    }

    /** Other scores for the episodes of a large run, in the order of {@link Run#scores}: one number for each is kept. */
    public static final class NewScores {

        private static final Score MISSING = new Score.Unscored(Score.Reason.ERROR, "it has no score");

        /** The rewards; NaN for those without one. */
        private final NumberList rewards = new NumberList();

        private int perfect;
        private int zero;
        private int unscored;
        private @Nullable Episode best;
        private @Nullable Episode worst;

        private int tasks;
        private double sum;
        private double squares;
        private double products;
        private double squaredCounts;
        private String task = "";
        private double sumOfTask;
        private int countOfTask;

        /** Adds the next episode with its new score. */
        public void add(Episode episode) {
            if (!episode.scored()) {
                rewards.add(Double.NaN);
                unscored++;
                return;
            }
            double reward = episode.reward();
            rewards.add(reward);
            perfect += reward >= KeyMetrics.PERFECT ? 1 : 0;
            zero += reward == 0 ? 1 : 0;
            best = best == null || reward > best.reward() ? episode : best;
            worst = worst == null || reward < worst.reward() ? episode : worst;
            if (countOfTask > 0 && !task.equals(episode.task())) {
                endTask();
            }
            task = episode.task();
            sumOfTask += reward;
            countOfTask++;
        }

        private void endTask() {
            tasks++;
            sum += sumOfTask;
            squares += sumOfTask * sumOfTask;
            products += sumOfTask * countOfTask;
            squaredCounts += (double) countOfTask * countOfTask;
            sumOfTask = 0;
            countOfTask = 0;
        }

        /** Returns how many episodes there are. */
        public int episodes() {
            return rewards.size();
        }

        /**
         * The run with these scores, once all are added.
         *
         * @param info what it is called
         * @param run the run that the episodes are of
         */
        public ComparedRun side(RunInfo info, Run run) {
            if (countOfTask > 0) {
                endTask();
            }
            MeanEstimate mean = MeanEstimate.of(new MeanEstimate.Sums(
                    tasks, rewards.size() - unscored, unscored, sum, squares, products, squaredCounts));
            KeyMetrics before = run.metrics();
            KeyMetrics metrics = new KeyMetrics(
                    before.episodes(),
                    before.tasks(),
                    mean.mean(),
                    before.completed(),
                    before.truncated(),
                    perfect,
                    zero,
                    before.averageSteps(),
                    before.errorRate(),
                    unscored,
                    Optional.ofNullable(best),
                    Optional.ofNullable(worst));
            Optional<Interval> range = best == null || worst == null
                    ? Optional.empty()
                    : Optional.of(new Interval(worst.reward(), best.reward()));
            return new ComparedRun(info, metrics, mean, range, null, () -> rescored(run));
        }

        private Stream<Episode> rescored(Run run) {
            int[] place = new int[1]; // the stream is read in order, by one thread
            return run.scores().map(episode -> {
                double reward = rewards.get(place[0]++);
                return episode.withScore(Double.isNaN(reward) ? MISSING : new Score.Scored(RewardResult.of(reward)));
            });
        }
    }
}

package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.core.PassAtK;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.FlakyTask;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.PairedTask;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.text.Texts;
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
 * @param figures gives all episodes one by one, those of a task together, tasks by {@link Texts#BY_CODE_POINTS}
 */
@Internal
public record Side(
        RunInfo info,
        KeyMetrics metrics,
        MeanEstimate mean,
        Optional<Interval> range,
        @Nullable List<Episode> episodes,
        Supplier<Stream<Episode>> figures) {

    /** Episodes in memory. */
    public static Side of(Comparison.Source source) {
        List<Episode> all = source.episodes();
        java.util.DoubleSummaryStatistics rewards = all.stream()
                .filter(Episode::scored)
                .mapToDouble(Episode::reward)
                .summaryStatistics();
        return new Side(
                source.info(),
                KeyMetrics.of(all),
                MeanEstimate.of(all),
                rewards.getCount() == 0
                        ? Optional.empty()
                        : Optional.of(new Interval(rewards.getMin(), rewards.getMax())),
                all,
                () -> all.stream().sorted(java.util.Comparator.comparing(Episode::task, Texts.BY_CODE_POINTS)));
    }

    /** A run, of which as much is held as its size allows. */
    public static Side of(Run run) {
        return run.large()
                ? new Side(run.info(), run.metrics(), run.mean(), run.range(), null, run::scores)
                : of(Comparison.Source.of(run));
    }

    /** Whether all rewards lie between 0 and 1. */
    public boolean usual() {
        return range.map(seen -> seen.low() >= 0 && seen.high() <= 1).orElse(true);
    }

    /** Gives every task of both runs: where both are in memory, those of the base first; else in the order of their ids. */
    public void pairWith(Side candidate, Consumer<PairedTask> taker) {
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
                        : !against.hasNext() ? -1 : Texts.BY_CODE_POINTS.compare(base.task(), against.task());
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
                    .filter(episode -> episode.scored() && episode.reward() >= PassAtK.PASS)
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
                            * PassAtK.of(each.getKey().repeats(), each.getKey().passed(), k);
                    tasks += each.getValue();
                }
            }
            out.put("pass@" + k, sum / tasks);
        }
        return out;
    }

    /** The tasks whose repeats disagree by more than the margin. */
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
}

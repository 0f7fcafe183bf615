package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.PairedTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * What a comparison needs of all tasks of two runs, gathered one by one: of each it keeps its difference and its domain, and of those
 * that changed as many as are wanted. So a comparison of a million tasks takes some tens of megabytes.
 */
@Internal
public final class Pairing {

    private record Ranked(TaskChange change, long place) {}

    /** The largest changes first, and of equals the earlier. */
    private static final Comparator<Ranked> LARGEST = Comparator.comparingDouble(
                    (Ranked one) -> -Math.abs(one.change().difference()))
            .thenComparingLong(Ranked::place);

    /** The tasks of a domain that both runs have. */
    public static final class Domain {
        private final Numbers differences = new Numbers();
        private double base;
        private double candidate;
        private boolean usual = true;

        private void add(PairedTask task) {
            differences.add(task.difference());
            base += task.baseMean();
            candidate += task.candidateMean();
            usual &= task.within(0, 1);
        }

        /** Candidate minus base, for each task. */
        public double[] differences() {
            return differences.toArray();
        }

        /** How many tasks. */
        public int tasks() {
            return differences.size();
        }

        /** The mean of the base, each task counted once. */
        public double baseMean() {
            return base / tasks();
        }

        /** That of the candidate. */
        public double candidateMean() {
            return candidate / tasks();
        }

        /** Whether all rewards lie between 0 and 1. */
        public boolean usual() {
            return usual;
        }
    }

    private final double margin;
    private final int listed;
    private final Domain all = new Domain();
    private final Map<String, Domain> domains = new LinkedHashMap<>();
    private final Map<Change, Integer> counts = new EnumMap<>(Change.class);
    private final Map<Change, PriorityQueue<Ranked>> changes = new EnumMap<>(Change.class);
    private final Lacking lacking;
    /** The differences of the tasks of which nothing is missing. */
    private final Numbers whole = new Numbers();

    private long place;
    private int pairs;
    private int unpaired;

    /**
     * @param margin rewards that differ by no more count as the same
     * @param listed how many tasks of each kind of change are kept, the largest changes first
     */
    public Pairing(double margin, int listed) {
        this.margin = margin;
        this.listed = listed;
        this.lacking = new Lacking(listed);
    }

    /** Adds a task of either run. */
    public void add(PairedTask task) {
        place++;
        unpaired += task.unpaired();
        lacking.add(task);
        if (task.pairs() > 0) {
            pairs += task.pairs();
            if (task.missing() == 0) {
                whole.add(task.difference());
            }
            all.add(task);
            domains.computeIfAbsent(task.domain(), key -> new Domain()).add(task);
        } else if (task.inBase() && task.inCandidate()) {
            return; // it is missing, and told as such
        }
        Change change = task.change(margin);
        counts.merge(change, 1, Integer::sum);
        if (change != Change.UNCHANGED) {
            keep(new Ranked(taskChange(task, change), place));
        }
    }

    private void keep(Ranked one) {
        // The head is the one to give up first.
        PriorityQueue<Ranked> kept =
                changes.computeIfAbsent(one.change().change(), key -> new PriorityQueue<>(LARGEST.reversed()));
        kept.add(one);
        if (kept.size() > listed) {
            kept.poll();
        }
    }

    private static TaskChange taskChange(PairedTask task, Change change) {
        return new TaskChange(
                task.task(),
                task.domain(),
                change,
                task.pairs() == 0 ? Double.NaN : task.baseMean(),
                task.pairs() == 0 ? Double.NaN : task.candidateMean(),
                task.pairs() == 0 ? Double.NaN : task.difference(),
                task.pairs());
    }

    /** All tasks that both runs have. */
    public Domain all() {
        return all;
    }

    /** The same by domain; empty where there is only one. */
    public Map<String, Domain> domains() {
        return domains.size() < 2 ? Map.of() : domains;
    }

    /** How many episodes were paired. */
    public int pairs() {
        return pairs;
    }

    /** How many repeats only one of the runs has, though both have the task. */
    public int unpaired() {
        return unpaired;
    }

    /** Whether the runs share no task. */
    public boolean nothingInCommon() {
        return pairs + lacking.pairs() == 0;
    }

    /** The differences of all tasks if everything that is missing went against the candidate, or for it. */
    double[] differences(boolean worst) {
        Interval range = lacking.range();
        double[] bounded =
                worst ? lacking.differences(range.high(), range.low()) : lacking.differences(range.low(), range.high());
        double[] out = Arrays.copyOf(whole.toArray(), whole.size() + bounded.length);
        System.arraycopy(bounded, 0, out, whole.size(), bounded.length);
        return out;
    }

    Lacking lacking() {
        return lacking;
    }

    /** How many tasks there are of each kind of change. */
    public Counts counts() {
        return new Counts(
                counts.getOrDefault(Change.FIXED, 0),
                counts.getOrDefault(Change.REGRESSED, 0),
                counts.getOrDefault(Change.FLAKY, 0),
                counts.getOrDefault(Change.UNCHANGED, 0),
                counts.getOrDefault(Change.ONLY_IN_BASE, 0),
                counts.getOrDefault(Change.ONLY_IN_CANDIDATE, 0));
    }

    /** The tasks that changed: by kind, the largest changes first. */
    public List<TaskChange> changes() {
        List<TaskChange> out = new ArrayList<>();
        changes.values()
                .forEach(kind ->
                        kind.stream().sorted(LARGEST).map(Ranked::change).forEach(out::add));
        return out;
    }
}

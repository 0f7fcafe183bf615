package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.compare.SignFlipTest.Holm;
import dev.guerdon.lab.spi.Comparison.Bound;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.TaskBound;
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
 * Facts that a comparison needs of all tasks of two runs, gathered one by one: of each it keeps its difference and its domain, and of those
 * that changed as many as are wanted. So a comparison of a million tasks takes some tens of megabytes.
 */
@Internal
public final class TaskPairing {

    private record Ranked(TaskChange change, long place) {}

    /** The largest changes first, and of equals the earlier. */
    private static final Comparator<Ranked> LARGEST = Comparator.comparingDouble(
                    (Ranked one) -> -Math.abs(one.change().difference()))
            .thenComparingLong(Ranked::place);

    /** The tasks of a domain that both runs have. */
    public static final class Domain {
        private final NumberList differences = new NumberList();
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

        /** Returns how many tasks. */
        public int tasks() {
            return differences.size();
        }

        /** Returns the mean of the base, each task counted once. */
        public double baseMean() {
            return base / tasks();
        }

        /** That of the candidate. */
        public double candidateMean() {
            return candidate / tasks();
        }

        /** Returns whether all rewards lie between 0 and 1. */
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
    private final NumberList whole = new NumberList();

    private long place;
    private int pairs;
    private int unpaired;

    /**
     * @param margin rewards that differ by no more count as the same
     * @param listed how many tasks of each kind of change are kept, the largest changes first
     */
    public TaskPairing(double margin, int listed) {
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

    /** Returns all tasks that both runs have. */
    public Domain all() {
        return all;
    }

    /** Returns the same by domain; empty where there is only one. */
    public Map<String, Domain> domains() {
        return domains.size() < 2 ? Map.of() : domains;
    }

    /** Returns how many episodes were paired. */
    public int pairs() {
        return pairs;
    }

    /** Returns how many repeats only one of the runs has, though both have the task. */
    public int unpaired() {
        return unpaired;
    }

    /** Returns whether the runs share no task. */
    public boolean nothingInCommon() {
        return pairs == 0 && lacking.isEmpty();
    }

    /** Returns the differences of all tasks if everything that is missing went against the candidate, or for it. */
    double[] differences(boolean worst) {
        Interval range = lacking.range();
        double[] bounded =
                worst ? lacking.differences(range.high(), range.low()) : lacking.differences(range.low(), range.high());
        double[] out = Arrays.copyOf(whole.toArray(), whole.size() + bounded.length);
        System.arraycopy(bounded, 0, out, whole.size(), bounded.length);
        return out;
    }

    /**
     * Tells what is missing for each candidate, and what it could have changed.
     *
     * @param candidates the base beside each candidate
     * @param seed that of the permutation test
     */
    public static List<Missing> missing(List<TaskPairing> candidates, long seed) {
        return Lacking.of(candidates, seed);
    }

    Lacking lacking() {
        return lacking;
    }

    /** Returns how many tasks there are of each kind of change. */
    public Counts counts() {
        return new Counts(
                counts.getOrDefault(Change.FIXED, 0),
                counts.getOrDefault(Change.REGRESSED, 0),
                counts.getOrDefault(Change.FLAKY, 0),
                counts.getOrDefault(Change.UNCHANGED, 0),
                counts.getOrDefault(Change.ONLY_IN_BASE, 0),
                counts.getOrDefault(Change.ONLY_IN_CANDIDATE, 0));
    }

    /** Returns the tasks that changed: by kind, the largest changes first. */
    public List<TaskChange> changes() {
        List<TaskChange> out = new ArrayList<>();
        changes.values()
                .forEach(kind ->
                        kind.stream().sorted(LARGEST).map(Ranked::change).forEach(out::add));
        return out;
    }

    /**
     * The tasks with pairs of which one episode has no score. Which rewards they could have had is known only when all tasks were seen, so of
     * each the parts of its difference are kept, as numbers.
     */
    static final class Lacking {

        private static final Bound NOTHING = new Bound(Double.NaN, 1, 1);

        private final int listed;
        private final List<String> names = new ArrayList<>();
        /** The difference of what is known, how many rewards are missing in base and candidate, and how many pairs there are. */
        private final NumberList known = new NumberList();

        private final NumberList inBase = new NumberList();
        private final NumberList inCandidate = new NumberList();
        private final NumberList sizes = new NumberList();
        private int base;
        private int candidate;
        private int pairs;
        private double low;
        private double high = 1;

        Lacking(int listed) {
            this.listed = listed;
        }

        void add(PairedTask task) {
            low = Math.min(low, task.lowest());
            high = Math.max(high, task.highest());
            if (task.missing() == 0) {
                return;
            }
            int size = task.pairs() + task.missing();
            base += task.missingInBase();
            candidate += task.missingInCandidate();
            pairs += task.missing();
            known.add(task.difference(0, 0) * size);
            inBase.add(task.missingInBase());
            inCandidate.add(task.missingInCandidate());
            sizes.add(size);
            if (names.size() < listed) {
                names.add(task.task());
            }
        }

        /** From 0 to 1, or as far as rewards were seen. */
        Interval range() {
            return new Interval(low, high);
        }

        private double difference(int index, double baseReward, double candidateReward) {
            double sum = known.get(index) + inCandidate.get(index) * candidateReward - inBase.get(index) * baseReward;
            return sum / sizes.get(index);
        }

        /** Returns the differences of these tasks if those without a score had such rewards. */
        double[] differences(double baseReward, double candidateReward) {
            double[] out = new double[known.size()];
            for (int i = 0; i < out.length; i++) {
                out[i] = difference(i, baseReward, candidateReward);
            }
            return out;
        }

        /** Returns whether there is no such pair. */
        boolean isEmpty() {
            return pairs == 0;
        }

        /** Returns the lowest and highest difference of each, as far as they are listed. */
        List<TaskBound> bounds() {
            List<TaskBound> out = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                out.add(new TaskBound(names.get(i), difference(i, high, low), difference(i, low, high)));
            }
            return out;
        }

        /** Returns what is missing for each candidate. */
        static List<Missing> of(List<TaskPairing> candidates, long seed) {
            if (candidates.stream().allMatch(each -> each.lacking().pairs == 0)) {
                return candidates.stream()
                        .map(each -> new Missing(0, 0, 0, each.lacking().range(), NOTHING, NOTHING, List.of()))
                        .toList();
            }
            List<Bound> worst = bounds(candidates, seed, true);
            List<Bound> best = bounds(candidates, seed, false);
            List<Missing> out = new ArrayList<>();
            for (int i = 0; i < candidates.size(); i++) {
                Lacking lacking = candidates.get(i).lacking();
                out.add(new Missing(
                        lacking.base,
                        lacking.candidate,
                        lacking.pairs,
                        lacking.range(),
                        worst.get(i),
                        best.get(i),
                        lacking.bounds()));
            }
            return out;
        }

        /** Returns all candidates at once, because their p-values are corrected for each other. */
        private static List<Bound> bounds(List<TaskPairing> candidates, long seed, boolean worst) {
            List<SignFlipTest> tests = new ArrayList<>();
            List<Double> means = new ArrayList<>();
            for (TaskPairing each : candidates) {
                double[] differences = each.differences(worst);
                means.add(Arrays.stream(differences).average().orElse(Double.NaN));
                tests.add(SignFlipTest.of(differences, seed));
            }
            double[] p =
                    Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pValue).toArray());
            double[] drops =
                    Holm.adjust(tests.stream().mapToDouble(SignFlipTest::pDrop).toArray());
            List<Bound> out = new ArrayList<>();
            for (int i = 0; i < tests.size(); i++) {
                out.add(new Bound(means.get(i), p[i], drops[i]));
            }
            return out;
        }
    }
}

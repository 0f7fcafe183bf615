package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.spi.Comparison.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** One task's rewards in two runs. */
@Experimental
public final class PairedTask {

    /** Rewards are sums of fractions; what differs by less than this differs by rounding. */
    private static final double ROUNDING = 1e-9;

    private final String task;
    private final String domain;
    private final List<Episode> base = new ArrayList<>(1);
    private final List<Episode> candidate = new ArrayList<>(1);
    private int pairs;
    private int unpaired;
    /** The rewards of pairs of which one has no score, base and candidate, NaN for the one that is missing. */
    private final List<double[]> missing = new ArrayList<>(0);

    private double baseSum;
    private double candidateSum;
    private double baseLow = Double.POSITIVE_INFINITY;
    private double baseHigh = Double.NEGATIVE_INFINITY;
    private double candidateLow = Double.POSITIVE_INFINITY;
    private double candidateHigh = Double.NEGATIVE_INFINITY;

    private PairedTask(Episode first) {
        this.task = first.task();
        this.domain = first.domain();
    }

    /** Returns all tasks of both runs, those of the base first, each in its run's order. */
    public static List<PairedTask> of(List<Episode> base, List<Episode> candidate) {
        Map<String, PairedTask> tasks = LinkedHashMap.newLinkedHashMap(Math.max(base.size(), candidate.size()));
        for (Episode episode : base) {
            tasks.computeIfAbsent(episode.task(), key -> new PairedTask(episode))
                    .base
                    .add(episode);
        }
        for (Episode episode : candidate) {
            tasks.computeIfAbsent(episode.task(), key -> new PairedTask(episode))
                    .candidate
                    .add(episode);
        }
        List<PairedTask> all = new ArrayList<>(tasks.values());
        all.forEach(PairedTask::pair);
        return all;
    }

    private void pair() {
        if (base.size() == 1 && candidate.size() == 1) {
            pair(base.getFirst(), candidate.getFirst());
            return;
        }
        Map<Integer, Episode> byRepeat = new LinkedHashMap<>();
        base.forEach(episode -> byRepeat.put(episode.repeat(), episode));
        for (Episode episode : candidate) {
            Episode partner = byRepeat.remove(episode.repeat());
            if (partner == null) {
                unpaired++;
            } else {
                pair(partner, episode);
            }
        }
        unpaired += byRepeat.size();
    }

    private void pair(Episode one, Episode other) {
        if (one.repeat() != other.repeat()) {
            unpaired += 2;
            return;
        }
        if (!one.scored() || !other.scored()) {
            missing.add(
                    new double[] {one.scored() ? one.reward() : Double.NaN, other.scored() ? other.reward() : Double.NaN
                    });
            return;
        }
        pairs++;
        baseSum += one.reward();
        candidateSum += other.reward();
        baseLow = Math.min(baseLow, one.reward());
        baseHigh = Math.max(baseHigh, one.reward());
        candidateLow = Math.min(candidateLow, other.reward());
        candidateHigh = Math.max(candidateHigh, other.reward());
    }

    public String task() {
        return task;
    }

    public String domain() {
        return domain;
    }

    /** Returns how many repeats are scored in both runs. */
    public int pairs() {
        return pairs;
    }

    /** Returns how many repeats only one of the runs has, though both have the task. */
    public int unpaired() {
        return base.isEmpty() || candidate.isEmpty() ? 0 : unpaired;
    }

    /** Returns how many pairs were left out because one of them has no score. */
    public int missing() {
        return missing.size();
    }

    /** Returns how many episodes of such pairs have no score in the base. */
    public int missingInBase() {
        return (int) missing.stream().filter(pair -> Double.isNaN(pair[0])).count();
    }

    /** Returns how many have none in the candidate. */
    public int missingInCandidate() {
        return (int) missing.stream().filter(pair -> Double.isNaN(pair[1])).count();
    }

    /** Returns the difference if those without a score had these rewards. */
    public double difference(double inBase, double inCandidate) {
        double sum = candidateSum - baseSum;
        for (double[] pair : missing) {
            sum += (Double.isNaN(pair[1]) ? inCandidate : pair[1]) - (Double.isNaN(pair[0]) ? inBase : pair[0]);
        }
        double difference = sum / (pairs + missing.size());
        return Math.abs(difference) < ROUNDING ? 0 : difference;
    }

    public boolean inBase() {
        return !base.isEmpty();
    }

    public boolean inCandidate() {
        return !candidate.isEmpty();
    }

    public double baseMean() {
        return baseSum / pairs;
    }

    public double candidateMean() {
        return candidateSum / pairs;
    }

    public double difference() {
        double difference = (candidateSum - baseSum) / pairs;
        return Math.abs(difference) < ROUNDING ? 0 : difference;
    }

    /** Returns the lowest reward that the task has in either run; infinite if it has none. */
    public double lowest() {
        return rewards().min().orElse(Double.POSITIVE_INFINITY);
    }

    /** Returns the highest. */
    public double highest() {
        return rewards().max().orElse(Double.NEGATIVE_INFINITY);
    }

    private DoubleStream rewards() {
        return Stream.concat(base.stream(), candidate.stream())
                .filter(Episode::scored)
                .mapToDouble(Episode::reward);
    }

    /** Returns the range of all rewards that were paired, for what differences can be. */
    public boolean within(double low, double high) {
        return pairs == 0 || (Math.min(baseLow, candidateLow) >= low && Math.max(baseHigh, candidateHigh) <= high);
    }

    public Change change(double margin) {
        double enough = margin + ROUNDING;
        if (pairs == 0) {
            return inBase() ? Change.ONLY_IN_BASE : Change.ONLY_IN_CANDIDATE;
        } else if (candidateLow - baseHigh > enough) {
            return Change.FIXED;
        } else if (baseLow - candidateHigh > enough) {
            return Change.REGRESSED;
        } else if (baseHigh - baseLow > enough || candidateHigh - candidateLow > enough) {
            return Change.FLAKY;
        }
        return Change.UNCHANGED;
    }
}

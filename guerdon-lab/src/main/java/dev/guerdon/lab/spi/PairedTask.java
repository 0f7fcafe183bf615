package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.spi.Comparison.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    private int leftOut;
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

    /** All tasks of both runs, those of the base first, each in its run's order. */
    public static List<PairedTask> of(List<Episode> base, List<Episode> candidate, boolean leaveOutUnscored) {
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
        all.forEach(one -> one.pair(leaveOutUnscored));
        return all;
    }

    private void pair(boolean leaveOutUnscored) {
        if (base.size() == 1 && candidate.size() == 1) {
            pair(base.getFirst(), candidate.getFirst(), leaveOutUnscored);
            return;
        }
        Map<Integer, Episode> byRepeat = new LinkedHashMap<>();
        base.forEach(episode -> byRepeat.put(episode.repeat(), episode));
        for (Episode episode : candidate) {
            Episode partner = byRepeat.remove(episode.repeat());
            if (partner == null) {
                unpaired++;
            } else {
                pair(partner, episode, leaveOutUnscored);
            }
        }
        unpaired += byRepeat.size();
    }

    private void pair(Episode one, Episode other, boolean leaveOutUnscored) {
        if (one.repeat() != other.repeat()) {
            unpaired += 2;
            return;
        }
        if (leaveOutUnscored && !(one.scored() && other.scored())) {
            leftOut++;
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

    /** How many repeats both runs have. */
    public int pairs() {
        return pairs;
    }

    /** How many repeats only one of the runs has, though both have the task. */
    public int unpaired() {
        return base.isEmpty() || candidate.isEmpty() ? 0 : unpaired;
    }

    /** How many pairs were left out because one of them was not scored. */
    public int leftOut() {
        return leftOut;
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

    /** The range of all rewards that were paired, for what differences can be. */
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

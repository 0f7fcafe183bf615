package dev.guerdon.lab.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.lab.compare.MeanInterval.BoundedInterval;
import dev.guerdon.lab.compare.SignFlipTest;
import dev.guerdon.lab.session.ChangeTrial.MissingRewards;
import dev.guerdon.lab.session.ImprovementCandidate.Stage;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Tries candidates: on a few training tasks, then on all of them, then by the rule on tasks that no proposer sees. */
final class CandidateScreening {

    /** A gain on the training tasks that chance explains better than this is not worth a share of the session's error. */
    private static final double WORTH_A_TEST = 0.2;

    private static final double LEVEL = 0.95;
    private static final double NOTHING = 1e-9;
    private static final int CHUNK = 4;

    private final ImprovePlan plan;
    private final TaskSplit split;
    private final CachedEpisodeRunner results;

    CandidateScreening(ImprovePlan plan, TaskSplit split, CachedEpisodeRunner results) {
        this.plan = plan;
        this.split = split;
        this.results = results;
    }

    /** Returns the training tasks on which a change is tried first: half of them lose reward by what it is to cure, where there are such. */
    List<String> minibatch(String cause, Diagnosis diagnosis, int turn) {
        List<String> shuffled = new ArrayList<>(split.train());
        Collections.shuffle(shuffled, new Random(plan.seed() + 104_729L * turn));
        Set<String> affected = new LinkedHashSet<>();
        diagnosis.episodes().stream()
                .filter(one -> !cause.isEmpty() && one.main().kind().equals(cause))
                .forEach(one -> affected.add(one.episode().task()));
        int size = Math.min(plan.minibatch(), shuffled.size());
        List<String> chosen = new ArrayList<>(shuffled.stream()
                .filter(affected::contains)
                .limit((size + 1) / 2)
                .toList());
        shuffled.stream()
                .filter(task -> !chosen.contains(task))
                .limit(size - chosen.size())
                .toList()
                .forEach(chosen::add);
        return chosen;
    }

    /**
     * Tries a candidate beside its parent on some training tasks.
     *
     * @return whether it is better there
     */
    boolean better(ImprovementCandidate one, ImprovementCandidate parent, List<String> tasks)
            throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        try {
            Map<String, Double> rewards = Episode.meanByTask(
                    results.of(one.values(), tasks, one.patch().title()));
            double[] differences = differences(rewards, parent.train(), tasks);
            double gain = mean(differences);
            one.learned(rewards);
            one.reached(Stage.MINIBATCH, gain);
            if (differences.length == 0) {
                one.decided(
                        Verdict.UNDECIDED,
                        "None of " + DisplayFormat.times(tasks.size(), "training task") + " has a score.");
                return false;
            }
            boolean better = gain > NOTHING;
            one.decided(
                    Verdict.ROLLED_BACK,
                    (better ? "Better" : "Not better") + " than its parent on "
                            + DisplayFormat.times(differences.length, "training task") + " ("
                            + DisplayFormat.change(gain) + ").");
            return better;
        } catch (EndedEarly e) {
            throw e;
        } catch (GuerdonException e) {
            one.reached(Stage.REFUSED, Double.NaN);
            one.decided(Verdict.FAILED, "It could not be run: " + e.getMessage());
            return false;
        }
    }

    /**
     * Lets candidates compete: all on few tasks, the better half on twice as many, until one is left.
     *
     * @return the candidates in order, the best first; all but the first were decided on
     */
    List<ImprovementCandidate> race(List<ImprovementCandidate> arms, ImprovementCandidate parent, List<String> order)
            throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        List<ImprovementCandidate> running = new ArrayList<>(arms);
        List<ImprovementCandidate> out = new ArrayList<>();
        int size = Math.min(order.size(), Math.max(2, plan.minibatch() / 2));
        while (running.size() > 1) {
            List<String> tasks = order.subList(0, size);
            for (ImprovementCandidate arm : running) {
                better(arm, parent, tasks);
            }
            // Of equals the first proposed goes on, which costs less.
            running.sort(Comparator.comparingDouble(
                    (ImprovementCandidate arm) -> Double.isNaN(arm.gain()) ? Double.POSITIVE_INFINITY : -arm.gain()));
            int stay = (running.size() + 1) / 2;
            out.addAll(0, running.subList(stay, running.size()));
            running = new ArrayList<>(running.subList(0, stay));
            size = Math.min(order.size(), size * 2);
        }
        out.addAll(0, running);
        return out;
    }

    /** Runs a candidate on all training tasks; whether there is anything to compare. */
    boolean train(ImprovementCandidate one, ImprovementCandidate parent)
            throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        boolean better = better(one, parent, split.train());
        if (one.stage() != Stage.REFUSED && !one.train().isEmpty()) {
            one.reached(Stage.TRAINED, one.gain());
            one.decided(
                    Verdict.ROLLED_BACK,
                    "On " + DisplayFormat.times(one.train().size(), "training task") + " it earns "
                            + DisplayFormat.reward(one.trainMean()) + ", " + DisplayFormat.change(one.gain())
                            + " against its parent.");
        }
        return better;
    }

    /** Returns whether a candidate's gain over the champion on the training tasks is worth a test. */
    boolean promising(ImprovementCandidate one, ImprovementCandidate champion) {
        double[] differences = differences(one.train(), champion.train(), split.train());
        double gain = mean(differences);
        if (!(gain > Math.max(NOTHING, plan.rule().minGain()))) {
            return false;
        }
        return plan.rule().test() == AcceptanceRule.Test.MEAN
                || SignFlipTest.of(differences, plan.seed()).pGain() <= WORTH_A_TEST;
    }

    /**
     * Puts a candidate to the test beside the champion, on tasks that no proposer sees.
     *
     * @param level the chance of error of this test
     */
    void test(ImprovementCandidate one, ImprovementCandidate champion, double level)
            throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        List<Episode> standing =
                results.of(champion.values(), split.tried(), champion.patch().title());
        ChangeTrial trial = trial(standing, level);
        List<Episode> seen = new ArrayList<>();
        for (int at = 0; at < split.tried().size() && !trial.decided(); at += chunk()) {
            List<String> next = split.tried().subList(at, Math.min(split.tried().size(), at + chunk()));
            for (Episode episode : results.of(one.values(), next, one.patch().title())) {
                seen.add(episode);
                if (episode.scored()) {
                    trial.add(episode.task(), episode.repeat(), episode.reward());
                }
            }
        }
        // The next champion is compared on all tasks, so the rest of a winner's run is needed after all.
        List<Episode> episodes = trial.decided() && !trial.outcome().kept()
                ? seen
                : results.of(one.values(), split.tried(), one.patch().title());
        MissingRewards judged = MissingRewards.judge(
                champions -> trial(champions, level),
                standing,
                episodes,
                plan.rule().range());
        ChangeTrial.Outcome outcome = judged.outcome();
        double[] differences = differences(Episode.meanByTask(episodes), Episode.meanByTask(standing), split.tried());
        Interval interval = BoundedInterval.of(
                differences, -plan.rule().range(), plan.rule().range(), LEVEL, plan.seed());
        one.reached(Stage.TESTED, one.gain());
        one.tested(new ImprovementCandidate.Tested(
                mean(differences), interval, differences.length, "task", level, champion.id()));
        one.decided(
                outcome.kept() ? Verdict.KEPT : judged.decided() ? Verdict.ROLLED_BACK : Verdict.UNDECIDED,
                outcome.reason());
    }

    private int chunk() {
        return Math.max(CHUNK, plan.base().parallel());
    }

    private ChangeTrial trial(List<Episode> champion, double level) {
        return new ChangeTrial(plan.rule().at(level), split.tried(), plan.repeat(), plan.seed(), champion);
    }

    private static double[] differences(Map<String, Double> one, Map<String, Double> other, List<String> tasks) {
        return tasks.stream()
                .filter(task -> one.containsKey(task) && other.containsKey(task))
                .mapToDouble(task -> one.getOrDefault(task, 0.0) - other.getOrDefault(task, 0.0))
                .toArray();
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return values.length == 0 ? Double.NaN : sum / values.length;
    }
}

package dev.guerdon.lab.simulate;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.session.ChangeTrial;
import dev.guerdon.lab.session.ChangeTrial.Spending;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Simulated sessions, decided by the code that decides real ones.
 *
 * @param world how rewards come about
 * @param rule the rule, with the session's alpha
 * @param tasks how many tasks
 * @param changes how many changes are tried
 * @param gain what one of the changes brings, at a random place; the others bring nothing
 */
@SuppressWarnings("EnumOrdinal") // places in a table that lives as long as the process
record Sessions(World world, AcceptanceRule rule, int tasks, int changes, double gain) {

    /**
     * What came of many sessions.
     *
     * @param falseKeeps the share that kept at least one useless change
     * @param found the share that kept the good one
     * @param overstated by how much the run that the champion was chosen by exceeds its true mean
     * @param again the same for a fresh run of it
     */
    record Rates(double falseKeeps, double found, double overstated, double again) {}

    private record One(boolean falseKeep, boolean found, double overstated, double again) {}

    Rates simulate(int sessions, long seed) {
        List<One> all = IntStream.range(0, sessions)
                .parallel()
                .mapToObj(session -> one(new SplittableRandom(1_000_003 * seed + session)))
                .toList();
        return new Rates(
                all.stream().filter(One::falseKeep).count() / (double) sessions,
                all.stream().filter(One::found).count() / (double) sessions,
                all.stream().mapToDouble(One::overstated).average().orElse(0),
                all.stream().mapToDouble(One::again).average().orElse(0));
    }

    private One one(SplittableRandom random) {
        double[] difficulty = random.doubles(tasks).toArray();
        List<String> ids = IntStream.range(0, tasks).mapToObj(i -> "t" + i).toList();
        int good = gain > 0 ? random.nextInt(changes) : -1;
        boolean lifted = false;
        boolean falseKeep = false;
        boolean found = false;
        boolean traded = false;
        double[] champion = rewards(difficulty, false, false, random);
        List<Decision> decisions = new ArrayList<>();
        decisions.add(decision(Verdict.START));
        for (int change = 0; change < changes; change++) {
            double level = Spending.next(rule.alpha(), changes, decisions);
            double[] candidate = rewards(difficulty, lifted || change == good, true, random);
            ChangeTrial trial = new ChangeTrial(rule.at(level), ids, 1, 7, episodes(ids, champion));
            for (int i = 0; i < tasks; i++) {
                trial.add(ids.get(i), 0, candidate[i]);
            }
            boolean kept = trial.outcome().kept();
            decisions.add(decision(kept ? Verdict.KEPT : Verdict.ROLLED_BACK));
            if (kept) {
                champion = candidate;
                traded = true;
                found |= change == good;
                lifted |= change == good;
                falseKeep |= change != good;
            }
        }
        double truth = truth(difficulty, lifted);
        return new One(
                falseKeep, found, mean(champion) - truth, mean(rewards(difficulty, lifted, traded, random)) - truth);
    }

    /** The mean that many runs on these tasks would have. */
    private double truth(double[] difficulty, boolean lifted) {
        double share = lifted ? gain / (1 - MEANS[world.ordinal()]) : 0;
        double sum = 0;
        for (double task : difficulty) {
            sum += share + (1 - share) * world.expected(task);
        }
        return sum / difficulty.length;
    }

    private double[] rewards(double[] difficulty, boolean lifted, boolean change, SplittableRandom random) {
        double share = lifted ? gain / (1 - MEANS[world.ordinal()]) : 0;
        double[] out = new double[difficulty.length];
        for (int i = 0; i < out.length; i++) {
            double plain = change ? world.useless(difficulty[i], random) : world.reward(difficulty[i], random);
            out[i] = lifted && random.nextDouble() < share ? 1 : plain;
        }
        return out;
    }

    private static final double[] MEANS = IntStream.range(0, World.values().length)
            .mapToDouble(i -> World.values()[i].mean())
            .toArray();

    private static double mean(double[] values) {
        double sum = 0;
        for (double each : values) {
            sum += each;
        }
        return sum / values.length;
    }

    private static Decision decision(Verdict verdict) {
        return new Decision("", "", "", verdict, "", List.of());
    }

    static List<Episode> episodes(double[] rewards) {
        return episodes(
                IntStream.range(0, rewards.length).mapToObj(i -> "t" + i).toList(), rewards);
    }

    private static List<Episode> episodes(List<String> ids, double[] rewards) {
        return IntStream.range(0, rewards.length)
                .mapToObj(i -> new Episode(
                        ids.get(i),
                        0,
                        0,
                        "",
                        "",
                        new Score.Scored(RewardResult.of(rewards[i])),
                        new Episode.Ending(FinishReason.TERMINAL, true, "", ""),
                        Episode.Effort.NONE))
                .toList();
    }
}

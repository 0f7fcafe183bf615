package dev.guerdon.lab.iterate;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.stats.BoundedInterval;
import dev.guerdon.lab.stats.SequentialTest;
import dev.guerdon.lab.stats.SignFlipTest;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Map;

/**
 * What fresh runs say of a session's winner.
 *
 * <p>The run that a winner was chosen by overstates it: among several states that are equally good, the lucky one is chosen. A second
 * run was not chosen by anything. And what was tuned on some tasks may help on those alone, so the gain is measured once on the
 * tasks that were set apart, where there are any.
 *
 * @param chosen the winner's mean in the run that it was kept by
 * @param again its mean on the same tasks, run again
 * @param tried how many tasks that was
 * @param apart whether the gain is that on the tasks that were set apart; else both were run again on the session's own
 * @param compared on how many tasks the winner and the start were compared
 * @param winner the winner's mean there
 * @param start the start's mean there
 * @param interval the 95 % interval of the gain
 * @param pValue how well chance explains it
 * @param confirmed whether that is at most alpha
 */
@Internal
public record Confirmation(
        double chosen,
        double again,
        int tried,
        boolean apart,
        int compared,
        double winner,
        double start,
        Interval interval,
        double pValue,
        boolean confirmed) {

    private static final double LEVEL = 0.95;

    /**
     * Judges the fresh runs.
     *
     * @param kept the winner's episodes in the run that it was kept by
     * @param winnerAgain its episodes when run again, on the tasks tried and those set apart
     * @param startAgain the start's, on those set apart, or else on those tried
     */
    public static Confirmation of(
            AcceptanceRule rule,
            TaskSplit split,
            List<Episode> kept,
            List<Episode> winnerAgain,
            List<Episode> startAgain,
            long seed) {
        Map<String, Double> before = Episode.meanByTask(kept);
        Map<String, Double> winners = Episode.meanByTask(winnerAgain);
        Map<String, Double> starts = Episode.meanByTask(startAgain);
        List<String> both = split.tried().stream()
                .filter(task -> before.containsKey(task) && winners.containsKey(task))
                .toList();
        List<String> paired =
                starts.keySet().stream().filter(winners::containsKey).toList();
        double[] gains = paired.stream()
                .mapToDouble(task -> winners.getOrDefault(task, 0.0) - starts.getOrDefault(task, 0.0))
                .toArray();
        double pValue = pValue(rule, gains, seed);
        return new Confirmation(
                mean(before, both),
                mean(winners, both),
                both.size(),
                !split.apart().isEmpty(),
                paired.size(),
                mean(winners, paired),
                mean(starts, paired),
                BoundedInterval.of(gains, -rule.range(), rule.range(), LEVEL, seed),
                pValue,
                pValue <= rule.alpha());
    }

    private static double pValue(AcceptanceRule rule, double[] gains, long seed) {
        if (rule.test() == AcceptanceRule.Test.PERMUTATION) {
            return SignFlipTest.of(gains, seed).pGain();
        }
        SequentialTest test = new SequentialTest(rule.alpha(), rule.range(), Math.max(1, gains.length));
        for (double gain : gains) {
            test.add(gain);
        }
        return test.pValue();
    }

    private static double mean(Map<String, Double> means, List<String> tasks) {
        return tasks.stream()
                .mapToDouble(task -> means.getOrDefault(task, 0.0))
                .average()
                .orElse(Double.NaN);
    }

    /** The gain over the start. */
    public double gain() {
        return winner - start;
    }

    /** What the fresh runs say, in sentences. */
    public String sentence() {
        double fall = chosen - again;
        String figure = "Run again with fresh seeds, the champion earns " + Figures.reward(again) + " on the "
                + Figures.times(tried, "task") + " of the session"
                + (Math.abs(fall) < 5e-4
                        ? ", as it did when it was chosen. "
                        : ", where it earned " + Figures.reward(chosen) + " when it was chosen; "
                                + (fall > 0 ? "the choice overstated it, so " : "") + "take the fresh figure. ");
        String where = apart
                ? "On " + Figures.times(compared, "task") + " that no change had seen, "
                : "Both run again on these tasks, ";
        String words = Math.abs(gain()) < 5e-4
                ? "it earns as much as the start (" + Figures.reward(winner)
                : "it earns " + Figures.reward(Math.abs(gain())) + (gain() > 0 ? " more" : " less")
                        + " than the start (" + Figures.reward(winner) + " and " + Figures.reward(start);
        return figure + where + words + "; 95 % interval of the gain " + interval + ", p = " + Figures.level(pValue)
                + "): "
                + (confirmed
                        ? "the gain is confirmed."
                        : "that does not confirm the gain" + (gain() > 0 ? ", and does not refute it." : "."));
    }
}

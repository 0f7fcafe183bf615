package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.compare.MeanInterval.BoundedInterval;
import dev.guerdon.lab.compare.SignFlipTest;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Result of fresh runs for a session's winner.
 *
 * <p>The run that a winner was chosen by overstates it: among several states that are equally good, the lucky one is chosen. A second
 * run was not chosen by anything. And what was tuned on some tasks may help on those alone, so the gain is measured once on the
 * tasks that were set apart, if there are any.
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
public record WinnerConfirmation(
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
    public static WinnerConfirmation of(
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
        // It is looked at once, so nothing is paid for looks that are not taken.
        double pValue = SignFlipTest.of(gains, seed).pGain();
        return new WinnerConfirmation(
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

    private static double mean(Map<String, Double> means, List<String> tasks) {
        return tasks.stream()
                .mapToDouble(task -> means.getOrDefault(task, 0.0))
                .average()
                .orElse(Double.NaN);
    }

    /** Returns the gain over the start. */
    public double gain() {
        return winner - start;
    }

    /** Returns what the fresh runs say, in sentences. */
    public String sentence() {
        double fall = chosen - again;
        String figure = "Run again with fresh seeds, the champion earns " + DisplayFormat.reward(again) + " on the "
                + DisplayFormat.times(tried, "task") + " of the session"
                + (Math.abs(fall) < 5e-4
                        ? ", as it did when it was chosen. "
                        : ", where it earned " + DisplayFormat.reward(chosen) + " when it was chosen; "
                                + (fall > 0 ? "the choice overstated it, so " : "") + "take the fresh figure. ");
        String where = apart
                ? "On " + DisplayFormat.times(compared, "task") + " that no change had seen, "
                : "Both run again on these tasks, ";
        String words = Math.abs(gain()) < 5e-4
                ? "it earns as much as the start (" + DisplayFormat.reward(winner)
                : "it earns " + DisplayFormat.reward(Math.abs(gain())) + (gain() > 0 ? " more" : " less")
                        + " than the start (" + DisplayFormat.reward(winner) + " and " + DisplayFormat.reward(start);
        return figure + where + words + "; 95 % interval of the gain " + interval + ", p = "
                + DisplayFormat.level(pValue)
                + "): "
                + (confirmed
                        ? "the gain is confirmed."
                        : "that does not confirm the gain" + (gain() > 0 ? ", and does not refute it." : "."));
    }

    /**
     * Result for the champion on tasks that did not choose it.
     *
     * @param selected the champion's mean on the tasks that it was chosen by, which overstates it; NaN if a race chose it
     * @param mean its mean in the confirmation
     * @param interval the 95 % interval of that mean; empty where too little is known
     * @param apart whether the tasks were set apart; else those of the tests were run again with fresh seeds
     * @param figures the champion beside the start
     * @param missing how many episodes of the confirmation have no score
     */
    public record Held(
            double selected,
            double mean,
            Optional<Interval> interval,
            boolean apart,
            WinnerConfirmation figures,
            long missing) {

        private static final double LEVEL = 0.95;

        static Held of(
                WinnerConfirmation figures,
                double selected,
                boolean apart,
                List<Episode> champion,
                List<Episode> start) {
            MeanEstimate estimate = MeanEstimate.of(champion);
            long missing = estimate.missing() + MeanEstimate.of(start).missing();
            return new Held(selected, estimate.mean(), estimate.interval(LEVEL), apart, figures, missing);
        }

        /** Returns whether the gain over the start is more than chance explains. */
        public boolean confirmed() {
            return figures.confirmed();
        }

        /** Returns whether the champion earns less than the start. */
        public boolean worse() {
            return figures.gain() < -5e-4;
        }

        /** Returns all of it in words. */
        public String sentence() {
            if (figures.compared() == 0) {
                return "Nothing of the confirmation has a score, so nothing is known beyond the tests.";
            }
            String where = apart
                    ? "On " + DisplayFormat.times(figures.compared(), "task")
                            + " that nothing had seen, the champion earns "
                    : "Run again with fresh seeds on " + DisplayFormat.times(figures.compared(), "task")
                            + " of the tests, the champion earns ";
            return where + DisplayFormat.reward(mean)
                    + interval.map(range -> " (95 % interval " + range + ")").orElse("")
                    + (Double.isNaN(selected)
                            ? "."
                            : ", where it earned " + DisplayFormat.reward(selected)
                                    + " on the tasks that it was chosen by; take the first.")
                    + " The start earns " + DisplayFormat.reward(figures.start()) + " there: a gain of "
                    + DisplayFormat.change(figures.gain()) + " (" + figures.interval() + ", p = "
                    + DisplayFormat.level(figures.pValue()) + "). "
                    + (confirmed()
                            ? "The gain is confirmed."
                            : worse()
                                    ? "The champion is not better there: do not take it over without a look at what it does."
                                    : "That does not confirm the gain, and does not refute it.")
                    + (missing == 0
                            ? ""
                            : " " + DisplayFormat.times(missing, "episode") + " without a score left out.");
        }
    }
}

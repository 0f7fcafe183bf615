package dev.guerdon.lab.improve;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.iterate.Confirmation;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Optional;

/**
 * What tasks say of the champion that chose nothing.
 *
 * @param selected the champion's mean on the tasks that it was chosen by, which overstates it
 * @param mean its mean in the confirmation
 * @param interval the 95 % interval of that mean; empty where too little is known
 * @param apart whether the tasks were set apart; else those of the tests were run again with fresh seeds
 * @param figures the champion beside the start
 * @param missing how many episodes of the confirmation have no score
 */
@Internal
public record Held(
        double selected, double mean, Optional<Interval> interval, boolean apart, Confirmation figures, long missing) {

    private static final double LEVEL = 0.95;

    static Held of(Confirmation figures, double selected, boolean apart, List<Episode> champion, List<Episode> start) {
        MeanEstimate estimate = MeanEstimate.of(champion);
        long missing = estimate.missing() + MeanEstimate.of(start).missing();
        return new Held(selected, estimate.mean(), estimate.interval(LEVEL), apart, figures, missing);
    }

    /** Whether the gain over the start is more than chance explains. */
    public boolean confirmed() {
        return figures.confirmed();
    }

    /** Whether the champion earns less than the start. */
    public boolean worse() {
        return figures.gain() < -5e-4;
    }

    /** All of it in words. */
    public String sentence() {
        if (figures.compared() == 0) {
            return "Nothing of the confirmation has a score, so nothing is known beyond the tests.";
        }
        String where = apart
                ? "On " + Figures.times(figures.compared(), "task") + " that nothing had seen, the champion earns "
                : "Run again with fresh seeds on " + Figures.times(figures.compared(), "task")
                        + " of the tests, the champion earns ";
        return where + Figures.reward(mean)
                + interval.map(range -> " (95 % interval " + range + ")").orElse("")
                + ", where it earned " + Figures.reward(selected)
                + " on the tasks that it was chosen by; take the first."
                + " The start earns " + Figures.reward(figures.start()) + " there: a gain of "
                + Figures.change(figures.gain()) + " (" + figures.interval() + ", p at most "
                + Figures.level(figures.pValue()) + "). "
                + (confirmed()
                        ? "The gain is confirmed."
                        : worse()
                                ? "The champion is not better there: do not take it over without a look at what it does."
                                : "That does not confirm the gain, and does not refute it.")
                + (missing == 0 ? "" : " " + Figures.times(missing, "episode") + " without a score left out.");
    }
}

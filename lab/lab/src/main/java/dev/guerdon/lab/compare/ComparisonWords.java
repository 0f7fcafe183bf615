package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Comparison.Counts;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.Options;
import dev.guerdon.lab.spi.Comparison.Subject;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Says what came out of a comparison, and how sure that is. */
@Internal
public final class ComparisonWords {

    private ComparisonWords() {}

    public static List<String> summary(
            Subject base,
            Subject candidate,
            int tasks,
            Difference difference,
            Counts counts,
            Options options,
            int candidates) {
        List<String> out = new ArrayList<>();
        out.add(outcome(base.run(), candidate.run(), tasks, difference, options, candidates));
        missing(difference.missing()).ifPresent(out::add);
        if (tasks == 0) {
            return out;
        }
        out.add(DisplayFormat.count(counts.fixed()) + " fixed, " + DisplayFormat.count(counts.regressed())
                + " regressed, " + DisplayFormat.count(counts.flaky()) + " flaky, "
                + DisplayFormat.count(counts.unchanged()) + " unchanged.");
        if (tooFew(difference, options)) {
            out.add("Too little data for a verdict: with " + DisplayFormat.times(difference.differing(), "task")
                    + " that differ" + (difference.differing() == 1 ? "s" : "") + ", chance alone does this "
                    + percent(Math.pow(2, 1 - difference.differing())) + " of the time or more, whatever the rewards.");
        }
        Optional<Double> smallest = difference.sensitivity().smallestDetectable();
        Optional<Long> needed = difference.sensitivity().tasksNeeded();
        if (needed.isPresent()) {
            String more = "a difference of " + plain(options.effect()) + " would need about "
                    + DisplayFormat.count(needed.get()) + ".";
            out.add(
                    smallest.isPresent() && smallest.get() <= 1
                            ? DisplayFormat.times(tasks, "task") + " show a true difference of "
                                    + DisplayFormat.reward(smallest.get()) + " with " + percent(options.power())
                                    + " power; " + more
                            : DisplayFormat.times(tasks, "task") + " cannot show any difference with "
                                    + percent(options.power()) + " power, however large; " + more);
        } else if (difference.differing() == 0) {
            // The rule of three in general form: what share of tasks may differ, and none of n be among those seen.
            double share = 1 - Math.pow(options.alpha(), 1.0 / tasks);
            out.add("With " + (tasks == 1 ? "one task that agrees" : DisplayFormat.count(tasks) + " tasks that agree")
                    + ", up to " + percent(share) + " of all such tasks could still differ.");
        }
        return out;
    }

    private static String outcome(
            String base, String candidate, int tasks, Difference difference, Options options, int candidates) {
        if (tasks == 0) {
            return "No comparison is possible: no episode is scored in both " + base + " and " + candidate + ".";
        }
        if (difference.differing() == 0) {
            return candidate + " has the same reward as " + base + " on "
                    + (tasks == 1 ? "the one task" : "each of the " + DisplayFormat.count(tasks) + " tasks")
                    + " they share.";
        }
        double size = Math.abs(difference.mean());
        String evidence = " ("
                + difference
                        .interval()
                        .map(interval -> percent(difference.bootstrap().level()) + " interval "
                                + DisplayFormat.reward(interval.low()) + " to " + DisplayFormat.reward(interval.high())
                                + ", ")
                        .orElse("")
                + p(difference, candidates) + ", " + DisplayFormat.times(tasks, "task") + ").";
        if (difference.adjustedPValue() < options.alpha()
                && difference.missing().couldTurn(difference.mean(), options.alpha())) {
            return "No decision is possible: the mean of " + candidate + " is " + DisplayFormat.reward(size)
                    + (difference.mean() > 0 ? " higher" : " lower") + " than that of " + base
                    + " where both are scored, but the missing episodes could turn this" + evidence;
        }
        boolean excluded =
                difference.interval().filter(interval -> !interval.contains(0)).isPresent();
        String direction = difference.mean() == 0
                ? "as high as"
                : DisplayFormat.reward(size) + (difference.mean() > 0 ? " higher than" : " lower than");
        if (difference.adjustedPValue() < options.alpha()) {
            return excluded || difference.interval().isEmpty()
                    ? candidate + " is " + (difference.mean() > 0 ? "better" : "worse") + " than " + base + " by "
                            + DisplayFormat.reward(size) + evidence
                    : candidate + " is likely " + (difference.mean() > 0 ? "better" : "worse") + " than " + base
                            + " by " + DisplayFormat.reward(size) + ", though its interval includes 0" + evidence;
        }
        return (excluded
                        ? "Not settled, as the interval excludes 0 and the test does not: the mean of "
                        : "No difference is shown: the mean of ")
                + candidate + " is " + direction + " that of " + base + evidence;
    }

    /** Returns what is missing, and how far it could move the difference. */
    public static Optional<String> missing(Missing missing) {
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(DisplayFormat.times(missing.pairs(), "pair") + (missing.pairs() == 1 ? " is" : " are")
                + " missing, because an episode has no score (" + DisplayFormat.count(missing.base()) + " of the base, "
                + DisplayFormat.count(missing.candidate()) + " of the candidate). With any rewards from "
                + plain(missing.range().low()) + " to " + plain(missing.range().high())
                + " in their place, the difference lies between "
                + DisplayFormat.change(missing.worst().mean()) + " and "
                + DisplayFormat.change(missing.best().mean()) + ".");
    }

    /** Returns whether no outcome at all could have been called real, so few tasks differ. */
    private static boolean tooFew(Difference difference, Options options) {
        return difference.differing() > 0 && Math.pow(2, 1 - difference.differing()) >= options.alpha();
    }

    private static String p(Difference difference, int candidates) {
        String p = p(difference.pValue(), difference);
        return candidates < 2
                ? p
                : p + ", after Holm's correction for " + candidates + " candidates "
                        + p(difference.adjustedPValue(), difference);
    }

    /** Returns a p-value with two digits that count; where flips were drawn, the least one is a bound. */
    public static String p(double value, Difference difference) {
        boolean bound = difference.significance().permutations() > 0
                && value <= 1.0 / (1 + difference.significance().permutations());
        if (value < 0.0001) {
            return "p < 0.0001";
        }
        String digits = value < 0.001 ? "%.5f" : value < 0.01 ? "%.4f" : value < 0.1 ? "%.3f" : "%.2f";
        return (bound ? "p < " : "p = ") + String.format(Locale.ROOT, digits, value);
    }

    private static String percent(double share) {
        double percent = 100 * share;
        String text = String.format(Locale.ROOT, percent < 10 ? "%.1f" : "%.3g", percent);
        return (text.contains(".") ? text.replaceAll("\\.?0+$", "") : text) + " %";
    }

    private static String plain(double value) {
        String text = String.format(Locale.ROOT, "%.4f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}

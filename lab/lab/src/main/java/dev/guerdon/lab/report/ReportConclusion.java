package dev.guerdon.lab.report;

import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.Missing;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.ReportDocument.Tone;
import dev.guerdon.lab.spi.ReportDocument.Verdict;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Conclusion of a report, and how sure that is: the first thing that it says. */
final class ReportConclusion {

    private static final double ALPHA = ChangeEvidence.ALPHA;
    private static final String OPEN = "No decision possible";

    private ReportConclusion() {}

    static Verdict of(ReportData data) {
        ReportedRun first = data.first();
        ReportedRun last = data.last();
        if (data.runs().size() == 1) {
            return one(first);
        }
        if (first.number() == last.number()) {
            return open("", List.of("No change was kept, so the final state is still that of run 1."));
        }
        List<String> reasons = new ArrayList<>();
        reasons.add(
                first.subject().equals(last.subject())
                        ? "This sets run " + last.number() + " against run 1, both of " + last.subject() + "."
                        : "This sets run " + last.number() + " (" + last.subject() + ") against run 1 ("
                                + first.subject() + ").");
        if (!first.info().suite().equals(last.info().suite())) {
            reasons.add("They are of different suites, " + first.info().suite() + " and "
                    + last.info().suite() + ", so their rewards cannot be compared.");
            return open("", reasons);
        }
        if (!first.info().reward().equals(last.info().reward())) {
            reasons.add("They were scored by different rewards, " + first.info().reward() + " and "
                    + last.info().reward() + ", so their averages cannot be compared.");
            return open("", reasons);
        }
        if (data.versus().isEmpty()) {
            reasons.add("They have no scored task in common.");
            return open("", reasons);
        }
        return decided(data.versus().get(), data, reasons);
    }

    private static Verdict one(ReportedRun run) {
        String interval = run.interval().map(ReportConclusion::range).orElse("");
        return new Verdict(
                Tone.OPEN,
                "Average reward " + run.average() + interval + ", "
                        + DisplayFormat.times(run.metrics().tasks(), "task"),
                "There is one run of " + run.subject() + ". Nothing can be decided until there is another to compare it"
                        + " with.");
    }

    private static Verdict decided(Versus versus, ReportData data, List<String> reasons) {
        Difference difference = versus.difference();
        String figures = DisplayFormat.change(difference.mean())
                + difference.interval().map(ReportConclusion::range).orElse("") + ", "
                + DisplayFormat.times(versus.tasks(), "task");
        if (difference.differing() == 0) {
            reasons.add("Every task has the same reward in both.");
            if (ChangeEvidence.tooFew(versus.tasks())) {
                reasons.add(DisplayFormat.times(versus.tasks(), "common task") + (versus.tasks() == 1 ? " is" : " are")
                        + " too few to decide anything, whatever the rewards.");
                reasons.addAll(notices(versus));
                return open(": " + figures, reasons);
            }
            reasons.addAll(notices(versus));
            return new Verdict(Tone.OPEN, "No difference: " + figures, String.join(" ", reasons));
        }
        boolean better = difference.mean() > 0;
        boolean rare = difference.adjustedPValue() < ALPHA;
        // Where all tasks differ alike there is no spread, and so no interval.
        boolean beyond = difference
                .interval()
                .map(interval -> better ? interval.low() > 0 : interval.high() < 0)
                .orElse(rare);
        if (rare && beyond && difference.missing().couldTurn(difference.mean(), ALPHA)) {
            reasons.add(missing(difference.missing()) + " Run them again before you decide.");
            return open(": " + figures, reasons);
        }
        if (rare && beyond) {
            if (better && data.decisions().stream().anyMatch(one -> one.verdict() == Decision.Verdict.KEPT)) {
                reasons.add("The changes were chosen on these same tasks, so the true gain is likely smaller.");
            }
            reasons.addAll(notices(versus));
            return new Verdict(
                    better ? Tone.BETTER : Tone.WORSE,
                    (better ? "Better: " : "Worse: ") + figures,
                    String.join(" ", reasons));
        }
        reasons.add(doubt(difference, rare, beyond));
        difference
                .sensitivity()
                .tasksNeeded()
                .filter(needed -> needed > versus.tasks())
                .ifPresent(needed -> reasons.add("To see a true difference of 0.05, about "
                        + DisplayFormat.times(needed, "task") + " would be needed."));
        reasons.addAll(notices(versus));
        return open(": " + figures, reasons);
    }

    private static String doubt(Difference difference, boolean rare, boolean beyond) {
        String p = String.format(Locale.ROOT, "p = %.2g", Math.max(difference.adjustedPValue(), 1e-4));
        if (ChangeEvidence.tooFew(difference.differing())) {
            return "Only " + DisplayFormat.times(difference.differing(), "task")
                    + (difference.differing() == 1 ? " differs" : " differ")
                    + ", which is too few to tell a difference from chance.";
        }
        if (rare || beyond) {
            return "The interval and the test disagree (" + p + "), so more tasks are needed.";
        }
        return "A difference like this can be chance (" + p + ").";
    }

    /** Returns what is not scored could have been anything. */
    private static String missing(Missing missing) {
        return DisplayFormat.times(missing.pairs(), "pair")
                + " could not be compared, because an episode has no score. With"
                + " them the difference could lie anywhere from "
                + DisplayFormat.change(missing.worst().mean()) + " to "
                + DisplayFormat.change(missing.best().mean()) + ".";
    }

    private static List<String> notices(Versus versus) {
        return versus.notices().stream()
                .map(notice -> Character.toUpperCase(notice.charAt(0)) + notice.substring(1) + ".")
                .toList();
    }

    private static Verdict open(String figures, List<String> reasons) {
        return new Verdict(Tone.OPEN, OPEN + figures, String.join(" ", reasons));
    }

    private static String range(Interval interval) {
        return ", 95 % interval " + signed(interval.low()) + " to " + signed(interval.high());
    }

    /** With a true minus, so that it stands out from a dash. */
    private static String signed(double value) {
        return DisplayFormat.reward(value).replace('-', '−');
    }
}

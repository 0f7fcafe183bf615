package dev.guerdon.lab.report;

import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Attempts against a cause of lost reward, and what came of them.
 *
 * <p>Only a run that differs from its base in the agent's own state counts as a try. Another model may lose less, too; but that is no
 * fix, and is told apart.
 *
 * @param runs all runs
 * @param peak the run that lost most in this way
 * @param lost how much a run lost in this way
 * @param faults whether such a loss is nothing that a change to the agent could cure
 */
record TriedChange(List<ReportedRun> runs, ReportedRun peak, ToDoubleFunction<ReportedRun> lost, boolean faults) {

    private static final int MOST_NAMED = 3;

    /** Returns the runs that tried something else than a run which lost reward in this way. */
    private List<ReportedRun> tried() {
        return runs.stream()
                .filter(run -> run.base() > 0 && run.isLike(ReportSections.base(runs, run)))
                .filter(run -> lost.applyAsDouble(ReportSections.base(runs, run)) > ReportedRun.MOVED)
                .toList();
    }

    private double fell(ReportedRun run) {
        return lost.applyAsDouble(ReportSections.base(runs, run)) - lost.applyAsDouble(run);
    }

    /** Returns the kept change after which this loss fell most, and the whole reward rose: a run that loses all in another way is no cure. */
    private Optional<ReportedRun> cure() {
        return tried().stream()
                .filter(run -> !run.rolledBack() && fell(run) > ReportedRun.MOVED)
                .filter(run -> run.versus()
                        .filter(versus -> versus.difference().mean() > ReportedRun.MOVED)
                        .isPresent())
                .max(Comparator.comparingDouble(this::fell));
    }

    /** Returns the kept change after which this loss fell most, though the reward as a whole did not rise. */
    private Optional<ReportedRun> shifted() {
        return tried().stream()
                .filter(run -> !run.rolledBack() && fell(run) > ReportedRun.MOVED)
                .max(Comparator.comparingDouble(this::fell));
    }

    /** Returns whether something decided that a change helps, or the tasks show it. */
    private static boolean shown(ReportedRun run) {
        return run.decision().isPresent()
                || run.versus().filter(ChangeEvidence::isReal).isPresent();
    }

    /** Returns a later run of another model, against a run that can be compared with it, which lost less. */
    private Optional<ReportedRun> otherModel() {
        return runs.stream()
                .filter(run -> run.number() > peak.number())
                .filter(run -> run.info().comparableWith(peak.info()) && !run.isLike(peak))
                .filter(run -> lost.applyAsDouble(peak) - lost.applyAsDouble(run) > ReportedRun.MOVED)
                .findFirst();
    }

    String fix(String remedy) {
        Optional<ReportedRun> cure = faults ? Optional.empty() : cure();
        if (cure.isPresent()) {
            String focus = DisplayFormat.cut(cure.get().focus(), 90);
            return shown(cure.get())
                    ? "Run " + cure.get().number() + ": " + focus + "."
                    : "None is shown. This loss fell most with run "
                            + cure.get().number() + " (“" + focus
                            + "”), which may be chance: "
                            + cure.get().versus().map(ChangeEvidence::words).orElse(ChangeEvidence.TOO_FEW) + ".";
        }
        if (faults) {
            return remedy;
        }
        Optional<ReportedRun> shifted = shifted();
        if (shifted.isPresent()) {
            return "None is known. This loss fell with run " + shifted.get().number() + " (“"
                    + DisplayFormat.cut(shifted.get().focus(), 60) + "”), but the reward did not rise. Worth a try: "
                    + remedy;
        }
        List<ReportedRun> tried = tried();
        if (tried.isEmpty()) {
            return "Not tried yet. " + remedy;
        }
        List<String> names = new ArrayList<>();
        tried.stream().limit(MOST_NAMED).forEach(run -> names.add(named(run)));
        String more =
                tried.size() > MOST_NAMED ? " and " + DisplayFormat.count(tried.size() - MOST_NAMED) + " more" : "";
        return "Tried without success so far: " + String.join(", ", names) + more + ". Worth a try: " + remedy;
    }

    private static String named(ReportedRun run) {
        String verdict = run.decision()
                .map(Decision::verdict)
                .filter(one -> one != Decision.Verdict.START)
                .map(one -> ", " + one.words())
                .orElse("");
        return "run " + run.number() + " (“" + DisplayFormat.cut(run.focus(), 60) + "”" + verdict + ")";
    }

    /** Returns whether a loss that had fallen came back. */
    private String since(ReportedRun cure) {
        ReportedRun last = ChangeTable.finalRun(runs);
        return last.isLike(cure) && lost.applyAsDouble(last) - lost.applyAsDouble(cure) > ReportedRun.MOVED
                ? " In the final state it is " + DisplayFormat.reward(lost.applyAsDouble(last)) + " again."
                : "";
    }

    String result() {
        Optional<ReportedRun> cure = cure();
        if (cure.isPresent()) {
            ReportedRun run = cure.get();
            ReportedRun before = ReportSections.base(runs, run);
            return "This loss went from " + DisplayFormat.reward(lost.applyAsDouble(before)) + " to "
                    + DisplayFormat.reward(lost.applyAsDouble(run)) + ", and the average reward from "
                    + before.average()
                    + " to " + run.average() + "." + since(run);
        }
        Optional<ReportedRun> undone = tried().stream()
                .filter(run -> run.rolledBack() && fell(run) > ReportedRun.MOVED)
                .max(Comparator.comparingDouble(this::fell));
        if (undone.isPresent()) {
            return "Run " + undone.get().number() + " loses less this way, "
                    + DisplayFormat.reward(lost.applyAsDouble(undone.get())) + ", but was rolled back.";
        }
        Optional<ReportedRun> shifted = shifted();
        if (shifted.isPresent()) {
            return "This loss went from "
                    + DisplayFormat.reward(lost.applyAsDouble(ReportSections.base(runs, shifted.get()))) + " to "
                    + DisplayFormat.reward(lost.applyAsDouble(shifted.get())) + " in run "
                    + shifted.get().number() + (faults ? "." : ", while other losses rose.");
        }
        return otherModel()
                .map(run ->
                        "Run " + run.number() + " loses less this way, " + DisplayFormat.reward(lost.applyAsDouble(run))
                                + ", but it ran another model, "
                                + DisplayFormat.ends(run.info().model(), 80)
                                + ". That is no fix of the agent.")
                .orElse(
                        tried().isEmpty()
                                ? "No other run of the same model was set against it."
                                : "No run of the same model lost less this way than the one before it.");
    }
}

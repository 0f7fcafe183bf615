package dev.guerdon.lab.report;

import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What was tried against a cause of lost reward, and what came of it.
 *
 * <p>Only a run that differs from its base in the agent's own state counts as a try. Another model may lose less, too; but that is no
 * fix, and is told apart.
 *
 * @param runs all runs
 * @param peak the run that lost most in this way
 * @param lost how much a run lost in this way
 */
record Attempts(List<ReportedRun> runs, ReportedRun peak, ToDoubleFunction<ReportedRun> lost) {

    private static final int MOST_NAMED = 3;

    /** The runs that tried something else than a run which lost reward in this way. */
    private List<ReportedRun> tried() {
        return runs.stream()
                .filter(run -> run.base() > 0 && run.isLike(Content.base(runs, run)))
                .filter(run -> lost.applyAsDouble(Content.base(runs, run)) > ReportedRun.MOVED)
                .toList();
    }

    private double fell(ReportedRun run) {
        return lost.applyAsDouble(Content.base(runs, run)) - lost.applyAsDouble(run);
    }

    /** The kept change after which this loss fell most. */
    private Optional<ReportedRun> cure() {
        return tried().stream()
                .filter(run -> !run.rolledBack() && fell(run) > ReportedRun.MOVED)
                .max(Comparator.comparingDouble(this::fell));
    }

    /** A later run of another model, against a run that can be compared with it, which lost less. */
    private Optional<ReportedRun> otherModel() {
        return runs.stream()
                .filter(run -> run.number() > peak.number())
                .filter(run -> run.info().comparableWith(peak.info()) && !run.isLike(peak))
                .filter(run -> lost.applyAsDouble(peak) - lost.applyAsDouble(run) > ReportedRun.MOVED)
                .findFirst();
    }

    String fix(String remedy) {
        Optional<ReportedRun> cure = cure();
        if (cure.isPresent()) {
            return "Run " + cure.get().number() + ": " + Figures.cut(cure.get().focus(), 90) + ".";
        }
        List<ReportedRun> tried = tried();
        if (tried.isEmpty()) {
            return "Not tried yet. " + remedy;
        }
        List<String> names = new ArrayList<>();
        tried.stream().limit(MOST_NAMED).forEach(run -> names.add(named(run)));
        String more = tried.size() > MOST_NAMED ? " and " + Figures.count(tried.size() - MOST_NAMED) + " more" : "";
        return "Tried without success so far: " + String.join(", ", names) + more + ". Worth a try: " + remedy;
    }

    private static String named(ReportedRun run) {
        String verdict = run.decision()
                .map(Decision::verdict)
                .filter(one -> one != Decision.Verdict.START)
                .map(one -> ", " + one.words())
                .orElse("");
        return "run " + run.number() + " (“" + Figures.cut(run.focus(), 60) + "”" + verdict + ")";
    }

    /** Whether a loss that had fallen came back. */
    private String since(ReportedRun cure) {
        ReportedRun last = Changes.finalRun(runs);
        return last.isLike(cure) && lost.applyAsDouble(last) - lost.applyAsDouble(cure) > ReportedRun.MOVED
                ? " In the final state it is " + Figures.reward(lost.applyAsDouble(last)) + " again."
                : "";
    }

    String result() {
        Optional<ReportedRun> cure = cure();
        if (cure.isPresent()) {
            ReportedRun run = cure.get();
            ReportedRun before = Content.base(runs, run);
            return "This loss went from " + Figures.reward(lost.applyAsDouble(before)) + " to "
                    + Figures.reward(lost.applyAsDouble(run)) + ", and the average reward from " + before.average()
                    + " to " + run.average() + "." + since(run);
        }
        Optional<ReportedRun> undone = tried().stream()
                .filter(run -> run.rolledBack() && fell(run) > ReportedRun.MOVED)
                .max(Comparator.comparingDouble(this::fell));
        if (undone.isPresent()) {
            return "Run " + undone.get().number() + " loses less this way, "
                    + Figures.reward(lost.applyAsDouble(undone.get())) + ", but was rolled back.";
        }
        return otherModel()
                .map(run -> "Run " + run.number() + " loses less this way, " + Figures.reward(lost.applyAsDouble(run))
                        + ", but it ran another model, "
                        + Figures.ends(run.info().model(), 80)
                        + ". That is no fix of the agent.")
                .orElse(
                        tried().isEmpty()
                                ? "No other run of the same model was set against it."
                                : "No run of the same model lost less this way than the one before it.");
    }
}

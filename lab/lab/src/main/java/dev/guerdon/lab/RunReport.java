package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.report.MarkdownReport;
import dev.guerdon.lab.report.ReportSections;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.ReportDocument;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession.Decision;
import java.util.List;
import java.util.Optional;

/**
 * The report on some runs: what moved, why, and what to do next, in words and figures that are all computed from the runs.
 *
 * <p>Whatever the number of runs and episodes, the report stays of a size that can be read; where something was left out, it says so.
 */
@Experimental
public record RunReport(ReportDocument document) {

    private static final int EXAMINED = 400;

    /** Number of changed tasks of each kind that are kept. */
    private static final int LISTED = 1000;

    /** Returns the report on some runs, each compared with the one before it. */
    public static RunReport of(Registry registry, List<Run> runs) {
        return of(registry, runs, List.of());
    }

    /**
     * Returns the report on some runs.
     *
     * @param registry has the runs' rewards, for counterfactual scores
     * @param runs the runs, in the order in which they are told
     * @param decisions what became of the changes, where that was decided
     */
    public static RunReport of(Registry registry, List<Run> runs, List<Decision> decisions) {
        if (runs.isEmpty()) {
            throw new LabException("a report needs at least one run");
        }
        return new RunReport(ReportSections.of(
                runs,
                decisions,
                run -> RunDiagnoser.of(registry, run, RunDiagnoser.rules(registry), EXAMINED),
                RunReport::versus));
    }

    private static Optional<Versus> versus(Run base, Run candidate) {
        try {
            return Optional.of(RunComparer.compare(base, List.of(candidate), Comparison.Options.DEFAULT, LISTED)
                    .candidates()
                    .getFirst());
        } catch (LabException nothingInCommon) {
            return Optional.empty();
        }
    }

    public String markdown() {
        return new MarkdownReport(document).write();
    }
}

package dev.guerdon.lab.report;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Decision;
import java.util.List;
import java.util.Optional;

/**
 * All that a report is made of.
 *
 * @param runs the runs, in the order in which they are told
 * @param decisions what became of the changes, where that was decided
 * @param versus the final state beside the first, where both can be compared
 * @param cases episodes that show a cause of lost reward
 * @param books the episodes of some runs, one by one
 */
@Internal
public record ReportData(
        List<ReportedRun> runs,
        List<Decision> decisions,
        Optional<Versus> versus,
        List<Citation> cases,
        List<LabBook> books) {

    public ReportData {
        runs = List.copyOf(runs);
        decisions = List.copyOf(decisions);
        cases = List.copyOf(cases);
        books = List.copyOf(books);
    }

    /** The run that everything began with. */
    ReportedRun first() {
        return runs.getFirst();
    }

    /** The run that stands at the end. */
    ReportedRun last() {
        return Changes.finalRun(runs);
    }
}

package dev.guerdon.viewer.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.PairedTask;
import java.util.Comparator;

/**
 * A task in two runs, as it is listed.
 *
 * @param base the base's mean reward over the repeats that both have; NaN for none
 * @param candidate the candidate's
 * @param difference candidate minus base; NaN where one is missing
 * @param pairs how many repeats were compared
 * @param missing how many could not be, because one of them has no score
 */
@Internal
public record TaskLine(
        String task,
        String domain,
        Change change,
        double base,
        double candidate,
        double difference,
        int pairs,
        int missing) {

    /** The largest changes first, losses before gains; then by task. */
    static final Comparator<TaskLine> LARGEST = Comparator.comparingDouble(
                    (TaskLine line) -> Double.isNaN(line.difference()) ? 0 : -Math.abs(line.difference()))
            .thenComparingDouble(line -> Double.isNaN(line.difference()) ? 0 : line.difference())
            .thenComparing(TaskLine::task);

    static TaskLine of(PairedTask task, double margin) {
        boolean paired = task.pairs() > 0;
        return new TaskLine(
                task.task(),
                task.domain(),
                task.change(margin),
                paired ? task.baseMean() : Double.NaN,
                paired ? task.candidateMean() : Double.NaN,
                paired ? task.difference() : Double.NaN,
                task.pairs(),
                task.missing());
    }

    /** Whether both runs have the task, and no repeat of it could be compared. */
    boolean unscored() {
        return pairs == 0 && missing > 0;
    }
}

package dev.guerdon.viewer.episode;

import dev.guerdon.lab.RunComparer;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.PairedTask;
import dev.guerdon.lab.spi.Run;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares pairs of runs, and keeps the last comparison as long as there is memory for it: filters and pages ask for it again. A run that
 * has more episodes since is compared again.
 */
final class ComparedPairs {

    /** Number of tasks with missing rewards that are named. */
    private static final int NAMED = 20;

    private record Key(String base, String candidate, int baseEpisodes, int candidateEpisodes, String statuses) {}

    /**
     * Two runs.
     *
     * @param comparison what the comparison says, without its tasks
     * @param lines every task, the largest changes first
     */
    public record Compared(Comparison comparison, List<TaskLine> lines) {

        /** Returns what became of the candidate. */
        public Comparison.Versus versus() {
            return comparison.candidates().getFirst();
        }

        /** Returns the tasks that are wanted. */
        List<TaskLine> lines(Predicate<TaskLine> wanted) {
            return lines.stream().filter(wanted).toList();
        }
    }

    private record Kept(Key key, SoftReference<Compared> compared) {}

    private final OpenRuns runs;
    private @Nullable Kept kept;

    public ComparedPairs(OpenRuns runs) {
        this.runs = runs;
    }

    /** Compares two runs. One comparison is made at a time: it takes memory. */
    public synchronized Compared of(String base, String candidate) {
        try (Run one = runs.open(base);
                Run other = runs.open(candidate)) {
            Key key = new Key(
                    one.info().name(),
                    other.info().name(),
                    (int) one.count(Run.Choice.ALL),
                    (int) other.count(Run.Choice.ALL),
                    one.info().status() + " " + other.info().status());
            Kept last = kept;
            Compared known = last == null || !last.key().equals(key)
                    ? null
                    : last.compared().get();
            if (known != null) {
                return known;
            }
            kept = null;
            Comparison.Options options = Comparison.Options.DEFAULT;
            Comparison comparison = RunComparer.compare(one, List.of(other), options, NAMED);
            List<TaskLine> lines = new ArrayList<>();
            RunComparer.tasks(one, other, task -> lines.add(TaskLine.of(task, options.margin())));
            lines.sort(TaskLine.LARGEST);
            Compared compared = new Compared(comparison, lines);
            kept = new Kept(key, new SoftReference<>(compared));
            return compared;
        }
    }

    /**
     * A task in two runs, as it is listed.
     *
     * @param base the base's mean reward over the repeats that both have; NaN for none
     * @param candidate the candidate's
     * @param difference candidate minus base; NaN where one is missing
     * @param pairs how many repeats were compared
     * @param missing how many could not be, because one of them has no score
     */
    record TaskLine(
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

        /** Returns whether both runs have the task, and no repeat of it could be compared. */
        boolean unscored() {
            return pairs == 0 && missing > 0;
        }
    }
}

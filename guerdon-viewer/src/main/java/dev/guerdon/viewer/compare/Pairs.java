package dev.guerdon.viewer.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.Comparer;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.trace.OpenRuns;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares pairs of runs, and keeps the last comparison as long as there is memory for it: filters and pages ask for it again. A run that
 * has more episodes since is compared again.
 */
@Internal
public final class Pairs {

    /** How many tasks with missing rewards are named. */
    private static final int NAMED = 20;

    private record Key(String base, String candidate, int baseEpisodes, int candidateEpisodes, String statuses) {}

    /**
     * Two runs.
     *
     * @param comparison what the comparison says, without its tasks
     * @param lines every task, the largest changes first
     */
    public record Compared(Comparison comparison, List<TaskLine> lines) {

        /** What became of the candidate. */
        public Comparison.Versus versus() {
            return comparison.candidates().getFirst();
        }

        /** The tasks that are wanted. */
        List<TaskLine> lines(Predicate<TaskLine> wanted) {
            return lines.stream().filter(wanted).toList();
        }
    }

    private record Kept(Key key, SoftReference<Compared> compared) {}

    private final OpenRuns runs;
    private @Nullable Kept kept;

    public Pairs(OpenRuns runs) {
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
            Comparison comparison = Comparer.compare(one, List.of(other), options, NAMED);
            List<TaskLine> lines = new ArrayList<>();
            Comparer.tasks(one, other, task -> lines.add(TaskLine.of(task, options.margin())));
            lines.sort(TaskLine.LARGEST);
            Compared compared = new Compared(comparison, lines);
            kept = new Kept(key, new SoftReference<>(compared));
            return compared;
        }
    }
}

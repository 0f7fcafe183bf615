package dev.guerdon.viewer.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.trace.Alignment;
import dev.guerdon.viewer.trace.Passage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two traces on a page.
 *
 * @param rows the steps beside each other
 * @param alignment how they line up
 * @param repeats the repeats of the task, where there are several
 */
@Internal
public record TracesView(
        String task,
        Lane base,
        Lane candidate,
        Passage gold,
        List<Row> rows,
        Alignment alignment,
        List<Repeat> repeats,
        String previous,
        String next) {

    public TracesView {
        rows = List.copyOf(rows);
        repeats = List.copyOf(repeats);
    }

    /** How many rows differ. */
    public long differing() {
        return alignment.rows().stream().filter(Alignment.Row::differs).count();
    }

    /** A run's episode of the task. */
    public record Lane(
            String run,
            String address,
            String reward,
            String look,
            Passage answer,
            String time,
            int steps,
            String episode) {}

    /**
     * Two steps beside each other.
     *
     * @param number its place, from 1
     * @param words what they have in common
     * @param folded how many rows from here on are folded; -1 where this is one of them
     */
    public record Row(
            int number,
            String words,
            boolean differs,
            boolean first,
            int folded,
            @Nullable Cell base,
            @Nullable Cell candidate) {}

    /** A step. */
    public record Cell(int number, String address, Passage action, Passage result, Passage error, String reward) {}

    /** A repeat of the task. */
    public record Repeat(int number, String address, boolean current) {}
}

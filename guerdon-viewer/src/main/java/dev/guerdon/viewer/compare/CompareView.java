package dev.guerdon.viewer.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.viewer.trace.Difference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two runs on a page.
 *
 * @param versus what the comparison says
 * @param rows the tasks on this page
 * @param filters the kinds of change that can be chosen
 * @param settings what else is different between the runs
 */
@Internal
public record CompareView(
        Side base,
        Side candidate,
        Versus versus,
        List<Row> rows,
        List<Filter> filters,
        Page page,
        List<Setting> settings) {

    public CompareView {
        rows = List.copyOf(rows);
        filters = List.copyOf(filters);
        settings = List.copyOf(settings);
    }

    /**
     * A run.
     *
     * @param mean its average reward in words
     * @param passAt the chance that one of K repeats passes, in words
     */
    public record Side(
            String run,
            String address,
            String note,
            String mean,
            int episodes,
            int planned,
            int unscored,
            List<String> passAt) {}

    /**
     * A task.
     *
     * @param look how its change looks
     * @param bar its difference, from -50 to 50
     * @param address where both traces are
     */
    public record Row(
            String task,
            String domain,
            String change,
            String look,
            String base,
            String candidate,
            String difference,
            int bar,
            String repeats,
            String address) {}

    /** A kind of change, how many tasks have it, and where they are. */
    public record Filter(String name, int count, String address, boolean current) {}

    /** Which part of the tasks is shown. */
    public record Page(
            int tasks, int page, int pages, String previous, String next, String kind, String words, String domain) {}

    /**
     * Something that is different between the runs.
     *
     * @param difference how a section of the prompt changed; null for what is no section
     */
    public record Setting(
            String name,
            String base,
            String candidate,
            @Nullable Difference difference) {}
}

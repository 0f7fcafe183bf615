package dev.guerdon.viewer.run;

import dev.guerdon.viewer.run.RunNotes.Note;
import dev.guerdon.viewer.run.RunsScreen.RunRow;
import java.util.List;
import java.util.Map;

/**
 * Content of the page of a run.
 *
 * @param run what the run is
 * @param ways where a reader may go from here
 * @param episodes the episodes that are chosen
 * @param problem why the filter cannot be read; empty if it can
 * @param bars how the chosen episodes are spread
 * @param groups what they have in common
 * @param table the rows on the page
 * @param tools what can be done with the table
 * @param notes what people wrote about the run
 * @param configuration what the run was made with
 */
record RunView(
        RunRow run,
        List<Fact> ways,
        FilteredEpisodes episodes,
        String problem,
        List<HistogramDrawing> bars,
        List<Group> groups,
        TableView table,
        Tools tools,
        List<Note> notes,
        Configuration configuration) {

    /** A filter or a format, what it is called, and its address. */
    public record Fact(String name, String value, String more) {}

    /**
     * Episodes that have something in common.
     *
     * @param title what the groups are
     * @param more how many groups are not listed
     */
    public record Group(String title, List<Line> lines, int more) {}

    /** One group: what it is, how many, their mean reward, and where they are. */
    public record Line(String words, int count, String reward, String address) {}

    /**
     * Tools for the table.
     *
     * @param rows where its rows are, for scripts
     * @param quick filters that are often wanted
     * @param columns all columns, and whether they are shown
     * @param hidden what is not shown, in words; empty where all is
     */
    public record Tools(
            TableAddress address,
            String rows,
            String back,
            String next,
            List<Fact> quick,
            List<Choice> columns,
            String hidden,
            List<Fact> exports) {}

    /** A column that may be shown. */
    public record Choice(String name, boolean shown) {}

    /**
     * Configuration with which the run was made.
     *
     * @param same what all runs of its suite have in common
     * @param own what is different in some of them, with this run's value
     * @param runs how many runs were compared
     */
    public record Configuration(Map<String, String> same, Map<String, String> own, int runs) {}
}

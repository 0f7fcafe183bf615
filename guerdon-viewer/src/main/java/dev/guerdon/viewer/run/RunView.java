package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.note.Note;
import dev.guerdon.viewer.note.SavedView;
import java.util.List;
import java.util.Map;

/**
 * What the page of a run shows.
 *
 * @param head what the run is
 * @param chosen how its chosen episodes are spread
 * @param table its episodes
 * @param tools what can be done with the table
 * @param notes what people wrote about the run
 * @param configuration what the run was made with
 */
@Internal
public record RunView(
        Head head, Chosen chosen, TableView table, Tools tools, List<Note> notes, Configuration configuration) {

    public RunView {
        notes = List.copyOf(notes);
    }

    /**
     * What the run is.
     *
     * @param figures its key figures
     */
    public record Head(
            String name,
            String note,
            String status,
            String badge,
            boolean running,
            List<Fact> figures,
            List<Fact> facts,
            List<Fact> links) {}

    /** A figure, what it is called, and what is said below it; of a link, its address. */
    public record Fact(String name, String value, String more) {}

    /**
     * How the chosen episodes are spread.
     *
     * @param problem why the filter cannot be read; empty where it can
     * @param notices what may be a slip of the pen
     */
    public record Chosen(
            int count,
            int all,
            int undecided,
            String problem,
            List<String> notices,
            List<Bars> bars,
            List<Group> groups) {}

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
     * What can be done with the table.
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
            List<Fact> exports,
            List<SavedView> views) {}

    /** A column that may be shown. */
    public record Choice(String name, boolean shown) {}

    /**
     * What the run was made with.
     *
     * @param same what all runs of its suite have in common
     * @param own what is different in some of them, with this run's value
     * @param runs how many runs were compared
     */
    public record Configuration(Map<String, String> same, Map<String, String> own, int runs) {}
}

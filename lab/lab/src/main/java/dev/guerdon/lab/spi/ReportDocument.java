package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report as content, before it is HTML or Markdown. All text is plain text: whoever writes it out escapes it.
 *
 * @param title the title
 * @param subtitle a line below it
 * @param sections the sections in order
 */
@Experimental
public record ReportDocument(String title, String subtitle, List<Section> sections) {

    /**
     * A section.
     *
     * @param id its name in links
     * @param heading its heading
     * @param blocks what it says
     */
    public record Section(String id, String heading, List<Block> blocks) {}

    /** A part of a section. */
    public sealed interface Block
            permits Verdict, Heading, Prose, Bullets, Facts, DataTable, Plot, HeatMap, Pattern, Lineage, Diff {}

    /** Tone of a verdict. */
    public enum Tone {
        BETTER,
        WORSE,
        OPEN
    }

    /** Verdict of a report, and how sure that is. */
    public record Verdict(Tone tone, String headline, String text) implements Block {}

    /**
     * A heading within a section.
     *
     * @param anchor its name in links, made of letters, digits and hyphens
     */
    public record Heading(String anchor, String text) implements Block {}

    /**
     * A link to a place in the report.
     *
     * @param anchor the name of a heading or of a row
     */
    public record Link(String label, String anchor) {}

    /** A paragraph. */
    public record Prose(String text) implements Block {}

    /** A list. */
    public record Bullets(List<String> items) implements Block {}

    /** Some figures that stand out. */
    public record Facts(List<Fact> facts) implements Block {}

    /** A figure, what it is, and a remark on it. */
    public record Fact(String label, String value, String remark) {}

    /**
     * A table.
     *
     * @param caption what it shows
     * @param columns its columns
     * @param rows the cells of each row
     * @param anchors the name of each row in links; empty where no row has one
     */
    public record DataTable(String caption, List<Column> columns, List<List<String>> rows, List<String> anchors)
            implements Block {

        public DataTable(String caption, List<Column> columns, List<List<String>> rows) {
            this(caption, columns, rows, List.of());
        }

        /** Returns the name of a row in links; null for none. */
        public @Nullable String anchor(int row) {
            return anchors.isEmpty() ? null : anchors.get(row);
        }
    }

    /** A column of a table. */
    public record Column(String heading, Align align) {

        public static Column text(String heading) {
            return new Column(heading, Align.TEXT);
        }

        /** Sentences, which need room. */
        public static Column prose(String heading) {
            return new Column(heading, Align.PROSE);
        }

        /** Names and times, which are not to be broken. */
        public static Column name(String heading) {
            return new Column(heading, Align.NAME);
        }

        public static Column number(String heading) {
            return new Column(heading, Align.NUMBER);
        }
    }

    /** Alignment of the cells of a column. */
    public enum Align {
        TEXT,
        PROSE,
        NAME,
        NUMBER
    }

    /** The average reward of each run with its interval. */
    public record Plot(String caption, List<Point> points) implements Block {}

    /**
     * A run in the plot.
     *
     * @param label the run's number
     * @param title what a reader may want to know about it
     * @param mean the average reward
     * @param low the lower end of the interval, NaN if there is none
     * @param high the upper end
     * @param kept whether later runs build on it
     * @param joined whether a line may lead to it: it is a further state of what stands before it
     */
    public record Point(
            String label, String title, double mean, double low, double high, boolean kept, boolean joined) {}

    /**
     * The reward of each task in each run.
     *
     * @param caption what it shows
     * @param runs the labels of the runs
     * @param tasks the tasks
     * @param rewards for each task the rewards in order of the runs; NaN where a run lacks the task
     * @param top the reward that has the strongest colour
     */
    public record HeatMap(String caption, List<String> runs, List<String> tasks, List<List<Double>> rewards, double top)
            implements Block {}

    /** A pattern behind lost reward: what was seen, why, what was changed, what came of it, and where it can be seen. */
    public record Pattern(String name, String symptom, String diagnosis, String fix, String result, List<Link> seen)
            implements Block {}

    /**
     * Ancestry of candidates, by age and reward.
     *
     * @param caption what it shows
     * @param nodes the candidates, the oldest first
     */
    public record Lineage(String caption, List<Node> nodes) implements Block {}

    /**
     * A candidate in a lineage.
     *
     * @param id its name
     * @param title what a reader may want to know about it
     * @param parents the names of those that it was made of
     * @param reward its average reward
     * @param kept whether it was kept
     */
    public record Node(String id, String title, List<String> parents, double reward, boolean kept) {
        public Node {
            parents = List.copyOf(parents);
        }
    }

    /** A unified diff, line by line. */
    public record Diff(List<String> lines) implements Block {
        public Diff {
            lines = List.copyOf(lines);
        }
    }
}

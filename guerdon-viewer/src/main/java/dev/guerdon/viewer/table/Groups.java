package dev.guerdon.viewer.table;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.index.SetColumn;
import dev.guerdon.viewer.index.TextColumn;
import dev.guerdon.viewer.page.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The rows of a table by a text that they share, such as an error.
 *
 * @param column the column's name
 * @param groups those with most rows first, as many as were asked for
 * @param all how many groups there are
 * @param missing how many rows have no text
 */
@Internal
public record Groups(String column, List<Group> groups, int all, int missing) {

    private static final int EXAMPLES = 3;

    public Groups {
        groups = List.copyOf(groups);
    }

    /**
     * Rows that share a text.
     *
     * @param value the text
     * @param rows how many
     * @param scored how many of them have a reward
     * @param meanReward the mean of those rewards, NaN where there is none
     * @param examples the first of them, as rows of the index
     */
    @Internal
    public record Group(String value, int rows, int scored, double meanReward, List<Integer> examples) {

        public Group {
            examples = List.copyOf(examples);
        }
    }

    /** A filter for the rows of a group. */
    public String filter(Group group) {
        return Words.name(column) + " = " + Words.text(group.value());
    }

    private static final class Sum {
        private int rows;
        private int scored;
        private double rewards;
        private final List<Integer> examples = new ArrayList<>(EXAMPLES);
    }

    /**
     * The groups of a table.
     *
     * @param most how many groups are given at most
     */
    public static Groups of(EpisodeTable table, String name, int most) {
        EpisodeIndex index = table.index();
        Column column = index.column(name);
        int codes = switch (column) {
            case TextColumn texts -> texts.dictionary().size();
            case SetColumn sets -> sets.sets().size();
            default -> throw Problem.badRequest("expected a column of texts to group by, found " + name);
        };
        Column reward = index.column("reward");
        Sum[] sums = new Sum[codes + 1];
        int missing = 0;
        for (int row : table.rows()) {
            int code = column instanceof TextColumn texts ? texts.code(row) : ((SetColumn) column).code(row);
            if (code == -1) {
                missing++;
                continue;
            }
            int place = code < 0 ? codes : code; // texts that are not held are one group
            Sum sum = sums[place];
            if (sum == null) {
                sum = new Sum();
                sums[place] = sum;
            }
            sum.rows++;
            double earned = reward.number(row);
            if (!Double.isNaN(earned)) {
                sum.scored++;
                sum.rewards += earned;
            }
            if (sum.examples.size() < EXAMPLES) {
                sum.examples.add(row);
            }
        }
        List<Sum> found = new ArrayList<>();
        for (Sum sum : sums) {
            if (sum != null) {
                found.add(sum);
            }
        }
        found.sort(Comparator.comparingInt((Sum sum) -> sum.rows)
                .reversed()
                .thenComparing(sum -> sum.examples.getFirst()));
        List<Group> groups = found.stream()
                .limit(Math.max(0, most))
                .map(sum -> new Group(
                        String.valueOf(column.text(sum.examples.getFirst())),
                        sum.rows,
                        sum.scored,
                        sum.scored == 0 ? Double.NaN : sum.rewards / sum.scored,
                        sum.examples))
                .toList();
        return new Groups(name, groups, found.size(), missing);
    }
}

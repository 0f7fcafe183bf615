package dev.guerdon.viewer.run;

import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.run.FigureColumn.SetColumn;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The rows of a table by a text that they share, such as an error.
 *
 * @param column the column's name
 * @param groups those with most rows first, as many as were asked for
 * @param all how many groups there are
 */
record RowGroups(String column, List<Group> groups, int all) {

    /**
     * Rows that share a text.
     *
     * @param value the text
     * @param rows how many
     * @param meanReward the mean of the rewards that they have, NaN if none has one
     */
    public record Group(String value, int rows, double meanReward) {}

    /** Writes a filter for the rows of a group. */
    public String filter(Group group) {
        return EpisodeSelection.name(column) + " = " + EpisodeSelection.text(group.value());
    }

    private static final class Sum {
        private final int first;
        private int rows;
        private int scored;
        private double rewards;

        private Sum(int first) {
            this.first = first;
        }
    }

    /**
     * Groups the rows of a table.
     *
     * @param most how many groups are given at most
     */
    public static RowGroups of(FilteredEpisodes table, String name, int most) {
        EpisodeIndex index = table.index();
        FigureColumn column = index.column(name);
        IntUnaryOperator codes = switch (column) {
            case TextColumn texts -> texts::code;
            case SetColumn sets -> sets::code;
            default -> throw PageProblem.badRequest("expected a column of texts to group by, found " + name);
        };
        FigureColumn reward = index.column("reward");
        Map<Integer, Sum> sums = new LinkedHashMap<>(); // texts that are not held have one code
        for (int row : table.rows()) {
            int code = codes.applyAsInt(row);
            if (code == TextColumn.Codes.MISSING) {
                continue;
            }
            Sum sum = sums.get(code);
            if (sum == null) {
                sum = new Sum(row);
                sums.put(code, sum);
            }
            sum.rows++;
            double earned = reward.number(row);
            if (!Double.isNaN(earned)) {
                sum.scored++;
                sum.rewards += earned;
            }
        }
        List<Group> groups = sums.values().stream()
                .sorted(Comparator.comparingInt((Sum sum) -> -sum.rows).thenComparingInt(sum -> sum.first))
                .limit(Math.max(0, most))
                .map(sum -> new Group(
                        String.valueOf(column.text(sum.first)),
                        sum.rows,
                        sum.scored == 0 ? Double.NaN : sum.rewards / sum.scored))
                .toList();
        return new RowGroups(name, groups, sums.size());
    }
}

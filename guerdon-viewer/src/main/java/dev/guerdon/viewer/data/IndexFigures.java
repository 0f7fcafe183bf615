package dev.guerdon.viewer.data;

import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.RunSummary;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.index.TextColumn;
import dev.guerdon.viewer.index.WholeColumn;
import java.util.Locale;

/** The figures of a run from its columns, many times faster than its database counts them. */
final class IndexFigures {

    private IndexFigures() {}

    static RunSummary of(EpisodeIndex index) {
        TextColumn tasks = (TextColumn) index.column("task");
        Column rewards = index.column("reward");
        double[] sums = new double[tasks.dictionary().size()];
        int[] counts = new int[sums.length];
        int perfect = 0;
        int zero = 0;
        int unscored = 0;
        double sum = 0;
        for (int row = 0; row < index.size(); row++) {
            double reward = rewards.number(row);
            if (Double.isNaN(reward)) {
                unscored++;
                continue;
            }
            sum += reward;
            perfect += reward >= KeyMetrics.PERFECT ? 1 : 0;
            zero += reward == 0 ? 1 : 0;
            sums[tasks.code(row)] += reward;
            counts[tasks.code(row)]++;
        }
        MeanEstimate mean = mean(sums, counts, sum, unscored);
        double n = Math.max(1, index.size());
        return new RunSummary(
                index.size(),
                sums.length,
                mean.mean(),
                mean.standardError(),
                (int) total(index, "completed"),
                perfect,
                zero,
                total(index, "steps") / n,
                failed(index) / n,
                unscored,
                total(index, "tokens"),
                cost(index));
    }

    private static MeanEstimate mean(double[] sums, int[] counts, double sum, int unscored) {
        int tasks = 0;
        long episodes = 0;
        double squares = 0;
        double products = 0;
        double squaredCounts = 0;
        for (int task = 0; task < sums.length; task++) {
            tasks += counts[task] > 0 ? 1 : 0;
            episodes += counts[task];
            squares += sums[task] * sums[task];
            products += sums[task] * counts[task];
            squaredCounts += (double) counts[task] * counts[task];
        }
        return MeanEstimate.of(new MeanEstimate.Sums(tasks, episodes, unscored, sum, squares, products, squaredCounts));
    }

    private static long total(EpisodeIndex index, String name) {
        WholeColumn column = (WholeColumn) index.column(name);
        long sum = 0;
        for (int row = 0; row < column.size(); row++) {
            sum += column.raw(row);
        }
        return sum;
    }

    private static int failed(EpisodeIndex index) {
        TextColumn finishes = (TextColumn) index.column("finish");
        boolean[] failing = new boolean[finishes.dictionary().size()];
        for (int code = 0; code < failing.length; code++) {
            failing[code] = FinishReason.of(finishes.dictionary().get(code).toUpperCase(Locale.ROOT))
                    .failed();
        }
        int count = 0;
        for (int row = 0; row < index.size(); row++) {
            int code = finishes.code(row);
            count += code >= 0 && failing[code] ? 1 : 0;
        }
        return count;
    }

    /** NaN where the cost of one is not known. */
    private static double cost(EpisodeIndex index) {
        Column costs = index.column("cost");
        double sum = 0;
        for (int row = 0; row < index.size(); row++) {
            sum += costs.number(row);
        }
        return sum;
    }
}

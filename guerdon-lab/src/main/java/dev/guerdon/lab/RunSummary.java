package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.store.Database;
import dev.guerdon.lab.store.StoredRun;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The figures of a run in a list of runs; they mean what they mean in {@link KeyMetrics}.
 *
 * @param episodes how many episodes are finished
 * @param tasks how many different tasks
 * @param averageReward the mean reward over scored episodes; NaN where there is none
 * @param standardError the standard error of that mean, with the repeats of a task as one cluster; NaN below two tasks
 * @param completed episodes that ended by their own final answer
 * @param perfect episodes with a reward of at least {@link KeyMetrics#PERFECT}
 * @param zero scored episodes with a reward of exactly 0
 * @param averageSteps the mean number of steps
 * @param errorRate the share of episodes that ended in an error
 * @param unscored episodes without a score
 * @param tokens tokens in and out
 * @param usd what the model calls cost; NaN where that is not known of all of them
 */
@Experimental
public record RunSummary(
        int episodes,
        int tasks,
        double averageReward,
        double standardError,
        int completed,
        int perfect,
        int zero,
        double averageSteps,
        double errorRate,
        int unscored,
        long tokens,
        double usd) {

    private static final String SELECT = """
            select count(*), coalesce(sum(reward), 0), coalesce(sum(completed), 0),
              coalesce(sum(reward >= %s), 0), coalesce(sum(reward = 0), 0), coalesce(sum(steps), 0),
              coalesce(sum(finish in (%s)), 0), coalesce(sum(unscored is not null), 0),
              coalesce(sum(input_tokens + output_tokens), 0), coalesce(sum(usd), 0)
            from episode""".formatted(
                    KeyMetrics.PERFECT,
                    Arrays.stream(FinishReason.values())
                            .filter(FinishReason::failed)
                            .map(reason -> "'" + reason.name() + "'")
                            .collect(Collectors.joining(", ")));

    private static final String BY_TASK = """
            select count(*), coalesce(sum(s * s), 0), coalesce(sum(s * n), 0), coalesce(sum(n * n), 0)
            from (select sum(reward) as s, cast(count(*) as real) as n from episode where reward is not null group by task)""";

    static RunSummary of(Path folder) {
        try (Connection connection = Database.read(folder);
                Statement statement = connection.createStatement()) {
            double[] all = row(statement, SELECT, 10);
            double[] clusters = row(statement, BY_TASK, 4);
            double[] unknown = row(
                    statement, "select coalesce(sum(" + Database.unknownCalls(connection) + "), 0) from episode", 1);
            double[] tasks = row(statement, "select count(distinct task) from episode", 1);
            double n = Math.max(1, all[0]);
            double scored = all[0] - all[7];
            double mean = scored == 0 ? Double.NaN : all[1] / scored;
            return new RunSummary(
                    (int) all[0],
                    (int) tasks[0],
                    mean,
                    standardError(clusters, mean, scored),
                    (int) all[2],
                    (int) all[3],
                    (int) all[4],
                    all[5] / n,
                    all[6] / n,
                    (int) all[7],
                    (long) all[8],
                    unknown[0] > 0 ? Double.NaN : all[9]);
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    private static double[] row(Statement statement, String select, int columns) throws SQLException {
        try (ResultSet row = statement.executeQuery(select)) {
            double[] values = new double[columns];
            for (int i = 0; i < columns; i++) {
                values[i] = row.getDouble(i + 1);
            }
            return values;
        }
    }

    /** The average in words, with how many are missing from it. */
    public String average() {
        return new MeanEstimate(averageReward, standardError, tasks, episodes - unscored, unscored).words();
    }

    /** From the sums over tasks of (sum of its rewards)², sum × count, and count². */
    private static double standardError(double[] clusters, double mean, double episodes) {
        double tasks = clusters[0];
        if (tasks < 2) {
            return Double.NaN;
        }
        double residuals = clusters[1] - 2 * mean * clusters[2] + mean * mean * clusters[3];
        double variance = Math.max(0, residuals) * tasks / (tasks - 1) / episodes / episodes;
        return residuals <= 1e-12 * clusters[1] ? 0 : Math.sqrt(variance);
    }
}

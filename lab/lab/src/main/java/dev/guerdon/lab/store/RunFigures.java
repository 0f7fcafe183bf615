package dev.guerdon.lab.store;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the episodes of a run or of one domain, counted by the database from one index, without reading an episode.
 *
 * @param domain the domain, empty for all
 * @param counts how many there are of what
 * @param sums the sums over all of them
 * @param clusters the sums over tasks from which a standard error is made
 */
@Internal
public record RunFigures(String domain, Counts counts, Sums sums, Clusters clusters) {

    /**
     * Numbers.
     *
     * @param episodes finished episodes
     * @param tasks different tasks
     * @param scored episodes with a reward
     * @param completed ended by their own answer
     * @param truncated cut by a limit
     * @param perfect with a reward of at least {@link KeyMetrics#PERFECT}
     * @param zero with a reward of exactly 0
     * @param failed ended in an error
     */
    public record Counts(
            int episodes, int tasks, int scored, int completed, int truncated, int perfect, int zero, int failed) {}

    /** The sums of all rewards and steps, what was used up, and the lowest and highest reward. */
    public record Sums(double reward, long steps, Usage usage, double lowest, double highest) {}

    /** Over the tasks with a scored episode: how many, the sum of (sum of rewards)², of sum × count, and of count². */
    public record Clusters(int tasks, double squares, double products, double squaredCounts) {}

    private static final int MOST_MEANS = 10_000;

    private static final String CLUSTERED = """
        select %1$s, sum(n), count(*), sum(k), sum(c), sum(cut), sum(p), sum(z), sum(f),
          sum(s), sum(t), sum(calls), sum(i), sum(o), sum(usd), sum(u), min(low), max(high),
          sum(k > 0), sum(s * s), sum(s * k), sum(cast(k as real) * k)
        from (select task, domain, count(*) as n, count(reward) as k, total(reward) as s, sum(completed) as c,
            total(reward >= %2$s) as p, total(reward = 0) as z, sum(finish in (%3$s)) as f,
            sum(finish in (%7$s)) as cut, sum(steps) as t,
            sum(calls) as calls, sum(input_tokens) as i, sum(output_tokens) as o, sum(usd) as usd, sum(%4$s) as u,
            min(reward) as low, max(reward) as high
          from %8$s group by task%5$s)
        %6$s\
        """;

    private static final String SINGLE = """
        select %1$s, count(*), count(*), count(reward), total(completed), total(finish in (%7$s)),
          total(reward >= %2$s), total(reward = 0), total(finish in (%3$s)),
          total(reward), total(steps), total(calls), total(input_tokens), total(output_tokens), total(usd),
          total(%4$s), min(reward), max(reward),
          count(reward), total(reward * reward), total(reward), count(reward)
        from %8$s %6$s\
        """;

    private static final String FAILED = ResultsSchema.failed();
    private static final String TRUNCATED =
            ResultsSchema.endings(reason -> reason.kind() == FinishReason.Kind.TRUNCATED);

    /** Returns those of the whole run. */
    public static RunFigures of(Path folder) {
        try (Connection connection = ResultsDatabase.read(folder)) {
            return of(connection, DamagedRows.NONE);
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    static RunFigures of(Connection connection, DamagedRows damaged) throws SQLException {
        try (QueryRows<RunFigures> rows = ask(connection, damaged, false)) {
            return rows.next();
        }
    }

    /** Returns those of each domain, by name. */
    static QueryRows<RunFigures> byDomain(Connection connection, DamagedRows damaged) throws SQLException {
        return ask(connection, damaged, true);
    }

    private static QueryRows<RunFigures> ask(Connection connection, DamagedRows damaged, boolean byDomain)
            throws SQLException {
        String query = String.format(
                Locale.ROOT,
                repeated(connection) ? CLUSTERED : SINGLE,
                byDomain ? "domain" : "''",
                KeyMetrics.PERFECT,
                FAILED,
                StoredEpisodes.unknownCalls(connection),
                byDomain ? ", domain" : "",
                byDomain ? "group by domain order by domain" : "",
                TRUNCATED,
                damaged.source());
        return QueryRows.of(connection, query, RunFigures::read);
    }

    /** Returns whether a task has several episodes; if none has, they need not be put together by task, which takes most of the time. */
    private static boolean repeated(Connection connection) throws SQLException {
        return QueryRows.first(
                        connection, "select exists(select 1 from episode where repeat > 0)", row -> row.getInt(1))
                > 0;
    }

    private static RunFigures read(ResultSet row) throws SQLException {
        String domain = row.getString(1);
        return new RunFigures(
                domain == null ? "" : domain,
                new Counts(
                        row.getInt(2),
                        row.getInt(3),
                        row.getInt(4),
                        row.getInt(5),
                        row.getInt(6),
                        row.getInt(7),
                        row.getInt(8),
                        row.getInt(9)),
                new Sums(
                        row.getDouble(10),
                        row.getLong(11),
                        new Usage(
                                row.getLong(12), row.getLong(13), row.getLong(14), row.getDouble(15), row.getLong(16)),
                        row.getDouble(17),
                        row.getDouble(18)),
                new Clusters(row.getInt(19), row.getDouble(20), row.getDouble(21), row.getDouble(22)));
    }

    /** Returns whether all rewards lie between 0 and 1. */
    public boolean usual() {
        return counts.scored() == 0 || (sums.lowest() >= 0 && sums.highest() <= 1);
    }

    /** Returns the mean reward of each task, or none where there are very many. */
    public double[] taskMeans(Path folder) {
        if (clusters.tasks() > MOST_MEANS) {
            return new double[0];
        }
        try (Connection connection = ResultsDatabase.read(folder);
                QueryRows<Double> rows = QueryRows.of(
                        connection,
                        "select avg(reward) from " + DamagedRows.NONE.source()
                                + " where reward is not null group by task",
                        row -> row.getDouble(1))) {
            DoubleStream.Builder means = DoubleStream.builder();
            rows.forEachRemaining(means::add);
            return means.build().toArray();
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    /** Returns the mean reward of what is scored. */
    public MeanEstimate mean() {
        return MeanEstimate.of(new MeanEstimate.Sums(
                clusters.tasks(),
                counts.scored(),
                counts.episodes() - counts.scored(),
                sums.reward(),
                clusters.squares(),
                clusters.products(),
                clusters.squaredCounts()));
    }

    /** Returns the key figures, with the best and the worst episode where somebody knows them. */
    public KeyMetrics metrics(@Nullable Episode best, @Nullable Episode worst) {
        double divisor = Math.max(1, counts.episodes());
        return new KeyMetrics(
                counts.episodes(),
                counts.tasks(),
                mean().mean(),
                counts.completed(),
                counts.truncated(),
                counts.perfect(),
                counts.zero(),
                sums.steps() / divisor,
                counts.failed() / divisor,
                counts.episodes() - counts.scored(),
                Optional.ofNullable(best),
                Optional.ofNullable(worst));
    }
}

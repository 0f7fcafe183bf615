package dev.guerdon.lab.store;

import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.spi.LabException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The tables, indices and views of {@code results.db}, and how an older file becomes one of today. Described for users in {@code
 * docs/runs-database.md}.
 *
 * <p>{@code pragma user_version} has the version. A file of an older one is read as it is, and changed only by a process that writes the
 * run, in one transaction. A file of a newer one is refused.
 */
final class ResultsSchema {

    /** 0: before versions were written. 1: foreign keys, the index over all figures, views. 2: checksums. */
    static final int VERSION = 2;

    /** The index that has every column of which figures are made, in the order in which runs are paired. */
    private static final String FIGURES =
            "task, domain, repeat, reward, unscored, finish, completed, steps, calls, input_tokens, output_tokens, usd,"
                    + " unknown_calls";

    private static final List<String> TABLES = List.of("""
        create table if not exists episode(
          id integer primary key,
          task text not null,
          repeat integer not null,
          seed integer not null,
          domain text,
          reward real,
          extras text,
          unscored text,
          unscored_message text,
          finish text not null,
          completed integer not null,
          steps integer not null,
          answer text,
          gold text,
          error text,
          calls integer not null,
          input_tokens integer not null,
          output_tokens integer not null,
          usd real not null,
          started_ns integer not null,
          duration_ns integer not null,
          unknown_calls integer not null default 0,
          retries integer not null default 0,
          waited_ns integer not null default 0,
          checksum integer,
          unique(task, repeat)
        ) strict\
        """, """
        create table if not exists detail(
          episode integer primary key references episode(id),
          body blob not null,
          checksum integer
        ) strict\
        """);

    private static final List<String> INDICES = List.of(
            "create index if not exists episode_figures on episode(" + FIGURES + ")",
            "create index if not exists episode_reward on episode(reward)");

    private static final List<String> VIEWS = List.of(
            "drop view if exists episodes",
            """
            create view episodes as select
              id, task, repeat, coalesce(domain, '') as domain, reward, reward is not null as scored,
              unscored as unscored_reason, unscored_message, lower(finish) as ended, completed, steps,
              coalesce(answer, '') as answer, coalesce(gold, '') as gold, coalesce(error, '') as error, extras,
              calls, input_tokens, output_tokens, case when unknown_calls = 0 then usd end as usd,
              strftime('%Y-%m-%dT%H:%M:%SZ', started_ns / 1000000000, 'unixepoch') as started,
              duration_ns / 1e9 as seconds, retries, waited_ns / 1e9 as waited_seconds
            from episode\
            """,
            "drop view if exists tasks",
            """
            create view tasks as select
              task, coalesce(domain, '') as domain, count(*) as episodes, count(reward) as scored,
              avg(reward) as mean_reward, min(reward) as lowest, max(reward) as highest, avg(steps) as mean_steps
            from episode group by task, domain\
            """,
            "drop view if exists domains",
            String.format(Locale.ROOT, """
                create view domains as select
                  coalesce(domain, '') as domain, count(*) as episodes, count(reward) as scored, avg(reward) as mean_reward,
                  sum(completed) as completed, coalesce(sum(reward >= 0.99), 0) as perfect,
                  coalesce(sum(reward = 0), 0) as zero, sum(finish in (%s)) as errors, avg(steps) as mean_steps
                from episode group by domain\
                """, failed()));

    private ResultsSchema() {}

    /** Returns the endings of episodes that failed, as a list for a query. */
    static String failed() {
        return endings(FinishReason::failed);
    }

    /** Returns the endings of which something holds, as a list for a query. */
    static String endings(Predicate<FinishReason> which) {
        return Arrays.stream(FinishReason.values())
                .filter(which)
                .map(reason -> "'" + reason.name() + "'")
                .collect(Collectors.joining(", "));
    }

    /** Makes the tables, or brings those of an older file up to date, all or nothing. */
    static void prepare(Connection connection) throws SQLException {
        int found = version(connection);
        if (found == VERSION) {
            return;
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute(table);
            }
            for (String column : List.of("unknown_calls", "retries", "waited_ns")) {
                if (!hasColumn(connection, column)) {
                    statement.execute("alter table episode add column " + column + " integer not null default 0");
                }
            }
            for (String table : List.of("episode", "detail")) {
                if (!hasColumn(connection, table, StoredEpisodes.CHECKSUM)) {
                    statement.execute("alter table " + table + " add column " + StoredEpisodes.CHECKSUM + " integer");
                }
            }
            for (String index : INDICES) {
                statement.execute(index);
            }
            for (String view : VIEWS) {
                statement.execute(view);
            }
            statement.execute("pragma user_version = " + VERSION);
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /**
     * Returns the version of a file.
     *
     * @throws LabException where only a newer Guerdon can read it
     */
    static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("pragma user_version")) {
            int version = row.getInt(1);
            if (version > VERSION) {
                throw new LabException("results.db has version " + version
                        + ", and this version of Guerdon reads up to " + VERSION + "; update Guerdon");
            }
            return version;
        }
    }

    /** Returns whether the file has a column that the first builds did not have. */
    static boolean hasColumn(Connection connection, String name) throws SQLException {
        return hasColumn(connection, "episode", name);
    }

    private static boolean hasColumn(Connection connection, String table, String name) throws SQLException {
        String query = "select count(*) from pragma_table_info('" + table + "') where name = '" + name + "'";
        return QueryRows.first(connection, query, row -> row.getInt(1)) > 0;
    }
}

package dev.guerdon.lab.store;

import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import dev.guerdon.lab.spi.Episode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables of {@code results.db}: one small row for each episode, and what was said in it apart, so that reading all rows stays
 * quick however long the episodes were. Text that is empty is stored as NULL, which costs nothing to read.
 */
final class EpisodeTable {

    private static final List<String> SCHEMA = List.of("""
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
              unique(task, repeat)
            ) strict""", """
            create table if not exists detail(
              episode integer primary key references episode(id),
              body blob not null
            ) strict""");

    private static final String COLUMNS =
            "task, repeat, seed, domain, reward, extras, unscored, unscored_message, finish,"
                    + " completed, steps, answer, gold, error, calls, input_tokens, output_tokens, usd, started_ns, duration_ns";

    /** Of how many model calls the cost is not known. The first builds had no such column. */
    private static final String UNKNOWN_CALLS = "unknown_calls";

    /** How often the model was asked again, and how long was waited for it: columns of later builds. */
    private static final String RETRIES = "retries";

    private static final String WAITED = "waited_ns";

    static final String INSERT =
            "insert into episode(" + COLUMNS + ", " + String.join(", ", UNKNOWN_CALLS, RETRIES, WAITED) + ") values("
                    + "?, ".repeat(22) + "?)";

    static final String DELETE_DETAIL =
            "delete from detail where episode = (select id from episode where task = ? and repeat = ?)";

    static final String DELETE = "delete from episode where task = ? and repeat = ?";

    static final String INSERT_DETAIL = "insert into detail(episode, body) values(last_insert_rowid(), ?)";

    static final String SELECT_DETAIL =
            "select body from detail where episode = (select id from episode where task = ? and repeat = ?)";

    private EpisodeTable() {}

    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : SCHEMA) {
                statement.execute(table);
            }
            for (String column : List.of(UNKNOWN_CALLS, RETRIES, WAITED)) {
                if (!hasColumn(connection, column)) {
                    statement.execute("alter table episode add column " + column + " integer not null default 0");
                }
            }
        }
    }

    private static boolean hasColumn(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select count(*) from pragma_table_info('episode') where name = '" + name + "'")) {
            return row.getInt(1) > 0;
        }
    }

    /** The expression for {@link Usage#unknown} in this database, which may be an older one that nobody may change. */
    static String unknownCalls(Connection connection) throws SQLException {
        return later(connection, UNKNOWN_CALLS);
    }

    private static String later(Connection connection, String column) throws SQLException {
        return hasColumn(connection, column) ? column : "0";
    }

    static void bind(PreparedStatement insert, Episode episode) throws SQLException {
        insert.setString(1, episode.task());
        insert.setInt(2, episode.repeat());
        insert.setLong(3, episode.seed());
        text(insert, 4, episode.domain());
        switch (episode.score()) {
            case Score.Scored scored -> {
                Map<String, @Nullable Object> extras = scored.result().extras();
                insert.setDouble(5, scored.result().reward());
                text(
                        insert,
                        6,
                        extras.isEmpty() ? "" : JsonCodec.write(Secrets.known().redactValue(extras)));
                insert.setNull(7, Types.VARCHAR);
                insert.setNull(8, Types.VARCHAR);
            }
            case Score.Unscored unscored -> {
                insert.setNull(5, Types.REAL);
                insert.setNull(6, Types.VARCHAR);
                insert.setString(7, unscored.reason().name());
                insert.setString(8, Secrets.known().redact(unscored.message()));
            }
        }
        insert.setString(9, episode.finish().name());
        insert.setInt(10, episode.completed() ? 1 : 0);
        insert.setInt(11, episode.steps());
        text(insert, 12, episode.answer());
        text(insert, 13, episode.gold());
        text(insert, 14, episode.error());
        Usage usage = episode.usage();
        insert.setLong(15, usage.calls());
        insert.setLong(16, usage.inputTokens());
        insert.setLong(17, usage.outputTokens());
        insert.setDouble(18, usage.usd());
        insert.setLong(19, nanos(episode.started()));
        insert.setLong(20, episode.duration().toNanos());
        insert.setLong(21, usage.unknown());
        insert.setInt(22, episode.retries());
        insert.setLong(23, episode.waited().toNanos());
    }

    private static void text(PreparedStatement insert, int column, String text) throws SQLException {
        if (text.isEmpty()) {
            insert.setNull(column, Types.VARCHAR);
        } else {
            insert.setString(column, Secrets.known().redact(text));
        }
    }

    private static long nanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
    }

    /** The highest number of an episode, 0 where there is none. */
    static long last(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select coalesce(max(id), 0) from episode")) {
            return row.getLong(1);
        }
    }

    /**
     * Episodes as they were stored.
     *
     * @param after read those with a higher number
     * @param to up to this one
     */
    static List<Episode> read(Connection connection, long after, long to) throws SQLException {
        List<Episode> episodes = new ArrayList<>();
        Map<String, String> domains = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement("select " + COLUMNS + ", "
                + unknownCalls(connection) + ", " + later(connection, RETRIES) + ", " + later(connection, WAITED)
                + " from episode where id > ? and id <= ? order by id")) {
            select.setLong(1, after);
            select.setLong(2, to);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    episodes.add(episode(row, domains));
                }
            }
        }
        return episodes;
    }

    private static Episode episode(ResultSet row, Map<String, String> domains) throws SQLException {
        String domain = text(row, 4);
        String known = domains.putIfAbsent(domain, domain);
        long started = row.getLong(19);
        return new Episode(
                row.getString(1),
                row.getInt(2),
                row.getLong(3),
                known == null ? domain : known,
                text(row, 13),
                score(row),
                new Episode.Ending(
                        FinishReason.of(row.getString(9)), row.getInt(10) != 0, text(row, 12), text(row, 14)),
                new Episode.Effort(
                        row.getInt(11),
                        usage(row),
                        Instant.ofEpochSecond(
                                Math.floorDiv(started, 1_000_000_000L), Math.floorMod(started, 1_000_000_000L)),
                        Duration.ofNanos(row.getLong(20)),
                        row.getInt(22),
                        Duration.ofNanos(row.getLong(23))));
    }

    /** Reads no more columns than it must: each costs a call into the database. */
    private static Usage usage(ResultSet row) throws SQLException {
        long calls = row.getLong(15);
        return calls == 0
                ? Usage.NONE
                : new Usage(calls, row.getLong(16), row.getLong(17), row.getDouble(18), row.getLong(21));
    }

    private static Score score(ResultSet row) throws SQLException {
        double reward = row.getDouble(5);
        if (reward == 0 && row.wasNull()) {
            return new Score.Unscored(Score.Reason.valueOf(row.getString(7)), text(row, 8));
        }
        String extras = row.getString(6);
        return new Score.Scored(
                extras == null
                        ? RewardResult.of(reward)
                        : new RewardResult(
                                reward, JsonCodec.read(extras, "extras").asMap()));
    }

    private static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }
}

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
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code results.db}: a small one for each episode, and what was said in it apart, so that reading all rows stays
 * quick however long the episodes were. Text that is empty is stored as NULL, which costs nothing to read.
 */
final class EpisodeTable {

    private static final String COLUMNS =
            "task, repeat, seed, domain, reward, extras, unscored, unscored_message, finish,"
                    + " completed, steps, answer, gold, error, calls, input_tokens, output_tokens, usd, started_ns, duration_ns";

    /** Of how many model calls the cost is not known. The first builds had no such column. */
    private static final String UNKNOWN_CALLS = "unknown_calls";

    /** How often the model was asked again, and how long was waited for it: columns of later builds. */
    private static final String RETRIES = "retries";

    private static final String WAITED = "waited_ns";

    static final String INSERT = "insert into episode(" + COLUMNS + ", "
            + String.join(", ", UNKNOWN_CALLS, RETRIES, WAITED) + ") values(" + "?, ".repeat(22) + "?)";

    static final String DELETE_DETAIL =
            "delete from detail where episode = (select id from episode where task = ? and repeat = ?)";

    static final String DELETE = "delete from episode where task = ? and repeat = ?";

    static final String INSERT_DETAIL = "insert into detail(episode, body) values(last_insert_rowid(), ?)";

    static final String SELECT_DETAIL =
            "select body from detail where episode = (select id from episode where task = ? and repeat = ?)";

    /** What figures are made of, in the order of the index that has all of it. */
    static final String FIGURES =
            "select task, domain, repeat, reward, unscored from episode order by task, domain, repeat";

    private static final Episode.Ending UNKNOWN_ENDING = new Episode.Ending(FinishReason.UNKNOWN, false, "", "");

    private EpisodeTable() {}

    /** The expression for {@link Usage#unknown} in this database, which may be an older one that nobody may change. */
    static String unknownCalls(Connection connection) throws SQLException {
        return later(connection, UNKNOWN_CALLS);
    }

    private static String later(Connection connection, String column) throws SQLException {
        return Schema.hasColumn(connection, column) ? column : "0";
    }

    /** The columns of later builds, as far as this database has them: unknown calls, retries and nanoseconds of waiting. */
    static String later(Connection connection) throws SQLException {
        return unknownCalls(connection) + ", " + later(connection, RETRIES) + ", " + later(connection, WAITED);
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

    /**
     * Episodes as they were stored, read one by one.
     *
     * @param where what chooses and orders them, after {@code from episode}
     */
    static Rows<Episode> read(Connection connection, String where, Object... values) throws SQLException {
        Map<String, String> domains = new HashMap<>();
        return Rows.of(
                connection,
                "select " + COLUMNS + ", " + later(connection) + " from episode " + where,
                row -> episode(row, domains),
                values);
    }

    /** All episodes with their score and what names them, and nothing else: each column costs. Those of a task come together. */
    static Rows<Episode> figures(Connection connection) throws SQLException {
        Map<String, String> domains = new HashMap<>();
        return Rows.of(connection, FIGURES, row -> figures(row, domains));
    }

    private static Episode figures(ResultSet row, Map<String, String> domains) throws SQLException {
        String domain = text(row, 2);
        String known = domains.putIfAbsent(domain, domain);
        double reward = row.getDouble(4);
        boolean unscored = reward == 0 && row.wasNull();
        return new Episode(
                row.getString(1),
                row.getInt(3),
                0,
                known == null ? domain : known,
                "",
                unscored
                        ? new Score.Unscored(Score.Reason.valueOf(row.getString(5)), "")
                        : new Score.Scored(RewardResult.of(reward)),
                UNKNOWN_ENDING,
                Episode.Effort.NONE);
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

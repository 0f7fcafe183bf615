package dev.guerdon.lab.store;

import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
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
final class StoredEpisodes {

    private static final String COLUMNS =
            "task, repeat, seed, domain, reward, extras, unscored, unscored_message, finish,"
                    + " completed, steps, answer, gold, error, calls, input_tokens, output_tokens, usd, started_ns, duration_ns";

    /** Of how many model calls the cost is not known. The first builds had no such column. */
    private static final String UNKNOWN_CALLS = "unknown_calls";

    /** How often the model was asked again, and how long was waited for it: columns of later builds. */
    private static final String RETRIES = "retries";

    private static final String WAITED = "waited_ns";

    /** The checksum of the columns before it: a column of later builds. */
    static final String CHECKSUM = "checksum";

    /** All columns that have a checksum, and behind them the checksum. */
    static final String VERIFIED = COLUMNS + ", " + String.join(", ", UNKNOWN_CALLS, RETRIES, WAITED, CHECKSUM);

    /** What the columns hold: texts, whole numbers, other numbers, and the reward, which may be missing. */
    static final String KINDS = "tnntmttttnntttnnnrnnnnn";

    static final int CHECKSUM_COLUMN = KINDS.length() + 1;

    static final String INSERT = "insert into episode(" + VERIFIED + ") values(" + "?, ".repeat(KINDS.length()) + "?)";

    static final String DELETE_DETAIL =
            "delete from detail where episode = (select id from episode where task = ? and repeat = ?)";

    static final String DELETE = "delete from episode where task = ? and repeat = ?";

    static final String INSERT_DETAIL = "insert into detail(episode, body, checksum) values(last_insert_rowid(), ?, ?)";

    static final String SELECT_DETAIL =
            "select * from detail where episode = (select id from episode where task = ? and repeat = ?)";

    private static final Episode.Ending UNKNOWN_ENDING = new Episode.Ending(FinishReason.UNKNOWN, false, "", "");

    private StoredEpisodes() {}

    /** Returns the expression for {@link Usage#unknown} in this database, which may be an older one that nobody may change. */
    static String unknownCalls(Connection connection) throws SQLException {
        return later(connection, UNKNOWN_CALLS);
    }

    private static String later(Connection connection, String column) throws SQLException {
        return ResultsSchema.hasColumn(connection, column) ? column : "0";
    }

    /** Returns the columns of later builds, as far as this database has them: unknown calls, retries and nanoseconds of waiting. */
    static String later(Connection connection) throws SQLException {
        return unknownCalls(connection) + ", " + later(connection, RETRIES) + ", " + later(connection, WAITED);
    }

    static void bind(PreparedStatement insert, Episode episode) throws SQLException {
        Binding row = new Binding(insert);
        row.text(episode.task());
        row.number(episode.repeat());
        row.number(episode.seed());
        row.textOrNull(data(episode.domain()));
        switch (episode.score()) {
            case Score.Scored scored -> {
                Map<String, @Nullable Object> extras = scored.result().extras();
                row.reward(scored.result().reward());
                row.textOrNull(
                        extras.isEmpty()
                                ? ""
                                : JsonCodec.write(
                                        SecretFilter.known().hideKeysIn(extras).value()));
                row.textOrNull("");
                row.textOrNull("");
            }
            case Score.Unscored unscored -> {
                row.noReward();
                row.textOrNull("");
                row.text(unscored.reason().name());
                row.text(SecretFilter.known().redact(unscored.message()));
            }
        }
        row.text(episode.finish().name());
        row.number(episode.completed() ? 1 : 0);
        row.number(episode.steps());
        row.textOrNull(data(episode.answer()));
        row.textOrNull(data(episode.gold()));
        row.textOrNull(SecretFilter.known().redact(episode.error()));
        Usage usage = episode.usage();
        row.number(usage.calls());
        row.number(usage.inputTokens());
        row.number(usage.outputTokens());
        row.real(usage.usd());
        row.number(nanos(episode.started()));
        row.number(episode.duration().toNanos());
        row.number(usage.unknown());
        row.number(episode.retries());
        row.number(episode.waited().toNanos());
        row.checksum();
    }

    private static String data(String text) {
        return SecretFilter.known().hideKeys(text);
    }

    /** Binds values in the order of the columns, and sums them up. */
    private static final class Binding {
        private final PreparedStatement insert;
        private final RowChecksum sum = new RowChecksum();
        private int column;

        Binding(PreparedStatement insert) {
            this.insert = insert;
        }

        void text(String text) throws SQLException {
            insert.setString(++column, text);
            sum.text(text);
        }

        void textOrNull(String text) throws SQLException {
            if (text.isEmpty()) {
                insert.setNull(++column, Types.VARCHAR);
                sum.text(null);
            } else {
                text(text);
            }
        }

        void number(long number) throws SQLException {
            insert.setLong(++column, number);
            sum.number(number);
        }

        void real(double number) throws SQLException {
            insert.setDouble(++column, number);
            sum.real(number);
        }

        void reward(double reward) throws SQLException {
            insert.setDouble(++column, reward);
            sum.reward(reward, false);
        }

        void noReward() throws SQLException {
            insert.setNull(++column, Types.REAL);
            sum.reward(0, true);
        }

        void checksum() throws SQLException {
            insert.setLong(++column, sum.value());
        }
    }

    private static long nanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
    }

    /**
     * Episodes as they were stored, read one by one.
     *
     * @param where what chooses and orders them
     */
    static QueryRows<Episode> read(Connection connection, DamagedRows damaged, String where, Object... values)
            throws SQLException {
        Map<String, String> domains = new HashMap<>();
        return QueryRows.of(
                connection,
                "select " + COLUMNS + ", " + later(connection) + " from " + damaged.source() + " " + where,
                row -> episode(row, domains),
                values);
    }

    static String figures(DamagedRows damaged) {
        return "select task, domain, repeat, reward, unscored from " + damaged.source()
                + " order by task, domain, repeat";
    }

    /** Returns all episodes with their score and what names them, and nothing else: each column costs. Those of a task come together. */
    static QueryRows<Episode> figures(Connection connection, DamagedRows damaged) throws SQLException {
        Map<String, String> domains = new HashMap<>();
        return QueryRows.of(connection, figures(damaged), row -> figures(row, domains));
    }

    private static Episode figures(ResultSet row, Map<String, String> domains) throws SQLException {
        String domain = text(row, 2);
        String known = domains.putIfAbsent(domain, domain);
        double reward = row.getDouble(4);
        boolean unscored = reward == 0 && row.wasNull();
        return new Episode(
                required(row, 1, "task"),
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
                required(row, 1, "task"),
                row.getInt(2),
                row.getLong(3),
                known == null ? domain : known,
                text(row, 13),
                score(row),
                new Episode.Ending(
                        FinishReason.of(required(row, 9, "finish")), row.getInt(10) != 0, text(row, 12), text(row, 14)),
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
            return new Score.Unscored(reason(row, 7), text(row, 8));
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

    private static String required(ResultSet row, int column, String name) throws SQLException {
        String text = row.getString(column);
        if (text == null) {
            throw new LabException("results.db is damaged: a row of the table episode has no " + name);
        }
        return text;
    }

    private static Score.Reason reason(ResultSet row, int column) throws SQLException {
        String name = row.getString(column);
        try {
            return Score.Reason.valueOf(name == null ? "" : name);
        } catch (IllegalArgumentException e) {
            throw new LabException(
                    "results.db is damaged: the episode of the task '" + text(row, 1)
                            + "' has neither a reward nor a reason that is known, but '" + name + "'",
                    e);
        }
    }
}

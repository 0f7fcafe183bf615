package dev.guerdon.sql;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.spi.QuestionWorkers;
import dev.guerdon.sql.DatabaseCopy.Limits;
import dev.guerdon.sql.DatabaseCopy.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The program of a process in which SQL of others runs: makes the database of a sample, runs the gold query, and then the answer, and
 * compares their rows. Whatever that does to the process, {@link SampleQueries} knows which of the two it was.
 */
final class SqlWorker {

    private @Nullable DatabaseSource source;
    private @Nullable DatabaseCopy shared;
    private Outcome gold = Outcome.failed("no gold query ran");

    private SqlWorker() {}

    /** Answers the questions of the parent. */
    public static void main(String[] arguments) throws IOException {
        SqlWorker worker = new SqlWorker();
        QuestionWorkers.answer(arguments, worker::answer);
    }

    private byte[] answer(byte[] question) {
        Json asked = JsonCodec.read(question, "a question");
        Map<String, @Nullable Object> reply = new LinkedHashMap<>();
        try {
            boolean isGold = asked.find("database").isPresent();
            Outcome outcome = isGold ? runGold(asked) : runAnswer(asked);
            boolean same = false;
            if (!isGold && !outcome.failed()) {
                try {
                    same = isSame(asked, outcome);
                } catch (RowEquality.BudgetSpent e) {
                    outcome = Outcome.over(String.valueOf(e.getMessage()));
                }
            }
            reply.put("columns", outcome.columns());
            reply.put("wrote", outcome.wrote());
            reply.put("error", outcome.error());
            reply.put("overran", outcome.overran());
            reply.put("same", same);
        } catch (SQLTimeoutException e) {
            reply.put("fault", String.valueOf(e.getMessage()));
            reply.put("late", true);
        } catch (SQLException | IOException e) {
            reply.put("fault", String.valueOf(e.getMessage()));
            reply.put("late", false);
        }
        return JsonCodec.write(reply).getBytes(StandardCharsets.UTF_8);
    }

    private Outcome runGold(Json asked) throws SQLException, IOException {
        close();
        String database = asked.get("database").asString();
        DatabaseSource from = asked.get("script").asBoolean()
                ? DatabaseSource.script(database)
                : DatabaseSource.file(Path.of(database));
        source = from;
        DatabaseCopy opened = DatabaseCopy.open(from, Limits.DEFAULT);
        String sql = asked.get("sql").asString();
        if (asked.get("changes").asBoolean()) {
            shared = opened;
            gold = opened.change(sql);
        } else {
            try (opened) {
                gold = opened.read(sql);
            }
        }
        return gold;
    }

    private Outcome runAnswer(Json asked) throws SQLException {
        String sql = asked.get("sql").asString();
        if (shared != null) {
            return shared.read(sql);
        }
        if (source == null) {
            throw new SQLException("no database was opened");
        }
        try (DatabaseCopy fresh = DatabaseCopy.open(source, Limits.DEFAULT)) {
            return fresh.read(sql);
        }
    }

    private boolean isSame(Json asked, Outcome given) {
        boolean ordered = asked.get("ordered").asBoolean();
        return switch (SampleQueries.Comparison.valueOf(asked.get("comparison").asString())) {
            case TEST_SUITE -> RowEquality.testSuite(gold.rows(), given.rows(), ordered, SampleQueries.MAX_CELLS);
            case ROWS ->
                gold.columns() == given.columns()
                        && RowEquality.same(gold.rows(), given.rows(), ordered, SampleQueries.MAX_CELLS);
            case SET -> RowEquality.sameSet(gold.rows(), given.rows());
        };
    }

    private void close() {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }
}

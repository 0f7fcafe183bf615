package dev.guerdon.sql;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.spi.QuestionWorkers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The queries of one sample, which run in a process of their own.
 *
 * <p>SQLite and its driver are written in C, and a statement can end their process. If it ends while the answer runs, the answer is
 * wrong; while the gold query or the statements that make the database run, the sample is unscored. The answer has half of the time that
 * a call has in a trainer, over all databases of the sample, so that it cannot make its sample unscored.
 */
final class SampleQueries implements AutoCloseable {

    /** Cells that the assignment of columns may look at. */
    static final long MAX_CELLS = 20_000_000;

    private static final long MAX_HEAP = 768L << 20;
    private static final long MAX_MEMORY = 1536L << 20;
    private static final Duration MAX_GOLD_TIME = Duration.ofSeconds(15);
    private static final Duration MAX_ANSWER_TIME = Duration.ofSeconds(5);

    private static final QuestionWorkers WORKERS = new QuestionWorkers(SqlWorker.class, MAX_HEAP);

    private QuestionWorkers.@Nullable Talk talk;
    private Duration answerTime = MAX_ANSWER_TIME;

    /** Way of comparing rows. */
    enum Comparison {
        /** As Spider's test suites do. */
        TEST_SUITE,
        /** As bags of rows with the columns in any order. */
        ROWS,
        /** As sets of rows. */
        SET
    }

    /**
     * A database of a task.
     *
     * @param name names it in messages
     * @param text the statements that make it, or the path of its file
     */
    record Base(String name, boolean script, String text) {}

    /**
     * Result of a query.
     *
     * @param columns how many columns the result has
     * @param wrote whether it wanted to change the database, which it could not
     * @param error why it failed, empty if it did not
     * @param overran whether it failed because a limit was reached
     * @param same whether the rows of an answer are those of the gold query
     * @param ended whether its process ended while it ran
     */
    record Reply(int columns, boolean wrote, String error, boolean overran, boolean same, boolean ended) {

        boolean failed() {
            return !error.isEmpty();
        }
    }

    /**
     * Opens a database and runs the gold query on it.
     *
     * @param changes whether it may change the database, which the answer then finds changed
     * @throws UnscoredException if the database cannot be made, or the process ends
     */
    Reply gold(Base base, String sql, boolean changes) {
        Json reply;
        try {
            reply = ask(
                    Map.of("database", base.text, "script", base.script, "sql", sql, "changes", changes),
                    MAX_GOLD_TIME);
        } catch (IOException e) {
            throw new UnscoredException(
                    Score.Reason.TIMEOUT,
                    "the process of the gold query and the database " + base.name + " " + e.getMessage());
        }
        if (reply.find("fault").isPresent()) {
            throw new UnscoredException(
                    reply.get("late").asBoolean() ? Score.Reason.TIMEOUT : Score.Reason.MISSING_FIELD,
                    (base.script
                                    ? "the statements of 'ddl' make no database: "
                                    : "the database " + base.name + " cannot be read: ")
                            + reply.get("fault").asString());
        }
        return reply(reply);
    }

    /** Runs the answer on the database of the gold query, and compares their rows. */
    Reply answer(String sql, Comparison comparison, boolean ordered) {
        try {
            Json reply = ask(Map.of("sql", sql, "comparison", comparison.name(), "ordered", ordered), answerTime);
            if (talk != null) {
                answerTime = answerTime.minus(talk.spent());
            }
            return reply.find("fault").isPresent()
                    ? new Reply(0, false, reply.get("fault").asString(), false, false, false)
                    : reply(reply);
        } catch (IOException e) {
            return new Reply(0, false, "its process " + e.getMessage(), true, false, true);
        }
    }

    private static Reply reply(Json reply) {
        return new Reply(
                (int) reply.get("columns").asLong(),
                reply.get("wrote").asBoolean(),
                reply.get("error").asString(),
                reply.get("overran").asBoolean(),
                reply.get("same").asBoolean(),
                false);
    }

    private Json ask(Map<String, Object> question, Duration time) throws IOException {
        try {
            QuestionWorkers.Talk process = talk();
            byte[] bytes = JsonCodec.write(question).getBytes(StandardCharsets.UTF_8);
            return JsonCodec.read(process.ask(bytes, time, MAX_MEMORY), "the reply of the process for SQL");
        } catch (IOException e) {
            close();
            throw e;
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new UnscoredException(Score.Reason.CANCELLED, "the call was interrupted while its SQL ran");
        } catch (CancellationException e) {
            close();
            throw new UnscoredException(Score.Reason.CANCELLED, String.valueOf(e.getMessage()));
        }
    }

    private QuestionWorkers.Talk talk() throws InterruptedException {
        if (talk == null) {
            try {
                talk = WORKERS.talk();
            } catch (IOException e) {
                throw new UnscoredException(
                        Score.Reason.RESOURCE,
                        "SQL runs in a process of its own, and none could be started: " + e.getMessage());
            }
        }
        return talk;
    }

    @Override
    public void close() {
        if (talk != null) {
            talk.close();
            talk = null;
        }
    }
}

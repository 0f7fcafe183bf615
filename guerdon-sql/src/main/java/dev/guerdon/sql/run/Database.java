package dev.guerdon.sql.run;

import dev.guerdon.api.Internal;
import dev.guerdon.base.NativeLibrary;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteLimits;

/** A copy of a database in memory, which is gone when it is closed. For one thread. */
@Internal
public final class Database implements AutoCloseable {

    private static final int LONGEST_VALUE = 500_000;
    private static final int LONGEST_SQL = 100_000;

    /** Held by a statement that runs a second time, since others may have used the memory that it was stopped for. */
    private static final Object ALONE = new Object();

    private final SQLiteConnection connection;
    private final Limits limits;

    private Database(SQLiteConnection connection, Limits limits) {
        this.connection = connection;
        this.limits = limits;
    }

    /** A fresh copy of what a script makes, or of what a file holds. */
    public static Database open(Source source, Limits limits) throws SQLException {
        byte[] content = source.content();
        SQLiteConnection connection = memory();
        try {
            connection.deserialize("main", content);
            pragma(connection, "trusted_schema=0");
            pragma(connection, "temp_store=2");
            pragma(connection, "query_only=1");
            limit(connection, SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_LENGTH, Math.max(LONGEST_VALUE, source.longestValue()));
            limit(connection, SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, LONGEST_SQL);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_VDBE_OP, 250_000);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_EXPR_DEPTH, 500);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_TRIGGER_DEPTH, 10);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_WORKER_THREADS, 0);
            return new Database(connection, limits);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    static SQLiteConnection memory() throws SQLException {
        NativeLibrary.SQLITE.prepare();
        Connection connection = JDBC.createConnection("jdbc:sqlite::memory:", new Properties());
        return (SQLiteConnection) connection;
    }

    private static void limit(SQLiteConnection connection, SQLiteLimits limit, int value) throws SQLException {
        connection.setLimit(limit, value);
    }

    private static void pragma(SQLiteConnection connection, String pragma) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA " + pragma);
        }
    }

    /** Runs a statement that must not change anything. */
    public Outcome read(String sql) {
        Statement statement = Statement.of(sql);
        if (!statement.problem().isEmpty()) {
            return Outcome.failed(statement.problem());
        }
        return switch (statement.kind()) {
            case EMPTY -> Outcome.rows(List.of(), 0);
            case QUERY, LOOK, CHANGE -> run(sql, false);
            case OTHER -> Outcome.failed("only queries may run");
        };
    }

    /** Runs a statement of the task's own, which may change this copy. */
    public Outcome change(String sql) throws SQLException {
        pragma(connection, "query_only=0");
        try {
            return read(sql);
        } finally {
            pragma(connection, "query_only=1");
        }
    }

    /**
     * Compiles and steps through one statement.
     *
     * <p>A prepared statement, since the driver gives plain ones commands of its own that copy the database to files.
     */
    private Outcome run(String sql, boolean again) {
        Meter meter = new Meter(limits.steps());
        try {
            ProgressHandler.setHandler(connection, Meter.EACH, meter);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                if (!statement.execute()) {
                    return Outcome.rows(List.of(), 0);
                }
                try (ResultSet result = statement.getResultSet()) {
                    return rows(result);
                }
            } finally {
                ProgressHandler.clearHandler(connection);
            }
        } catch (SQLiteException e) {
            if (meter.memoryReached() && !again) {
                synchronized (ALONE) {
                    return run(sql, true);
                }
            }
            if (!meter.reached().isEmpty()) {
                return Outcome.over(meter.reached());
            }
            int code = e.getResultCode().code & 0xFF;
            return code == SQLiteErrorCode.SQLITE_READONLY.code
                    ? Outcome.readOnly()
                    : Outcome.failed(String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            return meter.reached().isEmpty()
                    ? Outcome.failed(String.valueOf(e.getMessage()))
                    : Outcome.over(meter.reached());
        }
    }

    private Outcome rows(ResultSet result) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        long bytes = 0;
        while (result.next()) {
            List<@Nullable Object> row = new ArrayList<>(columns);
            for (int c = 1; c <= columns; c++) {
                Object value = result.getObject(c);
                bytes += 16 + (value instanceof String s ? 2L * s.length() : value instanceof byte[] b ? b.length : 0);
                row.add(value);
            }
            rows.add(row);
            if (rows.size() > limits.rows()) {
                return Outcome.over("the result has more than " + limits.rows() + " rows");
            }
            if (bytes > limits.bytes()) {
                return Outcome.over("the result is larger than " + (limits.bytes() >> 20) + " MB");
            }
        }
        return Outcome.rows(rows, columns);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("a database in memory could not be closed", e);
        }
    }
}

package dev.guerdon.sql;

import dev.guerdon.core.base.NativeLibrary;
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
final class DatabaseCopy implements AutoCloseable {

    private static final int LONGEST_VALUE = 500_000;
    private static final int LONGEST_SQL = 100_000;

    private final SQLiteConnection connection;
    private final AllowedNames names;
    private final Limits limits;

    private DatabaseCopy(SQLiteConnection connection, Limits limits) throws SQLException {
        this.connection = connection;
        this.names = AllowedNames.of(connection);
        this.limits = limits;
    }

    /** Returns a fresh copy of what a script makes, or of what a file holds. */
    static DatabaseCopy open(DatabaseSource source, Limits limits) throws SQLException {
        byte[] content = source.content();
        SQLiteConnection connection = memory(source.longestValue());
        try {
            DatabaseCopy database = new DatabaseCopy(connection, limits);
            connection.deserialize("main", content);
            pragma(connection, "query_only=1");
            limit(connection, SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, LONGEST_SQL);
            database.requireHarmlessSchema();
            return database;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Returns a new database, with the limits that hold for SQL of everybody. */
    static SQLiteConnection memory(int longestValue) throws SQLException {
        NativeLibrary.SQLITE.prepare();
        SQLiteConnection connection = JDBC.createConnection("jdbc:sqlite::memory:", new Properties());
        try {
            AllowedNames.of(connection);
            pragma(connection, "trusted_schema=0");
            pragma(connection, "temp_store=2");
            limit(connection, SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_LENGTH, Math.max(LONGEST_VALUE, longestValue));
            limit(connection, SQLiteLimits.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_VDBE_OP, 250_000);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_EXPR_DEPTH, 500);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_TRIGGER_DEPTH, 10);
            limit(connection, SQLiteLimits.SQLITE_LIMIT_WORKER_THREADS, 0);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Refuses a database whose views, triggers, constraints, indices or generated columns call what a query may not call.
     *
     * @throws SQLException if they do, or if they cannot be read as SQLite reads them
     */
    private void requireHarmlessSchema() throws SQLException {
        try (java.sql.Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select type, name, sql from main.sqlite_master")) {
            while (row.next()) {
                String sql = row.getString(3);
                String problem = sql == null ? "" : names.problemOfScript(sql);
                if (!problem.isEmpty()) {
                    throw new SQLException("its " + row.getString(1) + " '" + row.getString(2) + "': " + problem);
                }
            }
        }
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
    Outcome read(String sql) {
        StatementWords statement = StatementWords.of(sql);
        if (!statement.problem().isEmpty()) {
            return Outcome.failed(statement.problem());
        }
        String problem = names.problem(statement.words());
        if (!problem.isEmpty()) {
            return Outcome.failed(problem);
        }
        return switch (statement.kind()) {
            case EMPTY -> Outcome.rows(List.of(), 0);
            case QUERY, LOOK, CHANGE -> run(sql);
            case OTHER -> Outcome.failed("only queries may run");
        };
    }

    /** Runs a statement of the task's own, which may change this copy. */
    Outcome change(String sql) throws SQLException {
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
    private Outcome run(String sql) {
        StatementMeter meter = new StatementMeter(limits.steps());
        try {
            ProgressHandler.setHandler(connection, StatementMeter.EACH, meter);
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

    /**
     * Limits of one statement.
     *
     * @param steps instructions of SQLite's machine
     * @param rows rows of the result
     * @param bytes bytes of the result, about
     */
    record Limits(long steps, int rows, long bytes) {

        static final Limits DEFAULT = new Limits(10_000_000, 100_000, 32L << 20);
    }

    /**
     * Result of a statement.
     *
     * @param rows the rows, empty where it failed
     * @param columns how many columns the result has
     * @param wrote whether it wanted to change the database, which it could not
     * @param error why it failed, empty where it did not
     * @param overran whether it failed because a limit was reached
     */
    record Outcome(List<List<@Nullable Object>> rows, int columns, boolean wrote, String error, boolean overran) {

        static Outcome rows(List<List<@Nullable Object>> rows, int columns) {
            return new Outcome(rows, columns, false, "", false);
        }

        static Outcome failed(String error) {
            return new Outcome(List.of(), 0, false, error, false);
        }

        static Outcome over(String limit) {
            return new Outcome(List.of(), 0, false, limit, true);
        }

        static Outcome readOnly() {
            return new Outcome(List.of(), 0, true, "", false);
        }

        boolean failed() {
            return !error.isEmpty();
        }
    }
}

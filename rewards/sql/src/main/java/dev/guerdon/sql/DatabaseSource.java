package dev.guerdon.sql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;

/** Source of a database: a script that makes it, or a file that is read and never opened for writing. */
final class DatabaseSource {

    private static final int KEPT = 32;
    private static final long LARGEST_FILE = 256L << 20;
    private static final int LONGEST_VALUE = 10_000_000;
    private static final int LARGEST_KEPT = 4 << 20;
    private static final long SCRIPT_STEPS = 100_000_000;
    private static final String EXAMPLE = "DDL1";

    /** What scripts made, as bytes of a database file. */
    private static final Map<String, byte[]> CACHE = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > KEPT;
        }
    };

    private final byte[] content;
    private final int longestValue;

    private DatabaseSource(byte[] content, int longestValue) {
        this.content = content;
        this.longestValue = longestValue;
    }

    byte[] content() {
        return content;
    }

    int longestValue() {
        return longestValue;
    }

    /** Returns the database that a script of statements makes; {@code DDL1} names the example with cities and visits. */
    static DatabaseSource script(String script) throws SQLException {
        String statements = script.equals(EXAMPLE) ? example() : script;
        byte[] kept;
        synchronized (CACHE) {
            kept = CACHE.get(statements);
        }
        if (kept == null) {
            kept = made(statements);
            if (kept.length <= LARGEST_KEPT) {
                synchronized (CACHE) {
                    CACHE.put(statements, kept);
                }
            }
        }
        return new DatabaseSource(kept, 0);
    }

    /** Returns the database of a file. */
    static DatabaseSource file(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is no file");
        }
        long size = Files.size(file);
        if (size > LARGEST_FILE) {
            throw new IOException("it has " + (size >> 20) + " MB, more than " + (LARGEST_FILE >> 20));
        }
        return new DatabaseSource(Files.readAllBytes(file), LONGEST_VALUE);
    }

    private static byte[] made(String statements) throws SQLException {
        try (SQLiteConnection connection = DatabaseCopy.memory(LONGEST_VALUE)) {
            String problem = AllowedNames.of(connection).problemOfScript(statements);
            if (!problem.isEmpty()) {
                throw new SQLException(problem);
            }
            StatementMeter meter = new StatementMeter(SCRIPT_STEPS);
            ProgressHandler.setHandler(connection, StatementMeter.EACH, meter);
            // The driver's own commands, which read and write files, must stand first; they are no beginning that is
            // allowed.
            try (java.sql.Statement statement = connection.createStatement()) {
                statement.executeUpdate(statements);
            } catch (SQLException e) {
                throw meter.reached().isEmpty() ? e : new SQLTimeoutException(meter.reached(), e);
            } finally {
                ProgressHandler.clearHandler(connection);
            }
            return connection.serialize("main");
        }
    }

    private static String example() {
        try (InputStream in = DatabaseSource.class.getResourceAsStream("/dev/guerdon/sql/cities.sql")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the example database is missing", e);
        }
    }
}

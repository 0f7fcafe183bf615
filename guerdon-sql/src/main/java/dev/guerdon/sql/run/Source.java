package dev.guerdon.sql.run;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/** Where a database comes from: a script that makes it, or a file that is read and never opened for writing. */
@Internal
public final class Source {

    private static final int KEPT = 32;
    private static final long LARGEST_FILE = 256L << 20;
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

    private Source(byte[] content, int longestValue) {
        this.content = content;
        this.longestValue = longestValue;
    }

    byte[] content() {
        return content;
    }

    int longestValue() {
        return longestValue;
    }

    /** The database that a script of statements makes; {@code DDL1} names the example with cities and visits. */
    public static Source script(String script) throws SQLException {
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
        return new Source(kept, 0);
    }

    /** The database of a file. */
    public static Source file(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is no file");
        }
        long size = Files.size(file);
        if (size > LARGEST_FILE) {
            throw new IOException("it has " + (size >> 20) + " MB, more than " + (LARGEST_FILE >> 20));
        }
        return new Source(Files.readAllBytes(file), 10_000_000);
    }

    private static byte[] made(String statements) throws SQLException {
        try (SQLiteConnection connection = Database.memory()) {
            connection.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
            // The driver has commands of its own that read and write files; they must stand first.
            if (statements.strip().toLowerCase(Locale.ROOT).matches("(?s)(backup|restore)\\b.*")) {
                throw new SQLException("a script must begin with a statement of SQL");
            }
            ProgressHandler.setHandler(connection, Meter.EACH, new Meter(SCRIPT_STEPS));
            try (java.sql.Statement statement = connection.createStatement()) {
                statement.executeUpdate(statements);
            }
            return connection.serialize("main");
        }
    }

    private static String example() {
        try (InputStream in = Source.class.getResourceAsStream("/dev/guerdon/sql/cities.sql")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the example database is missing", e);
        }
    }
}

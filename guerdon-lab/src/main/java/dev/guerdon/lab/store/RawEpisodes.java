package dev.guerdon.lab.store;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the rows of {@code results.db} column by column, without making an object of each: a million of them in seconds. */
@Internal
public final class RawEpisodes implements AutoCloseable {

    private static final String COLUMNS =
            "id, task, repeat, seed, domain, reward, extras, unscored, finish, completed, steps, error, calls,"
                    + " input_tokens, output_tokens, usd, started_ns, duration_ns";

    private final Path folder;
    private final Connection connection;
    private final String query;

    public RawEpisodes(Path folder) {
        this.folder = folder;
        try {
            connection = Database.read(folder);
            try {
                Schema.version(connection);
                query = "select " + COLUMNS + ", " + EpisodeTable.later(connection) + " from episode";
            } catch (SQLException | LabException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    /** How many rows there are up to an id. */
    public long count(long upTo) {
        return number("select count(*) from episode where id <= " + upTo);
    }

    /** The highest id, 0 where there is no row. */
    public long last() {
        return number("select coalesce(max(id), 0) from episode");
    }

    private long number(String statement) {
        try (Rows<Long> rows = Rows.of(connection, statement, row -> row.getLong(1))) {
            return rows.next();
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    /** Gives the rows from an id on, by ids, to a reader. The row is the same object each time. */
    public void read(long from, Consumer<Raw> reader) {
        try (PreparedStatement statement = connection.prepareStatement(query + " where id >= ? order by id")) {
            statement.setLong(1, from);
            read(statement, reader);
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    private static void read(PreparedStatement statement, Consumer<Raw> reader) throws SQLException {
        try (ResultSet result = statement.executeQuery()) {
            Raw row = new Raw(result);
            while (result.next()) {
                reader.accept(row);
            }
        }
    }

    /** Changes whenever somebody writes; two looks within a moment may see the same. */
    public static String stamp(Path folder) {
        return stampOf(folder.resolve(Database.NAME)) + " " + stampOf(folder.resolve(Database.NAME + "-wal"));
    }

    /** How many bytes the database has, 0 where there is none. */
    public static long bytes(Path folder) {
        try {
            return Files.size(folder.resolve(Database.NAME));
        } catch (IOException e) {
            return 0;
        }
    }

    private static String stampOf(Path file) {
        try {
            return Files.size(file) + "@" + Files.getLastModifiedTime(file).toInstant();
        } catch (NoSuchFileException e) {
            return "-";
        } catch (IOException e) {
            throw new LabException(file + " cannot be looked at: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    /** A row, read as far as it is asked for: each column costs a call into the database. */
    @Internal
    public static final class Raw {

        private final ResultSet row;

        Raw(ResultSet row) {
            this.row = row;
        }

        /** A whole number, by its column from 1; 0 where there is none. */
        public long number(int column) {
            try {
                return row.getLong(column);
            } catch (SQLException e) {
                throw unreadable(e);
            }
        }

        /** A number, by its column from 1; NaN where there is none. */
        public double real(int column) {
            try {
                double value = row.getDouble(column);
                return value == 0 && row.wasNull() ? Double.NaN : value;
            } catch (SQLException e) {
                throw unreadable(e);
            }
        }

        /** A text as UTF-8, by its column from 1; null where there is none. */
        public byte @Nullable [] text(int column) {
            try {
                return row.getBytes(column);
            } catch (SQLException e) {
                throw unreadable(e);
            }
        }

        private static LabException unreadable(SQLException e) {
            return new LabException("episodes cannot be read from results.db: " + e.getMessage(), e);
        }
    }
}

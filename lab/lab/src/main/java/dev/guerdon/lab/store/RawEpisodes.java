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

/** Reads the rows of {@code results.db} column by column, without making an object of each: a million of them in seconds. */
@Internal
public abstract class RawEpisodes implements AutoCloseable {

    private static final String COLUMNS =
            "id, task, repeat, seed, domain, reward, extras, unscored, finish, completed, steps, error, calls,"
                    + " input_tokens, output_tokens, usd, started_ns, duration_ns";

    /** Number of columns that are read before those that are only verified. */
    private static final int READ = 21;

    private final Path folder;
    private final Connection connection;
    private final String query;
    private final boolean verified;

    protected RawEpisodes(Path folder) {
        this.folder = folder;
        try {
            connection = ResultsDatabase.read(folder);
            try {
                ResultsSchema.version(connection);
                verified = ResultsSchema.hasColumn(connection, StoredEpisodes.CHECKSUM);
                query = "select " + COLUMNS + ", " + StoredEpisodes.later(connection)
                        + (verified ? ", " + StoredEpisodes.VERIFIED : "") + " from episode";
            } catch (SQLException | LabException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    /** Returns how many episodes have at most this id. An episode that is run again gets a new id, unless it was the last. */
    public final long count(long upTo) {
        return number("select count(*) from episode where id <= " + upTo);
    }

    /** Returns the highest id, 0 if there is no episode. */
    public final long last() {
        return number("select coalesce(max(id), 0) from episode");
    }

    private long number(String statement) {
        try {
            return QueryRows.first(connection, statement, row -> row.getLong(1));
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    /** Gives the result, standing at each row from an id on, by ids, to a reader; rows that are damaged are left out. */
    protected final void rows(long from, Consumer<ResultSet> reader) {
        try (PreparedStatement statement = connection.prepareStatement(query + " where id >= ? order by id")) {
            statement.setLong(1, from);
            ResultSet result = statement.executeQuery();
            while (result.next()) {
                if (!verified || RowChecksum.holds(result, READ)) {
                    reader.accept(result);
                }
            }
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }

    /** Changes whenever somebody writes; two looks within a moment may see the same. */
    public static String stamp(Path folder) {
        return stampOf(folder.resolve(ResultsDatabase.NAME)) + " "
                + stampOf(folder.resolve(ResultsDatabase.NAME + "-wal"));
    }

    /** Returns how many bytes the database has, 0 if there is none. */
    public static long bytes(Path folder) {
        try {
            return Files.size(folder.resolve(ResultsDatabase.NAME));
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
    public final void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        }
    }
}

package dev.guerdon.lab.store;

import dev.guerdon.core.base.DiskSpace;
import dev.guerdon.core.base.NativeLibrary;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/** Opens {@code results.db}. */
final class ResultsDatabase {

    static final String NAME = "results.db";

    private static final int PATIENCE_MILLIS = 10_000;

    private static final long SMALL = 1L << 30;

    /** SQLite's code for a full disk, in the lowest byte. */
    private static final int FULL = 13;

    /** No episode that was written comes near; without a limit a hostile schema may ask for more than there is. */
    private static final int MAX_VALUE = 1 << 30;

    /** The last bytes of a journal that names a super-journal. */
    private static final byte[] JOURNAL_MAGIC = HexFormat.of().parseHex("d9d505f920a163d7");

    private ResultsDatabase() {}

    /**
     * Returns a connection that writes. With a write-ahead log an episode costs one append and one flush to disk, and readers are never in
     * the way.
     */
    static Connection write(Path folder) throws SQLException {
        NativeLibrary.SQLITE.prepare();
        Connection connection = open(folder, new SQLiteConfig(), url(folder));
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = full");
            statement.execute("pragma foreign_keys = on");
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Returns a connection that only reads, also while another process writes. */
    public static Connection read(Path folder) throws SQLException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            throw new LabException(folder + " has no " + NAME
                    + "; the run was killed before its first episode, or its files were removed");
        }
        NativeLibrary.SQLITE.prepare();
        SQLiteConfig config = new SQLiteConfig();
        // A log that a killed process left behind has to be taken over, which needs the right to write.
        boolean ours = Files.isWritable(folder) && Files.isWritable(file);
        config.setReadOnly(!ours);
        return open(
                folder,
                config,
                ours ? url(folder) : "jdbc:sqlite:" + file.toUri() + (hasLog(folder) ? "" : "?immutable=1"));
    }

    /**
     * Opens a file that may be somebody else's: nothing in its schema is trusted, and the schema is compared before anything else is
     * read. A setting given to the driver could read the schema first, so all but those of the connection itself come later.
     */
    private static Connection open(Path folder, SQLiteConfig config, String url) throws SQLException {
        refuseForeignJournal(folder.resolve(NAME + "-journal"));
        config.setBusyTimeout(PATIENCE_MILLIS);
        config.setPragma(SQLiteConfig.Pragma.LIMIT_LENGTH, Integer.toString(MAX_VALUE));
        Connection connection = config.createConnection(url);
        try {
            try (Statement statement = connection.createStatement()) {
                statement.execute("pragma trusted_schema = off");
            }
            ResultsSchema.version(connection);
            SchemaCheck.require(connection, folder.resolve(NAME));
            return connection;
        } catch (SQLException | LabException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Refuses a journal that names a super-journal, as no run has one: SQLite deletes the file of that name, wherever it is, once it
     * has taken the journal over.
     */
    private static void refuseForeignJournal(Path journal) {
        try (FileChannel channel = FileChannel.open(journal, StandardOpenOption.READ)) {
            ByteBuffer end = ByteBuffer.allocate(JOURNAL_MAGIC.length);
            if (channel.size() >= end.capacity()) {
                channel.read(end, channel.size() - end.capacity());
            }
            if (Arrays.equals(end.array(), JOURNAL_MAGIC)) {
                throw new LabException(
                        journal + " names another file, which SQLite would delete; no run of Guerdon has such"
                                + " a journal. Ask where the run comes from");
            }
        } catch (NoSuchFileException e) {
            // Mostly there is none.
        } catch (IOException e) {
            throw new LabException(journal + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the expression for how many calls of an episode have a cost that nobody knows. */
    public static String unknownCalls(Connection connection) throws SQLException {
        return StoredEpisodes.unknownCalls(connection);
    }

    /** Returns whether all that was said can be checked in a moment. */
    static boolean isSmall(Path folder) {
        try {
            return Files.size(folder.resolve(NAME)) <= SMALL;
        } catch (IOException e) {
            return false; // whoever reads it will be told
        }
    }

    /** Returns why a database could not be used: a disk that is full is named, whichever it is. */
    static String reason(Path folder, SQLException e) {
        boolean full = (e.getErrorCode() & 0xff) == FULL;
        return DiskSpace.fullOf(folder, e)
                .or(() -> Optional.of(folder).filter(place -> full))
                .map(place -> "the disk of " + place + " is full")
                .orElseGet(() -> String.valueOf(e.getMessage()));
    }

    private static boolean hasLog(Path folder) {
        return Files.exists(folder.resolve(NAME + "-wal"));
    }

    private static String url(Path folder) {
        return "jdbc:sqlite:" + folder.resolve(NAME).toAbsolutePath();
    }
}

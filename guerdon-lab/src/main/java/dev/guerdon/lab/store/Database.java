package dev.guerdon.lab.store;

import dev.guerdon.api.Internal;
import dev.guerdon.base.NativeLibrary;
import dev.guerdon.lab.spi.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/** Opens {@code results.db}. */
@Internal
public final class Database {

    static final String NAME = "results.db";

    private static final int PATIENCE_MILLIS = 10_000;

    private Database() {}

    /**
     * A connection that writes. With a write-ahead log an episode costs one append and one flush to disk, and readers are never in
     * the way.
     */
    static Connection write(Path folder) throws SQLException {
        NativeLibrary.SQLITE.prepare();
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(PATIENCE_MILLIS);
        config.enforceForeignKeys(true);
        return config.createConnection(url(folder));
    }

    /** A connection that only reads, also while another process writes. */
    public static Connection read(Path folder) throws SQLException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            throw new LabException(folder + " has no " + NAME
                    + "; the run was killed before its first episode, or its files were removed");
        }
        NativeLibrary.SQLITE.prepare();
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(PATIENCE_MILLIS);
        // A log that a killed process left behind has to be taken over, which needs the right to write.
        boolean ours = Files.isWritable(folder) && Files.isWritable(file);
        config.setReadOnly(!ours);
        return config.createConnection(
                ours ? url(folder) : "jdbc:sqlite:" + file.toUri() + (hasLog(folder) ? "" : "?immutable=1"));
    }

    /** The expression for how many calls of an episode have a cost that nobody knows. */
    public static String unknownCalls(Connection connection) throws SQLException {
        return EpisodeTable.unknownCalls(connection);
    }

    private static boolean hasLog(Path folder) {
        return Files.exists(folder.resolve(NAME + "-wal"));
    }

    private static String url(Path folder) {
        return "jdbc:sqlite:" + folder.resolve(NAME).toAbsolutePath();
    }
}

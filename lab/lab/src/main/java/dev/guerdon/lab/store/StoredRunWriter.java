package dev.guerdon.lab.store;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.ProcessLock;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes a run in its folder. A lock, which ends with the process, keeps a second one from writing the same run. */
@Internal
public final class StoredRunWriter implements RunWriter {

    static final String LOCK = "run.lock";

    /** What is left in the lock of a run whose end could not be stored. */
    static final String STOPPED = "stopped";

    /** SQLite's code for a row that must not be there, in the lowest byte: nothing is wrong with the disk. */
    private static final int CONSTRAINT = 19;

    private final Path folder;
    private final ProcessLock lock;
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement insertDetail;
    private RunInfo info;
    private boolean closed;

    /**
     * Begins or continues a run.
     *
     * @param prepare adds what belongs to the run before it becomes one: a folder without its description is none
     */
    public StoredRunWriter(Path folder, RunInfo info, Consumer<Path> prepare) {
        this.folder = folder;
        this.info = info;
        this.lock = ProcessLock.in(folder.resolve(LOCK), "the run " + folder.getFileName());
        try {
            this.connection = ResultsDatabase.write(folder);
            ResultsSchema.prepare(connection);
            removeDamaged();
            connection.setAutoCommit(false);
            this.insert = connection.prepareStatement(StoredEpisodes.INSERT);
            this.insertDetail = connection.prepareStatement(StoredEpisodes.INSERT_DETAIL);
        } catch (SQLException e) {
            lock.close();
            throw StoredRun.broken(folder, e);
        } catch (GuerdonException e) {
            lock.close();
            throw e;
        }
        prepare.accept(folder);
        RunFile.write(folder, info);
    }

    /** Episodes that are damaged are missing, and may be played again. Their entries in indices may be anywhere. */
    private void removeDamaged() throws SQLException {
        DamagedRows damaged = DamagedRows.of(connection, ResultsDatabase.isSmall(folder));
        if (damaged.names().isEmpty()) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("reindex");
            statement.execute("delete from detail where episode in (" + damaged.ids() + ")");
            statement.execute("delete from episode where id in (" + damaged.ids() + ")");
        }
    }

    @Override
    public synchronized RunInfo info() {
        return info;
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public void add(Episode episode, EpisodeDetail detail) {
        store(episode, detail, false);
    }

    @Override
    public void replace(Episode episode, EpisodeDetail detail) {
        store(episode, detail, true);
    }

    private void store(Episode episode, EpisodeDetail detail, boolean instead) {
        requireNoKey(episode.task());
        byte[] body = DetailCodec.encode(episode, detail, folder);
        synchronized (this) {
            try {
                if (instead) {
                    delete(StoredEpisodes.DELETE_DETAIL, episode);
                    delete(StoredEpisodes.DELETE, episode);
                }
                StoredEpisodes.bind(insert, episode);
                insert.executeUpdate();
                insertDetail.setBytes(1, body);
                insertDetail.setLong(2, RowChecksum.of(body));
                insertDetail.executeUpdate();
                connection.commit();
            } catch (SQLException e) {
                rollback(e);
                String message = "the episode " + episode.key() + " of the run " + info.name()
                        + " could not be stored: " + ResultsDatabase.reason(folder, e);
                throw (e.getErrorCode() & 0xff) == CONSTRAINT
                        ? new LabException(message, e)
                        : new EndedEarly(message, e);
            }
        }
    }

    /**
     * Refuses a task whose id holds a key of this machine: an id cannot be hidden and still name its task.
     *
     * @throws LabException with a sentence for the user, which does not show the key
     */
    public static void requireNoKey(String task) {
        String shown = SecretFilter.known().hideKeys(task);
        if (!shown.equals(task)) {
            throw new LabException("the id of the task '" + shown + "' holds a key of this machine in the place of "
                    + SecretFilter.HIDDEN + "; ids are stored and shown, so give the task another one");
        }
    }

    private void delete(String statement, Episode episode) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(statement)) {
            delete.setString(1, episode.task());
            delete.setInt(2, episode.repeat());
            delete.executeUpdate();
        }
    }

    /** Undoes half an episode. A full disk makes the database undo it by itself, and the driver must hear that there is nothing left to undo. */
    private void rollback(SQLException reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
            begin(reason);
        }
    }

    private void begin(SQLException reason) {
        for (boolean automatic : new boolean[] {true, false}) {
            try {
                connection.setAutoCommit(automatic);
            } catch (SQLException e) {
                reason.addSuppressed(e);
            }
        }
    }

    @Override
    public Path artifacts(String task, int repeat) {
        return artifacts(folder, task, repeat);
    }

    /** Returns the folder for the artifacts of an episode of the run in a folder. */
    public static Path artifacts(Path run, String task, int repeat) {
        return run.resolve("episodes").resolve(ArtifactName.of(task, repeat));
    }

    @Override
    public synchronized void finish(RunInfo.Status status, @Nullable Instant time) {
        RunInfo ended = info.with(new RunInfo.Progress(
                status,
                info.started(),
                Optional.ofNullable(time),
                info.progress().number()));
        try {
            RunFile.write(folder, ended);
        } catch (LabException e) {
            lock.leave(STOPPED);
            throw new EndedEarly("the end of the run " + info.name() + " could not be stored: " + e.getMessage(), e);
        }
        info = ended;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            insert.close();
            insertDetail.close();
            connection.setAutoCommit(true);
            tidy();
            connection.close();
        } catch (SQLException e) {
            throw StoredRun.broken(folder, e);
        } finally {
            lock.close();
        }
    }

    /** Leaves one plain file behind, which can be copied and read from any medium; not while somebody reads, and then it can wait. */
    private void tidy() {
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma busy_timeout = 100");
            statement.execute("pragma journal_mode = delete");
        } catch (SQLException e) {
            // Readers keep the log in use; the database is complete with it.
        }
    }

    /** Names the folder of an episode's artifacts after its task, safe on any file system. */
    static final class ArtifactName {

        private static final int LONGEST = 80;

        private ArtifactName() {}

        /**
         * Returns the task's id if it is a good file name as it is; else as much of it as is, and a fingerprint of the rest. An id that looks
         * like a secret is not shown in the name.
         */
        public static String of(String task, int repeat) {
            String safe = SecretFilter.known().redact(task).replaceAll("[^A-Za-z0-9._-]+", "_");
            safe = safe.substring(0, Math.min(safe.length(), LONGEST));
            boolean unsure = !safe.equals(task) || safe.startsWith(".") || safe.endsWith(".") || reserved(safe);
            String name = unsure ? safe.replaceAll("^\\.+|\\.+$", "_") + "-" + Sha256.hex(task, 5) : safe;
            return repeat == 0 ? name : name + "#" + repeat;
        }

        /** Returns whether Windows keeps the name for a device; upper case matters, too, where files differ by it alone. */
        private static boolean reserved(String name) {
            return name.isEmpty() || name.matches("(?i)(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?");
        }
    }
}

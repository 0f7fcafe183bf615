package dev.guerdon.lab.store;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.ProcessLock;
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
import java.util.function.Consumer;

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
            this.connection = Database.write(folder);
            Schema.prepare(connection);
            connection.setAutoCommit(false);
            this.insert = connection.prepareStatement(EpisodeTable.INSERT);
            this.insertDetail = connection.prepareStatement(EpisodeTable.INSERT_DETAIL);
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
        byte[] body = DetailCodec.encode(detail, folder);
        synchronized (this) {
            try {
                if (instead) {
                    delete(EpisodeTable.DELETE_DETAIL, episode);
                    delete(EpisodeTable.DELETE, episode);
                }
                EpisodeTable.bind(insert, episode);
                insert.executeUpdate();
                insertDetail.setBytes(1, body);
                insertDetail.executeUpdate();
                connection.commit();
            } catch (SQLException e) {
                rollback(e);
                String message = "the episode " + episode.key() + " of the run " + info.name()
                        + " could not be stored: " + e.getMessage();
                throw (e.getErrorCode() & 0xff) == CONSTRAINT
                        ? new LabException(message, e)
                        : new EndedEarly(message, e);
            }
        }
    }

    private void delete(String statement, Episode episode) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(statement)) {
            delete.setString(1, episode.task());
            delete.setInt(2, episode.repeat());
            delete.executeUpdate();
        }
    }

    private void rollback(SQLException reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    @Override
    public Path artifacts(String task, int repeat) {
        return folder.resolve("episodes").resolve(ArtifactName.of(task, repeat));
    }

    @Override
    public synchronized void finish(RunInfo.Status status) {
        RunInfo ended = info.with(info.progress().ended(status, Instant.now()));
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
}

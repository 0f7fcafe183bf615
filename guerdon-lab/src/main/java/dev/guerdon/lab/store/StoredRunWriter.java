package dev.guerdon.lab.store;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes a run in its folder. A lock, which ends with the process, keeps a second one from writing the same run. */
@Internal
public final class StoredRunWriter implements RunWriter {

    static final String LOCK = "run.lock";

    private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel lock;
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
        this.lock = lock(folder);
        try {
            this.connection = Database.write(folder);
            EpisodeTable.create(connection);
            connection.setAutoCommit(false);
            this.insert = connection.prepareStatement(EpisodeTable.INSERT);
            this.insertDetail = connection.prepareStatement(EpisodeTable.INSERT_DETAIL);
        } catch (SQLException e) {
            release(folder, lock);
            throw StoredRun.broken(folder, e);
        }
        prepare.accept(folder);
        RunFile.write(folder, info);
    }

    /**
     * Takes the lock, which the operating system gives back whatever ends this process. It does not tell writers of one process apart,
     * and closing the file a second time would give the lock back: hence the set.
     */
    private static FileChannel lock(Path folder) {
        Path file = folder.toAbsolutePath().normalize().resolve(LOCK);
        if (!LOCKED.add(file)) {
            throw taken(folder);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (IOException e) {
            release(folder, channel);
            throw new LabException(file + " cannot be locked: " + e.getMessage(), e);
        }
        release(folder, channel);
        throw taken(folder);
    }

    private static LabException taken(Path folder) {
        return new LabException("the run " + folder.getFileName()
                + " is being written by another process; wait for it to end, or end it, then try again");
    }

    private static void release(Path folder, @Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new LabException("the lock of the run " + folder + " could not be given back: " + e.getMessage(), e);
        } finally {
            LOCKED.remove(folder.toAbsolutePath().normalize().resolve(LOCK));
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
        byte[] body = DetailCodec.encode(detail, folder);
        synchronized (this) {
            try {
                EpisodeTable.bind(insert, episode);
                insert.executeUpdate();
                insertDetail.setBytes(1, body);
                insertDetail.executeUpdate();
                connection.commit();
            } catch (SQLException e) {
                rollback(e);
                throw new LabException(
                        "the episode " + episode.key() + " of the run " + info.name() + " could not be stored: "
                                + e.getMessage(),
                        e);
            }
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
        info = info.with(info.progress().ended(status, Instant.now()));
        RunFile.write(folder, info);
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
            release(folder, lock);
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

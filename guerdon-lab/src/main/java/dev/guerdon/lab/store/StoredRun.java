package dev.guerdon.lab.store;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run in its folder. */
@Internal
public final class StoredRun implements Run {

    private final RunInfo info;
    private final Path folder;
    private final Connection connection;
    private @Nullable List<Episode> episodes;

    public StoredRun(Path folder, RunInfo info) {
        this.folder = folder;
        this.info = info;
        try {
            this.connection = Database.read(folder);
            Schema.version(connection);
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    public static LabException broken(Path folder, SQLException e) {
        return new LabException(folder.resolve(Database.NAME) + " cannot be used: " + e.getMessage(), e);
    }

    @Override
    public RunInfo info() {
        return info;
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public synchronized List<Episode> episodes() {
        if (episodes == null) {
            episodes = inPlannedOrder(read());
        }
        return episodes;
    }

    private List<Episode> read() {
        try (Rows<Episode> rows = EpisodeTable.read(connection, "order by id")) {
            List<Episode> all = new ArrayList<>();
            rows.forEachRemaining(all::add);
            return all;
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    private List<Episode> inPlannedOrder(List<Episode> read) {
        Map<String, Integer> places = new HashMap<>();
        for (String task : info.planned()) {
            places.putIfAbsent(task, places.size());
        }
        record Placed(int place, Episode episode) {}
        List<Placed> placed = new ArrayList<>(read.size());
        for (Episode episode : read) {
            placed.add(new Placed(places.computeIfAbsent(episode.task(), task -> places.size()), episode));
        }
        placed.sort(Comparator.comparingInt(Placed::place)
                .thenComparingInt(each -> each.episode().repeat()));
        return placed.stream().map(Placed::episode).toList();
    }

    @Override
    public synchronized Optional<Episode> episode(String task, int repeat) {
        try (Rows<Episode> rows = EpisodeTable.read(connection, "where task = ? and repeat = ?", task, repeat)) {
            return rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    @Override
    public Stream<Episode> stream() {
        return rows(own -> EpisodeTable.read(own, "order by id"));
    }

    @Override
    public Stream<Episode> figures() {
        return rows(EpisodeTable::figures);
    }

    @Override
    public Stream<Episode> lowest(Choice choice) {
        return rows(own -> EpisodeTable.read(own, "order by reward, id")).filter(choice::has);
    }

    private interface Query {
        Rows<Episode> ask(Connection own) throws SQLException;
    }

    /** Rows that are read while others are, each over a connection of its own, which ends with the stream. */
    private Stream<Episode> rows(Query query) {
        try {
            Connection own = Database.read(folder);
            try {
                return query.ask(own).stream().onClose(() -> close(own));
            } catch (SQLException e) {
                close(own);
                throw e;
            }
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    private void close(Connection used) {
        try {
            used.close();
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    @Override
    public synchronized EpisodeDetail detail(Episode episode) {
        try (PreparedStatement select = connection.prepareStatement(EpisodeTable.SELECT_DETAIL)) {
            select.setString(1, episode.task());
            select.setInt(2, episode.repeat());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LabException("the run " + info.name() + " has no episode " + episode.key());
                }
                return DetailCodec.decode(
                        row.getBytes(1), folder, "episode " + episode.key() + " of the run " + info.name());
            }
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    @Override
    public synchronized void close() {
        close(connection);
    }
}

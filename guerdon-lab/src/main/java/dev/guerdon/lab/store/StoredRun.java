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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A run in its folder. */
@Internal
public final class StoredRun implements Run {

    /** So many rows are read faster by one thread than by several. */
    private static final int SHARE = 10_000;

    private static final int MOST_SHARES = 16;

    private final RunInfo info;
    private final Path folder;
    private final Connection connection;
    private @Nullable List<Episode> episodes;

    public StoredRun(Path folder, RunInfo info) {
        this.folder = folder;
        this.info = info;
        try {
            this.connection = Database.read(folder);
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

    /** All rows; those of a large run are read by several threads, each with a connection of its own. */
    private List<Episode> read() {
        long last;
        try {
            last = EpisodeTable.last(connection);
            if (last <= SHARE) {
                return EpisodeTable.read(connection, 0, last);
            }
        } catch (SQLException e) {
            throw broken(folder, e);
        }
        int shares = (int) Math.min(MOST_SHARES, (last + SHARE - 1) / SHARE);
        return IntStream.range(0, shares)
                .parallel()
                .mapToObj(share -> read(last * share / shares, last * (share + 1) / shares))
                .flatMap(List::stream)
                .toList();
    }

    private List<Episode> read(long after, long to) {
        try (Connection own = Database.read(folder)) {
            return EpisodeTable.read(own, after, to);
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
        try {
            connection.close();
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }
}

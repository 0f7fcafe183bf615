package dev.guerdon.lab.store;

import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run in its folder. */
@Internal
public final class StoredRun implements Run {

    /** So many episodes are held at once, in planned order; figures of more are counted by the database. */
    private static final long SMALL = 10_000;

    private final RunInfo info;
    private final Path folder;
    private final Connection connection;
    private final long most;
    private @Nullable List<Episode> episodes;
    private @Nullable RunFigures sums;
    private long count = -1;

    public StoredRun(Path folder, RunInfo info) {
        this(folder, info, SMALL);
    }

    /** A run that counts as large from so many episodes on. */
    StoredRun(Path folder, RunInfo info, long most) {
        this.most = most;
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
    public synchronized boolean large() {
        if (count < 0) {
            try (Rows<Long> rows = Rows.of(connection, "select count(*) from episode", row -> row.getLong(1))) {
                count = rows.next();
            } catch (SQLException e) {
                throw broken(folder, e);
            }
        }
        return count > most;
    }

    private synchronized RunFigures figuresOfAll() {
        if (sums == null) {
            try {
                sums = RunFigures.of(connection);
            } catch (SQLException e) {
                throw broken(folder, e);
            }
        }
        return sums;
    }

    @Override
    public KeyMetrics metrics() {
        return large()
                ? figuresOfAll().metrics(first("order by reward desc, id"), first("order by reward, id"))
                : KeyMetrics.of(episodes());
    }

    private synchronized @Nullable Episode first(String order) {
        try (Rows<Episode> rows = EpisodeTable.read(connection, "where reward is not null " + order + " limit 1")) {
            return rows.hasNext() ? rows.next() : null;
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    @Override
    public synchronized Map<String, KeyMetrics> domains() {
        if (!large()) {
            return KeyMetrics.byDomain(episodes());
        }
        Map<String, KeyMetrics> out = new LinkedHashMap<>();
        try (Rows<RunFigures> rows = RunFigures.byDomain(connection)) {
            rows.forEachRemaining(each -> out.put(each.domain(), each.metrics(null, null)));
        } catch (SQLException e) {
            throw broken(folder, e);
        }
        return out;
    }

    @Override
    public MeanEstimate mean() {
        return large() ? figuresOfAll().mean() : MeanEstimate.of(episodes());
    }

    @Override
    public Optional<Interval> range() {
        RunFigures all = figuresOfAll();
        return all.counts().scored() == 0
                ? Optional.empty()
                : Optional.of(new Interval(all.sums().lowest(), all.sums().highest()));
    }

    @Override
    public Usage usage() {
        return figuresOfAll().sums().usage();
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
    public Stream<Episode> scores() {
        return rows(EpisodeTable::figures);
    }

    @Override
    public Stream<Episode> lowest(Choice choice) {
        Where where = where(choice);
        return rows(own -> EpisodeTable.read(own, where.text() + " order by reward, id", where.values()));
    }

    @Override
    public synchronized long count(Choice choice) {
        Where where = where(choice);
        try (Rows<Long> rows = Rows.of(
                connection, "select count(*) from episode " + where.text(), row -> row.getLong(1), where.values())) {
            return rows.next();
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // the values of a statement, never compared
    private record Where(String text, Object... values) {}

    private synchronized Where where(Choice choice) {
        List<Object> values = new ArrayList<>();
        StringBuilder text = new StringBuilder("where 1");
        if (choice.below() < Double.POSITIVE_INFINITY) {
            text.append(" and reward < ?");
            values.add(choice.below());
        }
        if (choice.faulty()) {
            text.append(" and (reward is null or finish in (")
                    .append(Schema.failed())
                    .append("))");
        }
        String domain = choice.domain();
        if (domain != null) {
            // Java knows upper and lower case of every script, the database only that of ASCII.
            List<String> meant = domainNames().stream()
                    .filter(each -> each.equalsIgnoreCase(domain))
                    .toList();
            text.append(" and coalesce(domain, '') in (")
                    .append(String.join(", ", Collections.nCopies(meant.size(), "?")))
                    .append(")");
            values.addAll(meant);
        }
        return new Where(text.toString(), values.toArray());
    }

    private List<String> domainNames() {
        try (Rows<String> rows =
                Rows.of(connection, "select distinct coalesce(domain, '') from episode", row -> row.getString(1))) {
            return rows.stream().toList();
        } catch (SQLException e) {
            throw broken(folder, e);
        }
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

package dev.guerdon.lab.store;

import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.Usage;
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

    private static final System.Logger LOG = System.getLogger(StoredRun.class.getName());

    private final RunInfo info;
    private final Path folder;
    private final Connection connection;
    private final long most;
    private @Nullable List<Episode> episodes;
    private @Nullable RunFigures sums;
    private @Nullable DamagedRows damaged;
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
            this.connection = ResultsDatabase.read(folder);
            ResultsSchema.version(connection);
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    public static LabException broken(Path folder, SQLException e) {
        return new LabException(
                folder.resolve(ResultsDatabase.NAME) + " cannot be used: " + ResultsDatabase.reason(folder, e), e);
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
            count = ask(own -> QueryRows.first(own, "select count(*) from episode", row -> row.getLong(1)));
        }
        return count > most;
    }

    /** Returns the episodes that are left out; the user is told of them once. */
    private synchronized DamagedRows damaged() {
        if (damaged == null) {
            damaged = ask(own -> DamagedRows.of(own, ResultsDatabase.isSmall(folder)));
            if (!damaged.names().isEmpty()) {
                LOG.log(System.Logger.Level.WARNING, damaged.words(info.name()));
            }
        }
        return damaged;
    }

    private synchronized RunFigures figuresOfAll() {
        if (sums == null) {
            sums = ask(own -> RunFigures.of(own, damaged()));
        }
        return sums;
    }

    @Override
    public KeyMetrics metrics() {
        return large()
                ? figuresOfAll().metrics(best("order by reward desc, id"), best("order by reward, id"))
                : KeyMetrics.of(episodes());
    }

    private @Nullable Episode best(String order) {
        return first("where reward is not null " + order + " limit 1").orElse(null);
    }

    @Override
    public synchronized Map<String, KeyMetrics> domains() {
        if (!large()) {
            return KeyMetrics.byDomain(episodes());
        }
        return ask(own -> {
            Map<String, KeyMetrics> out = new LinkedHashMap<>();
            try (QueryRows<RunFigures> rows = RunFigures.byDomain(own, damaged())) {
                rows.forEachRemaining(each -> out.put(each.domain(), each.metrics(null, null)));
            }
            return out;
        });
    }

    @Override
    public MeanEstimate mean() {
        return large() ? figuresOfAll().mean() : MeanEstimate.of(episodes());
    }

    @Override
    public Optional<Interval> range() {
        if (!large()) {
            return Run.super.range();
        }
        RunFigures all = figuresOfAll();
        return all.counts().scored() == 0
                ? Optional.empty()
                : Optional.of(new Interval(all.sums().lowest(), all.sums().highest()));
    }

    @Override
    public Usage usage() {
        return large() ? figuresOfAll().sums().usage() : Run.super.usage();
    }

    @Override
    public synchronized List<Episode> episodes() {
        if (episodes == null) {
            episodes = inPlannedOrder(ask(own -> {
                try (QueryRows<Episode> rows = StoredEpisodes.read(own, damaged(), "order by id")) {
                    return rows.stream().toList();
                }
            }));
        }
        return episodes;
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
        return first("where task = ? and repeat = ?", task, repeat);
    }

    @Override
    public Stream<Episode> stream() {
        return rows(own -> StoredEpisodes.read(own, damaged(), "order by id"));
    }

    @Override
    public Stream<Episode> scores() {
        return rows(own -> StoredEpisodes.figures(own, damaged()));
    }

    @Override
    public Stream<Episode> lowest(Choice choice) {
        Where where = where(choice);
        return rows(own -> StoredEpisodes.read(own, damaged(), where.text() + " order by reward, id", where.values()));
    }

    @Override
    public synchronized long count(Choice choice) {
        Where where = where(choice);
        String query = "select count(*) from " + damaged().source() + " " + where.text();
        return ask(own -> QueryRows.first(own, query, row -> row.getLong(1), where.values()));
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
                    .append(ResultsSchema.failed())
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
        String query = "select distinct coalesce(domain, '') from " + damaged().source();
        return ask(own -> {
            try (QueryRows<String> rows = QueryRows.of(own, query, row -> row.getString(1))) {
                return rows.stream().toList();
            }
        });
    }

    private interface Query<T> {
        T ask(Connection own) throws SQLException;
    }

    private synchronized <T> T ask(Query<T> query) {
        try {
            return query.ask(connection);
        } catch (SQLException e) {
            throw broken(folder, e);
        }
    }

    private Optional<Episode> first(String where, Object... values) {
        return ask(own -> {
            try (QueryRows<Episode> rows = StoredEpisodes.read(own, damaged(), where, values)) {
                return rows.hasNext() ? Optional.of(rows.next()) : Optional.empty();
            }
        });
    }

    /** Rows that are read while others are, each over a connection of its own, which ends with the stream. */
    private Stream<Episode> rows(Query<QueryRows<Episode>> query) {
        try {
            Connection own = ResultsDatabase.read(folder);
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
        return ask(own -> {
            try (PreparedStatement select = own.prepareStatement(StoredEpisodes.SELECT_DETAIL)) {
                select.setString(1, episode.task());
                select.setInt(2, episode.repeat());
                ResultSet row = select.executeQuery();
                if (!row.next()) {
                    throw new LabException(
                            "results.db of the run " + info.name() + " does not say what was said in " + episode.key());
                }
                return DetailCodec.read(row, episode, folder, info.name());
            }
        });
    }

    @Override
    public synchronized void close() {
        close(connection);
    }
}

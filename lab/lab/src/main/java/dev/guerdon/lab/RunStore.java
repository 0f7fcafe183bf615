package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.compare.MeanInterval;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.lab.store.RawEpisodes;
import dev.guerdon.lab.store.RunFigures;
import dev.guerdon.lab.store.RunFile;
import dev.guerdon.lab.store.StoredRun;
import dev.guerdon.lab.store.StoredRunWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder of runs. */
@Experimental
public final class RunStore {

    /** The word for the run that was made last, whatever the clock said. */
    public static final String LATEST = "latest";

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'run_'yyyyMMdd_HHmmss", Locale.ROOT);

    /** The order in which runs were made. Those of builds that did not number them come first, by their time. */
    private static final Comparator<RunInfo> CREATION = Comparator.comparingLong(
                    (RunInfo info) -> info.progress().number())
            .thenComparing(RunInfo::started)
            .thenComparing(RunInfo::name);

    private final Path root;

    public RunStore(Path root) {
        this.root = root;
    }

    public Path root() {
        return root;
    }

    /** Returns every run in the folder, in the order in which they were made; folders that are not runs are passed over. */
    public List<RunInfo> list() {
        return folders().stream().map(RunFile::read).sorted(CREATION).toList();
    }

    /** Returns the same without the tasks that were planned, of which large runs have many. */
    public List<RunInfo> outlines() {
        return folders().stream().map(RunFile::outline).sorted(CREATION).toList();
    }

    private List<Path> folders() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(RunStore::isRun).sorted().toList();
        } catch (IOException e) {
            throw new LabException("the runs in " + root + " cannot be listed: " + e.getMessage(), e);
        }
    }

    private static boolean isRun(Path folder) {
        return Files.isRegularFile(folder.resolve(RunFile.NAME));
    }

    /**
     * Opens a run.
     *
     * @param name the folder's name, a path, a unique beginning of a name, or {@code latest}
     * @throws LabException if there is none, with the nearest name
     */
    public Run open(String name) {
        Path folder = find(name);
        return new StoredRun(folder, RunFile.read(folder));
    }

    /** Opens a run of which the description is known, with or without its planned tasks; to read that of a large one takes time. */
    public Run open(RunInfo info) {
        return new StoredRun(root.resolve(info.name()), info);
    }

    /**
     * Returns what a run of this folder is, without the tasks that were planned.
     *
     * @param name the folder's name and nothing else: no path leads elsewhere
     */
    public RunInfo outline(String name) {
        boolean plain = !name.isBlank() && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0 || c == ':');
        if (plain && !name.startsWith(".") && isRun(root.resolve(name))) {
            return RunFile.outline(root.resolve(name));
        }
        List<String> names = folders().stream()
                .map(folder -> String.valueOf(folder.getFileName()))
                .toList();
        throw new LabException("there is no run '" + name + "'" + NameRules.didYouMean(name, names));
    }

    /** Reads all episodes of a run as plain columns. */
    public EpisodeScan scan(RunInfo info) {
        return new EpisodeScan(root.resolve(info.name()));
    }

    /** Returns how many bytes the database of a run has, 0 if there is none yet. */
    public long bytes(RunInfo info) {
        return RawEpisodes.bytes(root.resolve(info.name()));
    }

    /** Changes whenever an episode of a run is stored; two looks within a moment may see the same. */
    public String stamp(RunInfo info) {
        return RawEpisodes.stamp(root.resolve(info.name()));
    }

    /** Returns the figures of a run, counted by its database without reading every episode. */
    public RunSummary summary(RunInfo info) {
        return RunSummary.of(root.resolve(info.name()));
    }

    /** Returns the folder of the run that a name, a path, a beginning or {@code latest} means. */
    Path find(String name) {
        if (name.equals(LATEST)) {
            return folders().stream()
                    .map(RunFile::outline)
                    .max(CREATION)
                    .map(info -> root.resolve(info.name()))
                    .orElseThrow(() -> new LabException(none()));
        }
        Optional<Path> direct = Stream.of(root.resolve(name), Path.of(name))
                .filter(path -> !name.isBlank() && isRun(path))
                .findFirst();
        return direct.orElseGet(() -> beginning(name));
    }

    private Path beginning(String name) {
        List<String> names = folders().stream()
                .map(folder -> String.valueOf(folder.getFileName()))
                .toList();
        if (names.isEmpty()) {
            throw new LabException("there is no run '" + name + "'; " + none());
        }
        List<String> meant = names.stream()
                .filter(each -> !name.isBlank() && (each.startsWith(name) || each.startsWith("run_" + name)))
                .toList();
        if (meant.size() == 1) {
            return root.resolve(meant.getFirst());
        }
        if (meant.size() > 1) {
            throw new LabException("'" + name + "' is the beginning of " + meant.size() + " runs: "
                    + String.join(", ", meant.subList(0, Math.min(5, meant.size())))
                    + (meant.size() > 5 ? ", ..." : "") + "; say more of the name");
        }
        String hint = NameRules.didYouMean(name, names);
        throw new LabException("there is no run '" + name + "' in " + root
                + (hint.isEmpty() ? "; 'guerdon runs' lists what there is" : hint));
    }

    private String none() {
        return "there are no runs in " + root + "; 'guerdon run SUITE' makes one, --runs names another folder";
    }

    /** Begins a run. The name in the info is replaced by a free one made of the time of its start. */
    public RunWriter create(RunInfo info) {
        return create(info, folder -> {});
    }

    /** Begins a run that has further files, which are written before anyone can find it. */
    RunWriter create(RunInfo info, Consumer<Path> prepare) {
        long number = 1 + folders().stream().mapToLong(RunFile::number).max().orElse(0);
        Path folder = newFolder(info.started());
        String name = String.valueOf(folder.getFileName());
        RunInfo named = info.named(name).with(info.progress().running().numbered(number));
        try {
            return new StoredRunWriter(folder, named, prepare);
        } catch (RuntimeException e) {
            withdraw(folder, e);
            throw e;
        }
    }

    /** A folder that never became a run would only be in the way. */
    private static void withdraw(Path folder, RuntimeException reason) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    private Path newFolder(Instant started) {
        String name = NAME.format(started.atZone(ZoneId.systemDefault()));
        try {
            Files.createDirectories(root);
            for (int n = 1; ; n++) {
                Path folder = root.resolve(n == 1 ? name : name + "_" + n);
                try {
                    return Files.createDirectory(folder);
                } catch (FileAlreadyExistsException e) {
                    // Another run began in the same second.
                }
            }
        } catch (IOException e) {
            throw new LabException("a run cannot be made in " + root + ": " + e.getMessage(), e);
        }
    }

    /** Goes on with a run that was interrupted or killed. */
    public RunWriter resume(String name) {
        Path folder = find(name);
        RunInfo info = RunFile.read(folder);
        RunInfo again = info.with(info.progress().running());
        return new StoredRunWriter(folder, again, found -> {});
    }

    /**
     * The figures of a run in a list of runs, counted by its database without reading every episode.
     *
     * @param metrics its key figures, without its best and worst episode
     * @param mean its average reward, and how well it is known
     * @param interval where the average lies, with 95 % certainty; empty where nothing can be said
     * @param usage what its model calls used up
     */
    public record RunSummary(KeyMetrics metrics, MeanEstimate mean, Optional<Interval> interval, Usage usage) {

        private static final double LEVEL = 0.95;

        static RunSummary of(Path folder) {
            RunFigures figures = RunFigures.of(folder);
            return new RunSummary(
                    figures.metrics(null, null),
                    figures.mean(),
                    MeanInterval.ofTasks(figures.taskMeans(folder), figures.mean(), figures.usual(), LEVEL),
                    figures.sums().usage());
        }

        /** Returns what the model calls cost; NaN if that is not known of all of them. */
        public double usd() {
            return usage.costKnown() ? usage.usd() : Double.NaN;
        }

        /**
         * Series of average rewards over runs; a run in which nothing was scored has no average and no place in it.
         *
         * @param initial the average of the first run
         * @param best the highest average
         * @param bestRun the name of the earliest run that had it
         * @param last the average of the last run
         */
        public record Series(double initial, double best, String bestRun, double last) {

            /** A run of the series. */
            public record Point(String run, double averageReward) {}

            /** Returns the series of some runs in order, empty if there is none. */
            public static Optional<Series> of(List<Point> points) {
                List<Point> known = points.stream()
                        .filter(point -> Double.isFinite(point.averageReward()))
                        .toList();
                return known.stream()
                        .reduce((a, b) -> b.averageReward() > a.averageReward() ? b : a)
                        .map(best -> new Series(
                                known.getFirst().averageReward(),
                                best.averageReward(),
                                best.run(),
                                known.getLast().averageReward()));
            }

            /** From the first to the last. */
            public double change() {
                return last - initial;
            }
        }
    }

    /**
     * Reads the finished episodes of a run as plain columns, for whoever keeps figures of all of them: no object is made of an episode, and
     * those that are known need not be read again. Works while the run is written.
     */
    public static final class EpisodeScan extends RawEpisodes {

        EpisodeScan(Path folder) {
            super(folder);
        }

        /** What is known of an episode, in the order of the columns; times are in nanoseconds. */
        @Experimental
        public enum Field {
            /** The place in the database, which ascends. */
            ID,
            TASK,
            REPEAT,
            SEED,
            DOMAIN,
            REWARD,
            /** What the reward returned beside, a JSON object. */
            EXTRAS,
            /** Why there is no reward: the name of a {@link dev.guerdon.api.Score.Reason}. */
            UNSCORED,
            /** Why the episode ended: the name of a finish reason. */
            FINISH,
            COMPLETED,
            STEPS,
            ERROR,
            /** How many calls of the model were answered. */
            CALLS,
            INPUT_TOKENS,
            OUTPUT_TOKENS,
            USD,
            /** Since 1970. */
            STARTED,
            DURATION,
            /** Of how many calls the cost is not known. */
            UNKNOWN_CALLS,
            /** How often the model was asked again. */
            RETRIES,
            /** How long was waited before the model was asked. */
            WAITED;

            /** Returns the number of the column; the query lists them in this order. */
            @SuppressWarnings("EnumOrdinal")
            private int column() {
                return ordinal() + 1;
            }
        }

        /**
         * Gives the episodes from an id on, in the order in which they were stored.
         *
         * @param reader gets each row, which is only good until the next
         */
        public void read(long from, Consumer<Row> reader) {
            rows(from, result -> reader.accept(new Row(result)));
        }

        /** One episode; every look costs, so look once. */
        @Experimental
        public static final class Row {

            private final ResultSet result;

            private Row(ResultSet result) {
                this.result = result;
            }

            /** Returns a whole number, or 0 if there is none. */
            public long number(Field field) {
                try {
                    return result.getLong(field.column());
                } catch (SQLException e) {
                    throw unreadable(e);
                }
            }

            /** Returns a number, or NaN if there is none. */
            public double real(Field field) {
                try {
                    double value = result.getDouble(field.column());
                    return value == 0 && result.wasNull() ? Double.NaN : value;
                } catch (SQLException e) {
                    throw unreadable(e);
                }
            }

            /** Returns a text as UTF-8, or null if there is none. */
            public byte @Nullable [] text(Field field) {
                try {
                    return result.getBytes(field.column());
                } catch (SQLException e) {
                    throw unreadable(e);
                }
            }

            private static LabException unreadable(SQLException e) {
                return new LabException("episodes cannot be read from results.db: " + e.getMessage(), e);
            }
        }
    }
}

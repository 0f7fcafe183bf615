package dev.guerdon.viewer.run;

import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.RecentEntries;
import dev.guerdon.viewer.run.FigureColumn.WholeColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The finished episodes of a run as columns, in the order in which they finished. It never changes. */
final class EpisodeIndex {

    /** Before the name of an extra that another column has. */
    static final String EXTRA = "extra.";

    /** With a million rows each of them takes 4 MB. */
    private static final int MOST_REMEMBERED = 5;

    /** Other names under which columns are known. */
    private static final Map<String, String> ALIASES = Map.of(
            "usd", "cost",
            "seconds", "duration",
            "waited_seconds", "waited",
            "ended", "finish",
            "unscored_reason", "unscored");

    private static final List<String> OWN = List.of(
            "task",
            "repeat",
            "domain",
            "reward",
            "unscored",
            "finish",
            "completed",
            "steps",
            "duration",
            "cost",
            "calls",
            "tokens",
            "input_tokens",
            "output_tokens",
            "retries",
            "waited",
            "started",
            "seed",
            "error",
            "cause",
            "tag",
            "note");

    private final RunInfo run;
    private final PackedLongs ids;
    private final Map<String, FigureColumn> columns = new LinkedHashMap<>();
    private final Set<String> others;
    private final long unreadable;
    private final Map<Object, Object> remembered = RecentEntries.atMost(MOST_REMEMBERED);
    private @Nullable EpisodeIndex annotated;
    private @Nullable Object annotatedFrom;

    EpisodeIndex(RunInfo run, PackedLongs ids, Collection<FigureColumn> columns, Set<String> others, long unreadable) {
        this.run = run;
        this.ids = ids;
        columns.forEach(column -> this.columns.put(column.name(), column));
        this.others = others;
        this.unreadable = unreadable;
    }

    /** Returns the names that an extra cannot have for itself. */
    static Set<String> reserved() {
        Set<String> names = new LinkedHashSet<>(OWN);
        names.addAll(ALIASES.keySet());
        return names;
    }

    /** Returns what the run is, without its planned tasks. */
    public RunInfo run() {
        return run;
    }

    /** Returns how many episodes there are. */
    public int size() {
        return ids.size();
    }

    /** Returns all columns, in the order in which they are shown. */
    public List<FigureColumn> columns() {
        return List.copyOf(columns.values());
    }

    /** Returns the columns of further rewards and of extras. */
    public List<FigureColumn> extras() {
        return columns.values().stream()
                .filter(column -> !OWN.contains(column.name()))
                .toList();
    }

    /** Extras that have no column, because there are too many. */
    public Set<String> withoutColumn() {
        return new LinkedHashSet<>(others);
    }

    /** Returns how many episodes have extras that cannot be read. */
    public long unreadable() {
        return unreadable;
    }

    /** Returns the column of a name, if there is one; an extra is also known as {@code extra.NAME}. */
    public Optional<FigureColumn> find(String name) {
        FigureColumn direct = columns.get(name);
        if (direct == null) {
            direct = columns.get(ALIASES.getOrDefault(name, name));
        }
        if (direct == null && name.startsWith(EXTRA) && !OWN.contains(name.substring(EXTRA.length()))) {
            direct = columns.get(name.substring(EXTRA.length()));
        }
        return Optional.ofNullable(direct);
    }

    /**
     * Returns the column of a name.
     *
     * @throws PageProblem if there is none, with the nearest names
     */
    public FigureColumn column(String name) {
        return find(name).orElseThrow(() -> PageProblem.badRequest("there is no column '" + name + "'" + hint(name)));
    }

    /** {@code "; did you mean 'reward'?"}, or the names of all columns. */
    public String hint(String name) {
        String near = NameRules.didYouMean(name, columns.keySet());
        return near.isEmpty() ? "; the columns are " + String.join(", ", columns.keySet()) : near;
    }

    /** Returns the task of a row. */
    public String task(int row) {
        return String.valueOf(column("task").text(row));
    }

    /** Returns the repeat of a row. */
    public int repeat(int row) {
        return (int) ((WholeColumn) column("repeat")).raw(row);
    }

    /** Returns the rows of some episodes, those that are there, found in one pass. */
    public <K> Map<K, Integer> rows(Collection<K> keys, Function<K, String> task, ToIntFunction<K> repeat) {
        TextColumn tasks = (TextColumn) column("task");
        Map<Long, K> wanted = new HashMap<>();
        for (K key : keys) {
            int code = tasks.dictionary().find(task.apply(key));
            if (code >= 0) {
                wanted.put(pair(code, repeat.applyAsInt(key)), key);
            }
        }
        Map<K, Integer> out = new LinkedHashMap<>();
        WholeColumn repeats = (WholeColumn) column("repeat");
        for (int row = 0; out.size() < wanted.size() && row < size(); row++) {
            K key = wanted.get(pair(tasks.code(row), (int) repeats.raw(row)));
            if (key != null) {
                out.put(key, row);
            }
        }
        return out;
    }

    private static long pair(int code, int repeat) {
        return ((long) code << 32) | (repeat & 0xFFFFFFFFL);
    }

    /** Returns the same with more columns; one of the same name is replaced. */
    public EpisodeIndex with(List<? extends FigureColumn> more) {
        Map<String, FigureColumn> all = new LinkedHashMap<>(columns);
        more.forEach(column -> all.put(column.name(), column));
        return new EpisodeIndex(run, ids, new ArrayList<>(all.values()), others, unreadable);
    }

    /**
     * Returns the same with more columns, which are made again only when what they are made of is no longer the same.
     *
     * @param from what they are made of
     * @param same whether two of these are the same
     */
    public synchronized <A> EpisodeIndex annotated(
            A from, BiPredicate<A, A> same, Supplier<? extends List<? extends FigureColumn>> more) {
        if (annotated == null || !sameAnnotations(from, same)) {
            annotated = with(more.get());
            annotatedFrom = from;
        }
        return annotated;
    }

    @SuppressWarnings("unchecked") // whoever annotates, annotates with one kind of thing
    private <A> boolean sameAnnotations(A from, BiPredicate<A, A> same) {
        return annotatedFrom != null
                && annotatedFrom.getClass() == from.getClass()
                && same.test((A) annotatedFrom, from);
    }

    /** Returns what was made for a key, such as a sorted table, and is made again when others took its place. */
    @SuppressWarnings("unchecked") // a key stands for one kind of thing
    public <T> T remembered(Object key, Supplier<T> make) {
        Object known = remembered.get(key);
        if (known != null) {
            return (T) known;
        }
        T made = make.get();
        remembered.put(key, made);
        return made;
    }

    /** About how many bytes it takes. */
    public long memory() {
        return ids.memory()
                + columns.values().stream().mapToLong(FigureColumn::memory).sum();
    }
}

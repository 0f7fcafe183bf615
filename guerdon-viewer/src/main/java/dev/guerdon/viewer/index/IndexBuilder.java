package dev.guerdon.viewer.index;

import dev.guerdon.lab.EpisodeScan;
import dev.guerdon.lab.spi.RunInfo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Collects the columns of a run, row by row. One thread adds. */
final class IndexBuilder {

    private static final long MOST_ERRORS = 4L << 20;

    private final PackedLongs ids = new PackedLongs();
    private final TextColumn.Codes tasks = new TextColumn.Codes(Long.MAX_VALUE);
    private final PackedLongs repeats = new PackedLongs();
    private final PackedLongs seeds = new PackedLongs();
    private final TextColumn.Codes domains = new TextColumn.Codes(MOST_ERRORS);
    private final PackedDoubles rewards = new PackedDoubles();
    private final TextColumn.Codes unscored = new TextColumn.Codes(MOST_ERRORS);
    private final TextColumn.Codes finishes = new TextColumn.Codes(MOST_ERRORS);
    private final PackedLongs completed = new PackedLongs();
    private final PackedLongs steps = new PackedLongs();
    private final PackedLongs calls = new PackedLongs();
    private final PackedLongs inputTokens = new PackedLongs();
    private final PackedLongs outputTokens = new PackedLongs();
    private final PackedLongs tokens = new PackedLongs();
    private final PackedDoubles costs = new PackedDoubles();
    private final PackedLongs started = new PackedLongs();
    private final PackedLongs durations = new PackedLongs();
    private final PackedLongs waited = new PackedLongs();
    private final PackedLongs retries = new PackedLongs();
    private final TextColumn.Codes errors = new TextColumn.Codes(MOST_ERRORS);
    private final ExtraColumns extras = new ExtraColumns();
    private final Map<String, byte[]> lowerCase = new HashMap<>();

    int size() {
        return ids.size();
    }

    /** The id of the last row, 0 where there is none. */
    long last() {
        return size() == 0 ? 0 : ids.get(size() - 1);
    }

    /** Whether the last row is this one still. */
    boolean endsWith(EpisodeScan.Row row) {
        int last = size() - 1;
        return row.id() == ids.get(last)
                && Arrays.equals(
                        row.task(), tasks.dictionary().get(tasks.get(last)).getBytes(StandardCharsets.UTF_8))
                && row.repeat() == repeats.get(last)
                && row.started() == started.get(last)
                && row.duration() == durations.get(last);
    }

    void add(EpisodeScan.Row row) {
        int place = size();
        ids.add(row.id());
        tasks.add(row.task());
        repeats.add(row.repeat());
        seeds.add(row.seed());
        domains.add(row.domain());
        double reward = row.reward();
        rewards.add(reward);
        byte[] reason = row.unscored();
        unscored.add(reason == null ? null : lower(reason));
        finishes.add(lower(row.finish()));
        completed.add(row.completed() ? 1 : 0);
        steps.add(row.steps());
        effort(row);
        byte[] error = row.error();
        if (error == null) {
            errors.add((byte[]) null);
        } else {
            errors.add(ErrorText.normalised(new String(error, StandardCharsets.UTF_8)));
        }
        byte[] beside = Double.isNaN(reward) ? null : row.extras();
        if (beside != null) {
            extras.add(beside, place);
        }
    }

    private void effort(EpisodeScan.Row row) {
        long count = row.calls();
        calls.add(count);
        long in = count == 0 ? 0 : row.inputTokens();
        long out = count == 0 ? 0 : row.outputTokens();
        inputTokens.add(in);
        outputTokens.add(out);
        tokens.add(in + out);
        costs.add(row.usd());
        started.add(row.started());
        durations.add(row.duration());
        waited.add(row.waited());
        retries.add(row.retries());
    }

    /** The names of reasons are a few. */
    private byte[] lower(byte[] name) {
        return lowerCase.computeIfAbsent(
                new String(name, StandardCharsets.UTF_8),
                each -> each.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
    }

    /** The columns as they are now. */
    EpisodeIndex snapshot(RunInfo run) {
        List<Column> own = List.of(
                new TextColumn("task", tasks.snapshot()),
                whole("repeat", Column.Unit.NONE, repeats),
                new TextColumn("domain", domains.snapshot()),
                new RealColumn("reward", Column.Unit.NONE, rewards.snapshot()),
                new TextColumn("unscored", unscored.snapshot()),
                new TextColumn("finish", finishes.snapshot()),
                whole("completed", Column.Unit.FLAG, completed),
                whole("steps", Column.Unit.NONE, steps),
                whole("duration", Column.Unit.SECONDS, durations),
                new RealColumn("cost", Column.Unit.USD, costs.snapshot()),
                whole("calls", Column.Unit.NONE, calls),
                whole("tokens", Column.Unit.NONE, tokens),
                whole("input_tokens", Column.Unit.NONE, inputTokens),
                whole("output_tokens", Column.Unit.NONE, outputTokens),
                whole("retries", Column.Unit.NONE, retries),
                whole("waited", Column.Unit.SECONDS, waited),
                whole("started", Column.Unit.TIME, started),
                whole("seed", Column.Unit.NONE, seeds),
                new TextColumn("error", errors.snapshot()));
        Set<String> taken = EpisodeIndex.reserved();
        List<Column> beside = extras.columns(size(), name -> taken.contains(name) ? EpisodeIndex.EXTRA + name : name);
        List<Column> all = new ArrayList<>(own);
        all.addAll(4, beside);
        return new EpisodeIndex(run, ids.snapshot(), all, extras.others(), extras.unreadable());
    }

    private static WholeColumn whole(String name, Column.Unit unit, PackedLongs values) {
        return new WholeColumn(name, unit, values.snapshot());
    }
}

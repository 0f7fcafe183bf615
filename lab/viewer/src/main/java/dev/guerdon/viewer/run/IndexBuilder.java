package dev.guerdon.viewer.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.RunStore.EpisodeScan;
import dev.guerdon.lab.RunStore.EpisodeScan.Field;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.run.FigureColumn.MixedColumn;
import dev.guerdon.viewer.run.FigureColumn.RealColumn;
import dev.guerdon.viewer.run.FigureColumn.WholeColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the columns of a run, row by row. One thread adds. */
final class IndexBuilder {

    private static final long MOST_ERRORS = 4L << 20;

    /** What becomes a column of whole numbers as it is stored. */
    private static final List<Field> WHOLE = List.of(
            Field.ID,
            Field.REPEAT,
            Field.SEED,
            Field.COMPLETED,
            Field.STEPS,
            Field.CALLS,
            Field.STARTED,
            Field.DURATION,
            Field.WAITED,
            Field.RETRIES);

    private final Map<Field, PackedLongs> wholes = new EnumMap<>(Field.class);
    private final PackedLongs inputTokens = new PackedLongs();
    private final PackedLongs outputTokens = new PackedLongs();
    private final PackedLongs tokens = new PackedLongs();
    private final TextColumn.Codes tasks = new TextColumn.Codes(Long.MAX_VALUE);
    private final TextColumn.Codes domains = new TextColumn.Codes(MOST_ERRORS);
    private final TextColumn.Codes unscored = new TextColumn.Codes(MOST_ERRORS);
    private final TextColumn.Codes finishes = new TextColumn.Codes(MOST_ERRORS);
    private final TextColumn.Codes errors = new TextColumn.Codes(MOST_ERRORS);
    private final RealColumn.Numbers rewards = new RealColumn.Numbers();
    private final RealColumn.Numbers costs = new RealColumn.Numbers();
    private final ExtraColumns extras = new ExtraColumns();
    private final Map<String, byte[]> lowerCase = new HashMap<>();

    IndexBuilder() {
        WHOLE.forEach(field -> wholes.put(field, new PackedLongs()));
    }

    private PackedLongs whole(Field field) {
        return Objects.requireNonNull(wholes.get(field));
    }

    int size() {
        return whole(Field.ID).size();
    }

    /** Returns the id of the last row, 0 if there is none. */
    long last() {
        return size() == 0 ? 0 : whole(Field.ID).get(size() - 1);
    }

    /** Returns whether the last row is this one still. */
    boolean endsWith(EpisodeScan.Row row) {
        int last = size() - 1;
        return Stream.of(Field.ID, Field.REPEAT, Field.STARTED, Field.DURATION)
                        .allMatch(field -> row.number(field) == whole(field).get(last))
                && Arrays.equals(
                        row.text(Field.TASK),
                        tasks.dictionary().get(tasks.get(last)).getBytes(StandardCharsets.UTF_8));
    }

    void add(EpisodeScan.Row row) {
        int place = size();
        wholes.forEach((field, values) -> values.add(row.number(field)));
        boolean asked = whole(Field.CALLS).get(place) > 0;
        long in = asked ? row.number(Field.INPUT_TOKENS) : 0;
        long out = asked ? row.number(Field.OUTPUT_TOKENS) : 0;
        inputTokens.add(in);
        outputTokens.add(out);
        tokens.add(in + out);
        costs.add(row.number(Field.UNKNOWN_CALLS) > 0 ? Double.NaN : row.real(Field.USD));
        tasks.add(required(row.text(Field.TASK)));
        domains.add(row.text(Field.DOMAIN));
        double reward = row.real(Field.REWARD);
        rewards.add(reward);
        byte[] reason = row.text(Field.UNSCORED);
        unscored.add(reason == null ? null : lower(reason));
        finishes.add(lower(required(row.text(Field.FINISH))));
        byte[] error = row.text(Field.ERROR);
        if (error == null) {
            errors.add((byte[]) null);
        } else {
            errors.add(ErrorText.normalised(new String(error, StandardCharsets.UTF_8)));
        }
        byte[] beside = Double.isNaN(reward) ? null : row.text(Field.EXTRAS);
        if (beside != null) {
            extras.add(beside, place);
        }
    }

    private static byte[] required(byte @Nullable [] text) {
        return text == null ? new byte[0] : text;
    }

    /** The names of reasons are a few. */
    private byte[] lower(byte[] name) {
        return lowerCase.computeIfAbsent(
                new String(name, StandardCharsets.UTF_8),
                each -> each.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the columns as they are now. */
    EpisodeIndex snapshot(RunInfo run) {
        List<FigureColumn> own = List.of(
                new TextColumn("task", tasks.snapshot()),
                whole("repeat", FigureColumn.Unit.NONE, whole(Field.REPEAT)),
                new TextColumn("domain", domains.snapshot()),
                new RealColumn("reward", FigureColumn.Unit.NONE, rewards.snapshot()),
                new TextColumn("unscored", unscored.snapshot()),
                new TextColumn("finish", finishes.snapshot()),
                whole("completed", FigureColumn.Unit.FLAG, whole(Field.COMPLETED)),
                whole("steps", FigureColumn.Unit.NONE, whole(Field.STEPS)),
                whole("duration", FigureColumn.Unit.SECONDS, whole(Field.DURATION)),
                new RealColumn("cost", FigureColumn.Unit.USD, costs.snapshot()),
                whole("calls", FigureColumn.Unit.NONE, whole(Field.CALLS)),
                whole("tokens", FigureColumn.Unit.NONE, tokens),
                whole("input_tokens", FigureColumn.Unit.NONE, inputTokens),
                whole("output_tokens", FigureColumn.Unit.NONE, outputTokens),
                whole("retries", FigureColumn.Unit.NONE, whole(Field.RETRIES)),
                whole("waited", FigureColumn.Unit.SECONDS, whole(Field.WAITED)),
                whole("started", FigureColumn.Unit.TIME, whole(Field.STARTED)),
                whole("seed", FigureColumn.Unit.NONE, whole(Field.SEED)),
                new TextColumn("error", errors.snapshot()));
        Set<String> taken = EpisodeIndex.reserved();
        List<FigureColumn> beside =
                extras.columns(size(), name -> taken.contains(name) ? EpisodeIndex.EXTRA + name : name);
        List<FigureColumn> all = new ArrayList<>(own);
        all.addAll(4, beside);
        return new EpisodeIndex(run, whole(Field.ID).snapshot(), all, extras.others(), extras.unreadable());
    }

    private static WholeColumn whole(String name, FigureColumn.Unit unit, PackedLongs values) {
        return new WholeColumn(name, unit, values.snapshot());
    }

    /** Extras that rewards returned, a column for each name. One thread adds. */
    static final class ExtraColumns {

        /** More names are told, and not held. */
        static final int MOST = 100;

        private static final long MOST_TEXT = 4L << 20;

        private final Map<String, Extra> extras = new LinkedHashMap<>();
        private final Set<String> others = new TreeSet<>();
        private long unreadable;

        private static final class Extra {
            private final RealColumn.Numbers numbers = new RealColumn.Numbers();
            private TextColumn.@Nullable Codes texts;
            private boolean flags = true;
            private boolean any;

            void number(double value, int row, boolean flag) {
                if (numbers.size() > row) {
                    return; // a name twice in one object
                }
                numbers.pad(row);
                numbers.add(value);
                flags &= flag;
                any = true;
            }

            void text(byte[] utf8, int row) {
                if (texts == null) {
                    texts = new TextColumn.Codes(MOST_TEXT);
                }
                if (texts.size() <= row) {
                    texts.pad(row);
                    texts.add(utf8);
                }
            }

            FigureColumn column(String name, int size) {
                numbers.pad(size);
                RealColumn reals = new RealColumn(
                        name,
                        any && flags && texts == null ? FigureColumn.Unit.FLAG : FigureColumn.Unit.NONE,
                        numbers.snapshot());
                if (texts == null) {
                    return reals;
                }
                texts.pad(size);
                TextColumn text = new TextColumn(name, texts.snapshot());
                return any ? new MixedColumn(name, reals, text) : text;
            }
        }

        /** Adds the extras of a row: a JSON object as UTF-8. */
        void add(byte[] json, int row) {
            try (JsonParser parser = JsonCodec.factory().createParser(json)) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    unreadable++;
                    return;
                }
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    JsonToken token = parser.nextToken();
                    Extra extra = extra(name);
                    if (extra == null) {
                        parser.skipChildren();
                    } else {
                        add(extra, parser, token, row);
                    }
                }
            } catch (IOException e) {
                unreadable++; // the page of the episode tells why
            }
        }

        private @Nullable Extra extra(String name) {
            Extra known = extras.get(name);
            if (known == null && extras.size() == MOST) {
                if (others.size() < MOST * 10) {
                    others.add(name);
                }
                return null;
            }
            return known != null ? known : extras.computeIfAbsent(name, each -> new Extra());
        }

        private static void add(Extra extra, JsonParser parser, JsonToken token, int row) throws IOException {
            switch (token) {
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                    double number = parser.getDoubleValue();
                    if (!Double.isNaN(number)) {
                        extra.number(number, row, false);
                    }
                }
                case VALUE_TRUE -> extra.number(1, row, true);
                case VALUE_FALSE -> extra.number(0, row, true);
                case VALUE_STRING -> extra.text(utf8(parser.getText()), row);
                case START_OBJECT, START_ARRAY -> extra.text(utf8(JsonCodec.write(JsonCodec.readValue(parser))), row);
                default -> {
                    // null: it is missing
                }
            }
        }

        private static byte[] utf8(String text) {
            return TextColumn.shortened(text).getBytes(StandardCharsets.UTF_8);
        }

        /**
         * Returns the columns so far.
         *
         * @param naming the name of a column for that of an extra
         */
        List<FigureColumn> columns(int size, Function<String, String> naming) {
            List<FigureColumn> out = new ArrayList<>();
            extras.forEach((name, extra) -> out.add(extra.column(naming.apply(name), size)));
            return out;
        }

        /** Returns the names that are not held. */
        Set<String> others() {
            return new TreeSet<>(others);
        }

        /** Returns how many rows had extras that nobody can read. */
        long unreadable() {
            return unreadable;
        }
    }
}

package dev.guerdon.viewer.index;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What rewards returned beside, a column for each name. One thread adds. */
final class ExtraColumns {

    /** More names are told, and not held. */
    static final int MOST = 100;

    private static final long MOST_TEXT = 4L << 20;

    private final Map<String, Extra> extras = new LinkedHashMap<>();
    private final Set<String> others = new TreeSet<>();
    private final Quick quick = new Quick();
    private long unreadable;

    private static final class Extra {
        private final PackedDoubles numbers = new PackedDoubles();
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

        Column column(String name, int size) {
            numbers.pad(size);
            RealColumn reals = new RealColumn(
                    name, any && flags && texts == null ? Column.Unit.FLAG : Column.Unit.NONE, numbers.snapshot());
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
        quick.row = row;
        quick.next = 0;
        if (!FlatJson.read(json, quick)) {
            addParsed(json, row); // what it has already is not added twice
        }
    }

    /** Most rows have the same names in the same order, so the next one is guessed before it is looked up. */
    private final class Quick implements FlatJson.Sink {
        private final List<Extra> order = new ArrayList<>();
        private final List<byte[]> names = new ArrayList<>();
        private int row;
        private int next;
        private @Nullable Extra current;

        @Override
        public boolean field(byte[] json, int from, int to) {
            byte[] guess = next < names.size() ? names.get(next) : null;
            if (guess != null && Arrays.equals(json, from, to, guess, 0, guess.length)) {
                current = order.get(next++);
                return true;
            }
            String name = new String(json, from, to - from, StandardCharsets.UTF_8);
            Extra found = extra(name);
            current = found;
            if (found != null && !order.contains(found)) {
                order.add(found);
                names.add(name.getBytes(StandardCharsets.UTF_8));
            }
            next = found == null ? next : order.indexOf(found) + 1;
            return found != null;
        }

        private Extra current() {
            return Objects.requireNonNull(current);
        }

        @Override
        public void number(double value) {
            current().number(value, row, false);
        }

        @Override
        public void flag(boolean value) {
            current().number(value ? 1 : 0, row, true);
        }

        @Override
        public void text(byte[] utf8) {
            current()
                    .text(
                            utf8.length <= TextColumn.LONGEST ? utf8 : utf8(new String(utf8, StandardCharsets.UTF_8)),
                            row);
        }
    }

    private void addParsed(byte[] json, int row) {
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
     * The columns so far.
     *
     * @param naming the name of a column for that of an extra
     */
    List<Column> columns(int size, Function<String, String> naming) {
        List<Column> out = new ArrayList<>();
        extras.forEach((name, extra) -> out.add(extra.column(naming.apply(name), size)));
        return out;
    }

    /** The names that are not held. */
    Set<String> others() {
        return new TreeSet<>(others);
    }

    /** How many rows had extras that nobody can read. */
    long unreadable() {
        return unreadable;
    }
}

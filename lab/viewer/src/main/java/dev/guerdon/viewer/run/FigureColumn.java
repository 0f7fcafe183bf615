package dev.guerdon.viewer.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One figure of every episode of a run, by row from 0. It never changes.
 *
 * <p>A value is a number or a text, or it is missing. In a column of {@link Kind#MIXED} some rows have numbers, and others texts.
 */
abstract sealed class FigureColumn
        permits FigureColumn.WholeColumn,
                FigureColumn.RealColumn,
                TextColumn,
                FigureColumn.SetColumn,
                FigureColumn.MixedColumn {

    /** Kind of values. */
    public enum Kind {
        /** Numbers. */
        NUMBER,
        /** Texts. */
        TEXT,
        /** Several texts, such as tags. */
        SET,
        /** Numbers in some rows, texts in others. */
        MIXED
    }

    /** Unit of numbers. */
    public enum Unit {
        /** A plain number. */
        NONE,
        /** 1 for yes, 0 for no. */
        FLAG,
        /** Seconds. */
        SECONDS,
        /** US dollars. */
        USD,
        /** Seconds since 1970. */
        TIME
    }

    private final String name;
    private final Unit unit;

    FigureColumn(String name, Unit unit) {
        this.name = name;
        this.unit = unit;
    }

    /** Its name, as filters say it. */
    public final String name() {
        return name;
    }

    /** Returns what its numbers mean. */
    public final Unit unit() {
        return unit;
    }

    /** Returns what its values are. */
    public abstract Kind kind();

    /** Returns how many rows it has. */
    public abstract int size();

    /** Returns whether a row has no value. */
    public abstract boolean missing(int row);

    /** Returns the number of a row, in its {@link #unit}; NaN if it has none. */
    public double number(int row) {
        return Double.NaN;
    }

    /** Returns the text of a row; null if it has none. */
    public @Nullable String text(int row) {
        return null;
    }

    /** Returns the value of a row: a Long, Double, Boolean, Instant, Duration or String; null if it is missing. */
    public @Nullable Object value(int row) {
        return text(row);
    }

    /** Returns whether it has more different texts than are held; the others are present, but nobody can tell what they are. */
    public boolean cut() {
        return false;
    }

    /** About how many bytes it takes. */
    public abstract long memory();

    @Override
    public final String toString() {
        return name;
    }

    /** Whole numbers, none of which is missing; times are in nanoseconds, so that nothing is rounded. */
    static final class WholeColumn extends FigureColumn {

        private static final long NANOS = 1_000_000_000L;

        private final PackedLongs values;
        private final long perUnit;

        WholeColumn(String name, Unit unit, PackedLongs values) {
            super(name, unit);
            this.values = values;
            this.perUnit = unit == Unit.SECONDS || unit == Unit.TIME ? NANOS : 1;
        }

        /** Returns the number as it is stored. */
        public long raw(int row) {
            return values.get(row);
        }

        /** Returns how many stored ones make one of the {@link #unit}. */
        public long perUnit() {
            return perUnit;
        }

        @Override
        public Kind kind() {
            return Kind.NUMBER;
        }

        @Override
        public int size() {
            return values.size();
        }

        @Override
        public boolean missing(int row) {
            return false;
        }

        @Override
        public double number(int row) {
            long raw = values.get(row);
            return perUnit == 1 ? raw : raw / (double) perUnit;
        }

        @Override
        public Object value(int row) {
            long raw = values.get(row);
            return switch (unit()) {
                case FLAG -> raw != 0;
                case SECONDS -> Duration.ofNanos(raw);
                case TIME -> Instant.ofEpochSecond(Math.floorDiv(raw, NANOS), Math.floorMod(raw, NANOS));
                case NONE, USD -> raw;
            };
        }

        @Override
        public long memory() {
            return values.memory();
        }
    }

    /** Numbers, some of which may be missing. */
    static final class RealColumn extends FigureColumn {

        private final Numbers values;

        RealColumn(String name, Unit unit, Numbers values) {
            super(name, unit);
            this.values = values;
        }

        @Override
        public Kind kind() {
            return Kind.NUMBER;
        }

        @Override
        public int size() {
            return values.size();
        }

        @Override
        public boolean missing(int row) {
            return Double.isNaN(values.get(row));
        }

        @Override
        public double number(int row) {
            return values.get(row);
        }

        @Override
        public @Nullable Object value(int row) {
            double number = values.get(row);
            return Double.isNaN(number) ? null : unit() == Unit.FLAG ? (Object) (number != 0) : (Object) number;
        }

        @Override
        public long memory() {
            return values.memory();
        }

        /**
         * Numbers as codes of a few distinct ones, as long as they are few; else as they are. NaN is a number that is missing. One thread
         * appends; a {@link #snapshot} never changes.
         */
        static final class Numbers {

            /** More distinct numbers than this are no few. */
            private static final int MOST = 1 << 16;

            private final Map<Double, Integer> known;
            private PackedLongs codes;
            private double[] distinct;
            private double[] raw;
            private int size;
            private boolean coded;

            Numbers() {
                known = new HashMap<>();
                codes = new PackedLongs();
                distinct = new double[16];
                raw = new double[0];
                coded = true;
            }

            private Numbers(Numbers other) {
                known = Map.of(); // nothing is added to a snapshot
                codes = other.codes.snapshot();
                distinct = other.distinct;
                raw = other.raw;
                size = other.size;
                coded = other.coded;
            }

            Numbers snapshot() {
                return new Numbers(this);
            }

            int size() {
                return size;
            }

            double get(int row) {
                return coded ? distinct[(int) codes.get(row)] : raw[row];
            }

            void add(double value) {
                double plain = value == 0 ? 0.0 : value; // no negative zero
                if (coded && known.size() == MOST && !known.containsKey(plain)) {
                    spill();
                }
                if (coded) {
                    codes.add(known.computeIfAbsent(plain, this::place));
                } else {
                    raw = size == raw.length ? Arrays.copyOf(raw, size + Math.max(64, size >> 1)) : raw;
                    raw[size] = plain;
                }
                size++;
            }

            private int place(double value) {
                int code = known.size();
                distinct = code == distinct.length ? Arrays.copyOf(distinct, 2 * code) : distinct;
                distinct[code] = value;
                return code;
            }

            /** Adds missing ones up to a size. */
            void pad(int to) {
                while (size < to) {
                    add(Double.NaN);
                }
            }

            private void spill() {
                double[] all = new double[Math.max(64, size + (size >> 1))];
                for (int row = 0; row < size; row++) {
                    all[row] = get(row);
                }
                raw = all;
                coded = false;
                codes = new PackedLongs();
                distinct = new double[0];
                known.clear();
            }

            long memory() {
                return coded ? codes.memory() + 8L * distinct.length + 72L * known.size() : 8L * raw.length;
            }
        }
    }

    /** Several texts in a row, such as tags; equal sets are held once. */
    static final class SetColumn extends FigureColumn {

        private final int size;
        private final int[] rows;
        private final int[] codes;
        private final List<SortedSet<String>> sets;

        private SetColumn(String name, int size, int[] rows, int[] codes, List<SortedSet<String>> sets) {
            super(name, Unit.NONE);
            this.size = size;
            this.rows = rows;
            this.codes = codes;
            this.sets = sets;
        }

        /** Returns a column of so many rows, a few of which have something. */
        public static SetColumn of(String name, int size, Map<Integer, ? extends SortedSet<String>> few) {
            int[] rows = few.entrySet().stream()
                    .filter(entry -> !entry.getValue().isEmpty())
                    .mapToInt(Map.Entry::getKey)
                    .sorted()
                    .toArray();
            int[] codes = new int[rows.length];
            List<SortedSet<String>> sets = new ArrayList<>();
            Map<SortedSet<String>, Integer> known = new HashMap<>();
            for (int i = 0; i < rows.length; i++) {
                SortedSet<String> set = new TreeSet<>(few.get(rows[i]));
                codes[i] = known.computeIfAbsent(set, each -> {
                    sets.add(each);
                    return sets.size() - 1;
                });
            }
            return new SetColumn(name, size, rows, codes, List.copyOf(sets));
        }

        /** Returns the different sets. */
        public List<SortedSet<String>> sets() {
            return sets;
        }

        /** Returns the code of a row's set, -1 if it has none. */
        public int code(int row) {
            int place = Arrays.binarySearch(rows, row);
            return place < 0 ? -1 : codes[place];
        }

        @Override
        public Kind kind() {
            return Kind.SET;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public boolean missing(int row) {
            return code(row) < 0;
        }

        @Override
        public @Nullable String text(int row) {
            int code = code(row);
            return code < 0 ? null : String.join(", ", sets.get(code));
        }

        @Override
        public long memory() {
            return 8L * rows.length + 200L * sets.size();
        }
    }

    /** Numbers in some rows, texts in others: an extra that a reward wrote in more than one way. */
    static final class MixedColumn extends FigureColumn {

        private final RealColumn numbers;
        private final TextColumn texts;

        MixedColumn(String name, RealColumn numbers, TextColumn texts) {
            super(name, Unit.NONE);
            this.numbers = numbers;
            this.texts = texts;
        }

        /** Returns the rows with texts. */
        public TextColumn texts() {
            return texts;
        }

        @Override
        public Kind kind() {
            return Kind.MIXED;
        }

        @Override
        public int size() {
            return numbers.size();
        }

        @Override
        public boolean missing(int row) {
            return numbers.missing(row) && texts.missing(row);
        }

        @Override
        public double number(int row) {
            return numbers.number(row);
        }

        @Override
        public @Nullable String text(int row) {
            return texts.text(row);
        }

        @Override
        public @Nullable Object value(int row) {
            return texts.missing(row) ? numbers.value(row) : texts.value(row);
        }

        @Override
        public boolean cut() {
            return texts.cut();
        }

        @Override
        public long memory() {
            return numbers.memory() + texts.memory();
        }
    }
}

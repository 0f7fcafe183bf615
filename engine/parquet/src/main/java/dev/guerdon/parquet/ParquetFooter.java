package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.parquet.ColumnType.Meaning;
import dev.guerdon.parquet.ColumnType.Physical;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Footer of a Parquet file: the schema, and where the parts of each column are.
 *
 * <p>The description of a row group is decoded when that group is read, because a large file has many of them.
 */
final class ParquetFooter {

    private static final int MAX_ELEMENTS = 20_000;

    private final byte[] bytes;
    private final List<Element> elements = new ArrayList<>();
    private final List<Integer> groups = new ArrayList<>();
    private long rows = -1;

    ParquetFooter(byte[] bytes) {
        this.bytes = bytes;
        ThriftReader in = new ThriftReader(bytes, 0, bytes.length);
        in.struct(id -> {
            switch (id) {
                case 2 ->
                    in.list(i -> {
                        if (i >= MAX_ELEMENTS) {
                            throw new GuerdonException("the schema has more than " + MAX_ELEMENTS + " elements");
                        }
                        elements.add(element(in));
                    });
                case 3 -> rows = in.i64();
                case 4 ->
                    in.list(i -> {
                        groups.add(in.position());
                        in.skip();
                    });
                default -> in.skip();
            }
        });
        if (rows < 0) {
            throw new GuerdonException("the metadata has a row count of " + rows);
        }
    }

    long rows() {
        return rows;
    }

    List<Element> elements() {
        return elements;
    }

    int groups() {
        return groups.size();
    }

    /** Number of times that a field occurs in its parent; the order is that of the numbers in a file. */
    enum Repetition {
        REQUIRED,
        OPTIONAL,
        REPEATED
    }

    /** Meaning of a group of fields. */
    enum Group {
        STRUCT,
        LIST,
        MAP
    }

    /**
     * An element of the schema.
     *
     * @param type what a column holds; null for a group of fields
     */
    record Element(
            String name,
            Repetition repetition,
            int children,
            Group group,
            @Nullable ColumnType type) {}

    /**
     * A part of a column in a row group.
     *
     * @param start where its first page begins in the file
     * @param size the bytes of all its pages
     */
    record Chunk(PageCodec codec, long values, long start, long size) {}

    /** A row group: so many rows, and a chunk for each column. */
    record RowGroup(long rows, List<Chunk> chunks) {}

    RowGroup group(int index, int columns) {
        ThriftReader in = new ThriftReader(bytes, groups.get(index), bytes.length);
        List<Chunk> chunks = new ArrayList<>();
        long[] count = {-1};
        in.struct(id -> {
            switch (id) {
                case 1 -> in.list(i -> chunks.add(chunk(in)));
                case 3 -> count[0] = in.i64();
                default -> in.skip();
            }
        });
        if (chunks.size() != columns || count[0] < 0) {
            throw new GuerdonException("expected " + columns + " columns in row group " + index + ", found "
                    + chunks.size() + " with " + count[0] + " rows");
        }
        return new RowGroup(count[0], List.copyOf(chunks));
    }

    private static Chunk chunk(ThriftReader in) {
        long[] numbers = {-1, -1, -1, -1, 0};
        in.struct(id -> {
            switch (id) {
                case 1 ->
                    throw new GuerdonException(
                            "its columns are in other files, such as '" + in.string() + "'; name those");
                case 3 ->
                    in.struct(field -> {
                        switch (field) {
                            case 4 -> numbers[0] = in.i32();
                            case 5 -> numbers[1] = in.i64();
                            case 7 -> numbers[2] = in.i64();
                            case 9 -> numbers[3] = in.i64();
                            case 11 -> numbers[4] = in.i64();
                            default -> in.skip();
                        }
                    });
                case 8 -> throw new GuerdonException("its columns are encrypted");
                default -> in.skip();
            }
        });
        if (numbers[1] < 0 || numbers[2] < 0 || numbers[3] < 0) {
            throw new GuerdonException("a column lacks its place or its number of values");
        }
        // A dictionary stands before the data; some writers say 0 where there is none.
        long start = numbers[4] > 0 && numbers[4] < numbers[3] ? numbers[4] : numbers[3];
        return new Chunk(PageCodec.of((int) numbers[0]), numbers[1], start, numbers[2]);
    }

    /** Collects what an element says until it is complete; the newer field for the meaning wins over the older. */
    private static final class Draft {
        private @Nullable Physical physical;
        private int length;
        private Repetition repetition = Repetition.REQUIRED;
        private @Nullable String name;
        private int children;
        private Group group = Group.STRUCT;
        private Meaning meaning = Meaning.NONE;
        private int precision;
        private int scale;
        private long perSecond = 1;
        private boolean utc;

        void converted(int number) {
            switch (number) {
                case 0, 4 -> meaning = Meaning.TEXT;
                case 1, 2 -> group = Group.MAP;
                case 3 -> group = Group.LIST;
                case 5 -> meaning = Meaning.DECIMAL;
                case 6 -> meaning = Meaning.DATE;
                case 7 -> time(Meaning.TIME, 1000);
                case 8 -> time(Meaning.TIME, 1_000_000);
                case 9 -> time(Meaning.TIMESTAMP, 1000);
                case 10 -> time(Meaning.TIMESTAMP, 1_000_000);
                case 11, 12, 13, 14 -> meaning = Meaning.UNSIGNED;
                case 19 -> meaning = Meaning.JSON;
                default -> {}
            }
        }

        private void time(Meaning kind, long units) {
            meaning = kind;
            perSecond = units;
            utc = true;
        }

        void logical(ThriftReader in, int kind) {
            switch (kind) {
                case 1, 4 -> meaning = Meaning.TEXT;
                case 2 -> group = Group.MAP;
                case 3 -> group = Group.LIST;
                case 5 -> meaning = Meaning.DECIMAL;
                case 6 -> meaning = Meaning.DATE;
                case 7 -> meaning = Meaning.TIME;
                case 8 -> meaning = Meaning.TIMESTAMP;
                case 12 -> meaning = Meaning.JSON;
                case 14 -> meaning = Meaning.UUID;
                case 15 -> meaning = Meaning.FLOAT16;
                default -> {}
            }
            in.struct(field -> {
                if (kind == 5 && field == 1) {
                    scale = in.i32();
                } else if (kind == 5 && field == 2) {
                    precision = in.i32();
                } else if ((kind == 7 || kind == 8) && field == 1) {
                    utc = in.bool();
                } else if ((kind == 7 || kind == 8) && field == 2) {
                    in.struct(unit -> {
                        perSecond = unit == 1 ? 1000 : unit == 2 ? 1_000_000 : 1_000_000_000;
                        in.skip();
                    });
                } else if (kind == 10 && field == 2) {
                    meaning = in.bool() ? Meaning.NONE : Meaning.UNSIGNED;
                } else {
                    in.skip();
                }
            });
        }

        Element element() {
            if (name == null) {
                throw new GuerdonException("the schema has an element without a name");
            }
            if (physical == null || children > 0) {
                return new Element(name, repetition, Math.max(0, children), group, null);
            }
            return new Element(
                    name,
                    repetition,
                    0,
                    Group.STRUCT,
                    new ColumnType(physical, length, fitting(physical), precision, scale, perSecond, utc));
        }

        /** A meaning that the stored values cannot have is passed over, so that they are still read. */
        private Meaning fitting(Physical stored) {
            boolean fits = switch (meaning) {
                case NONE -> true;
                case TEXT, JSON -> stored == Physical.BYTE_ARRAY || stored == Physical.FIXED;
                case DECIMAL ->
                    stored == Physical.INT32
                            || stored == Physical.INT64
                            || stored == Physical.BYTE_ARRAY
                            || stored == Physical.FIXED;
                case DATE -> stored == Physical.INT32;
                case TIME, TIMESTAMP, UNSIGNED -> stored == Physical.INT32 || stored == Physical.INT64;
                case UUID -> stored == Physical.FIXED && length == 16;
                case FLOAT16 -> stored == Physical.FIXED && length == 2;
            };
            return fits ? meaning : Meaning.NONE;
        }
    }

    private static Element element(ThriftReader in) {
        Draft draft = new Draft();
        in.struct(id -> {
            switch (id) {
                case 1 -> draft.physical = one(Physical.values(), in.i32(), "physical type");
                case 2 -> draft.length = in.i32();
                case 3 -> draft.repetition = one(Repetition.values(), in.i32(), "repetition");
                case 4 -> draft.name = in.string();
                case 5 -> draft.children = in.i32();
                case 6 -> draft.converted(in.i32());
                case 7 -> draft.scale = in.i32();
                case 8 -> draft.precision = in.i32();
                case 10 -> in.struct(kind -> draft.logical(in, kind));
                default -> in.skip();
            }
        });
        return draft.element();
    }

    private static <E> E one(E[] all, int number, String what) {
        if (number < 0 || number >= all.length) {
            throw new GuerdonException("the schema has the unknown " + what + " " + number);
        }
        return all[number];
    }
}

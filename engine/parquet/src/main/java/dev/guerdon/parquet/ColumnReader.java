package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.parquet.PageReader.Kind;
import dev.guerdon.parquet.PageReader.Memory;
import dev.guerdon.parquet.PageReader.Page;
import dev.guerdon.parquet.ParquetFooter.Chunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Walks over one column of a row group: at each place a repetition level, a definition level, and the value if there is one. */
final class ColumnReader {

    private static final int PLAIN = 0;
    private static final int PLAIN_DICTIONARY = 2;
    private static final int RLE = 3;
    private static final int BIT_PACKED = 4;
    private static final int DELTA_BINARY_PACKED = 5;
    private static final int DELTA_LENGTH_BYTE_ARRAY = 6;
    private static final int DELTA_BYTE_ARRAY = 7;
    private static final int RLE_DICTIONARY = 8;
    private static final int BYTE_STREAM_SPLIT = 9;

    private final SchemaNode.Leaf leaf;
    private final Memory memory;
    private final PageReader pages;
    private long left;
    private int leftInPage;
    private long held;
    private int repetition;
    private int definition;
    private IntSupplier repetitions = () -> 0;
    private IntSupplier definitions = () -> 0;
    private @Nullable ValueDictionary dictionary;
    private @Nullable ValueDecoder values;
    private ByteBuffer body = ByteBuffer.allocate(0);
    private int encoding;
    private long pageStart;

    ColumnReader(FileChannel file, SchemaNode.Leaf leaf, Chunk chunk, Memory memory) throws IOException {
        this.leaf = leaf;
        this.memory = memory;
        this.pageStart = chunk.start();
        this.left = chunk.values();
        try {
            this.pages = new PageReader(file, chunk, memory);
        } catch (GuerdonException e) {
            throw located(e);
        }
        advance();
    }

    /** Returns whether there is nothing more. */
    boolean ended() {
        return left < 0;
    }

    /** Returns the repetition level here; 0 if a row begins, and at the end. */
    int repetition() {
        return repetition;
    }

    int definition() {
        return definition;
    }

    /** Returns the value here, or null if there is none; then moves to the next one. */
    @Nullable
    Object take() {
        Object value = null;
        try {
            if (definition == leaf.definition()) {
                if (values == null) {
                    values = decoder();
                }
                value = values.next();
            }
        } catch (RuntimeException e) {
            throw located(e);
        }
        advance();
        return value;
    }

    private void advance() {
        repetition = 0;
        if (--left < 0) {
            memory.give(held);
            held = 0;
            definition = -1;
            return;
        }
        try {
            while (leftInPage == 0) {
                nextPage();
            }
            leftInPage--;
            repetition = repetitions.getAsInt();
            definition = definitions.getAsInt();
        } catch (RuntimeException e) {
            throw located(e);
        } catch (IOException e) {
            throw located(new GuerdonException("cannot be read: " + e.getMessage(), e));
        }
        if (definition > leaf.definition() || repetition > leaf.repetition()) {
            throw located(new GuerdonException("levels " + repetition + " and " + definition + ", where "
                    + leaf.repetition() + " and " + leaf.definition() + " are the deepest"));
        }
    }

    private void nextPage() throws IOException {
        int kept = dictionary == null ? 0 : dictionary.size();
        memory.give(held - kept);
        held = kept;
        pageStart = pages.position();
        values = null;
        body = ByteBuffer.allocate(0);
        Page page = pages.next();
        if (page == null) {
            throw new GuerdonException("the pages end, and " + (left + 1) + " values are missing");
        }
        held += page.body().capacity();
        if (page.kind() == Kind.DICTIONARY) {
            if (dictionary != null) {
                throw new GuerdonException("a second dictionary");
            }
            dictionary = new ValueDictionary(leaf.type(), page.body().array(), page.header().values);
            return;
        }
        body = page.body();
        encoding = page.header().encoding;
        leftInPage = page.header().values;
        if (page.kind() == Kind.DATA_V2) {
            ByteBuffer levels = page.levels();
            int split = page.header().repetitionSize;
            repetitions = levels(levels.slice(0, split), RLE, leaf.repetition());
            definitions = levels(levels.slice(split, page.header().definitionSize), RLE, leaf.definition());
        } else {
            repetitions = levelsBefore(page.header().repetitionEncoding, leaf.repetition());
            definitions = levelsBefore(page.header().definitionEncoding, leaf.definition());
        }
    }

    /** Returns the levels that stand before the values in a page of the first version. */
    private IntSupplier levelsBefore(int levelEncoding, int deepest) {
        if (deepest == 0) {
            return () -> 0;
        }
        int size = levelEncoding == BIT_PACKED
                ? Math.toIntExact(((long) leftInPage * width(deepest) + 7) / 8)
                : body.getInt();
        if (size < 0 || size > body.remaining()) {
            throw new GuerdonException("levels of " + size + " bytes, where " + body.remaining() + " are left");
        }
        ByteBuffer levels = body.slice(body.position(), size);
        body.position(body.position() + size);
        return levels(levels, levelEncoding, deepest);
    }

    private static IntSupplier levels(ByteBuffer in, int levelEncoding, int deepest) {
        if (deepest == 0) {
            return () -> 0;
        }
        int width = width(deepest);
        return switch (levelEncoding) {
            case RLE -> new RleDecoder(in, width)::next;
            case BIT_PACKED -> {
                int[] at = {0};
                yield () -> {
                    int level = 0;
                    for (int i = 0; i < width; i++, at[0]++) {
                        level = (level << 1) | ((in.get(at[0] >>> 3) >>> (7 - (at[0] & 7))) & 1);
                    }
                    return level;
                };
            }
            default -> throw new GuerdonException("levels in the unknown encoding " + levelEncoding);
        };
    }

    private static int width(int deepest) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(deepest);
    }

    private ValueDecoder decoder() {
        ColumnType type = leaf.type();
        return switch (encoding) {
            case PLAIN -> ValueDecoder.plain(type, body);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
                if (dictionary == null) {
                    throw new GuerdonException("values of a dictionary that is not there");
                }
                yield dictionary.decoder(body);
            }
            case RLE -> ValueDecoder.runs(type, body);
            case DELTA_BINARY_PACKED -> ValueDecoder.delta(type, body);
            case DELTA_LENGTH_BYTE_ARRAY -> ValueDecoder.deltaLength(type, body);
            case DELTA_BYTE_ARRAY -> ValueDecoder.deltaBytes(type, body);
            case BYTE_STREAM_SPLIT -> ValueDecoder.split(type, body);
            default -> throw new GuerdonException("values in the unknown encoding " + encoding);
        };
    }

    /** Says where it went wrong. A read after the end of a page comes as one of the JDK's own exceptions. */
    private GuerdonException located(RuntimeException e) {
        String what = e instanceof GuerdonException
                ? String.valueOf(e.getMessage())
                : "the data is damaged (" + e.getClass().getSimpleName() + ")";
        return new GuerdonException("column '" + leaf.path() + "', page at byte " + pageStart + ": " + what, e);
    }
}

package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.spi.RowReader;
import dev.guerdon.parquet.PageReader.Memory;
import dev.guerdon.parquet.ParquetFooter.RowGroup;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts rows together from columns. Holds one page of each column, and its dictionary, at a time. */
final class RowIterator implements Iterator<Map<String, @Nullable Object>> {

    /** The most values in a row, objects and lists included. */
    static final int MAX_VALUES = 2_000_000;

    /** What pandas calls the columns of an index, which are not columns of the table. */
    private static final Pattern INDEX = Pattern.compile("__index_level_\\d+__");

    private final String name;
    private final FileChannel file;
    private final ParquetFooter footer;
    private final SchemaTree.Tree schema;
    private final Memory memory;
    private List<ColumnReader> columns = List.of();
    private int nextGroup;
    private long leftInGroup;
    private long row;
    private int valuesInRow;
    private long textInRow;

    RowIterator(String name, FileChannel file, ParquetFooter footer, SchemaTree.Tree schema, long mostMemory) {
        this.name = name;
        this.file = file;
        this.footer = footer;
        this.schema = schema;
        this.memory = new Memory(mostMemory);
    }

    @Override
    public boolean hasNext() {
        while (leftInGroup == 0) {
            try {
                for (int i = 0; i < columns.size(); i++) {
                    if (!columns.get(i).ended()) {
                        throw new GuerdonException(
                                "column '" + schema.leaves().get(i).path() + "' has more values than there are rows");
                    }
                }
                columns = List.of();
                if (nextGroup == footer.groups()) {
                    return false;
                }
                openGroup();
            } catch (GuerdonException e) {
                throw located(e);
            } catch (IOException e) {
                throw located(new GuerdonException("cannot be read: " + e.getMessage(), e));
            }
        }
        return true;
    }

    private void openGroup() throws IOException {
        RowGroup group = footer.group(nextGroup++, schema.leaves().size());
        leftInGroup = group.rows();
        if (group.rows() == 0) {
            return;
        }
        List<ColumnReader> opened = new ArrayList<>();
        for (int i = 0; i < schema.leaves().size(); i++) {
            SchemaNode.Leaf leaf = schema.leaves().get(i);
            ParquetFooter.Chunk chunk = group.chunks().get(i);
            if (!chunk.codec().known()) {
                throw new GuerdonException("column '" + leaf.path() + "' is compressed with " + chunk.codec()
                        + ", which is not read; write the file with snappy, gzip, zstd or lz4_raw");
            }
            opened.add(new ColumnReader(file, leaf, chunk, memory));
        }
        columns = opened;
    }

    @Override
    public Map<String, @Nullable Object> next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the file has no more rows");
        }
        valuesInRow = 0;
        textInRow = 0;
        try {
            Map<String, @Nullable Object> values = object(schema.root());
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).repetition() != 0) {
                    throw new GuerdonException("column '"
                            + schema.leaves().get(i).path() + "' has more values in the row than the other columns");
                }
            }
            values.keySet().removeIf(RowIterator::isIndex);
            leftInGroup--;
            row++;
            return values;
        } catch (GuerdonException e) {
            leftInGroup = 0;
            throw located(e);
        }
    }

    static boolean isIndex(String column) {
        return column.startsWith("__index_level_") && INDEX.matcher(column).matches();
    }

    private GuerdonException located(GuerdonException e) {
        return new GuerdonException(name + ": row " + (row + 1) + ": " + e.getMessage(), e);
    }

    private @Nullable Object value(SchemaNode node) {
        if (++valuesInRow > MAX_VALUES) {
            throw new GuerdonException("more than " + MAX_VALUES + " values in one row");
        }
        ColumnReader first = columns.get(node.firstColumn());
        if (first.ended()) {
            throw new GuerdonException("a column has fewer values than there are rows");
        }
        if (first.definition() < node.definition()) {
            pass(node);
            return null;
        }
        return switch (node) {
            case SchemaNode.Leaf leaf -> {
                Object value = first.take();
                if (value instanceof String text && (textInRow += text.length()) > RowReader.MAX_TEXT) {
                    throw new GuerdonException("more than " + (RowReader.MAX_TEXT >> 20) + " MiB of text in one row");
                }
                yield value;
            }
            case SchemaNode.Struct struct -> object(struct);
            case SchemaNode.Repeated repeated when repeated.value() != null -> map(repeated, repeated.value());
            case SchemaNode.Repeated repeated -> {
                List<@Nullable Object> list = new ArrayList<>();
                each(repeated, () -> list.add(value(repeated.element())));
                yield list;
            }
        };
    }

    private Map<String, @Nullable Object> object(SchemaNode.Struct struct) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < struct.children().size(); i++) {
            object.put(struct.names().get(i), value(struct.children().get(i)));
        }
        return object;
    }

    /** Returns a map as an object, where its keys can be names; else as a list of keys with their values. */
    private Object map(SchemaNode.Repeated map, SchemaNode valueNode) {
        if (map.element() instanceof SchemaNode.Leaf) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            each(map, () -> {
                String key = String.valueOf(value(map.element()));
                object.put(key, value(valueNode));
            });
            return object;
        }
        List<Object> pairs = new ArrayList<>();
        each(map, () -> {
            Map<String, @Nullable Object> pair = new LinkedHashMap<>();
            pair.put("key", value(map.element()));
            pair.put("value", value(valueNode));
            pairs.add(pair);
        });
        return pairs;
    }

    private void each(SchemaNode.Repeated repeated, Runnable element) {
        ColumnReader first = columns.get(repeated.firstColumn());
        if (first.definition() < repeated.filled()) {
            pass(repeated);
            return;
        }
        do {
            element.run();
        } while (first.repetition() == repeated.repetition());
        if (first.repetition() > repeated.repetition()) {
            throw new GuerdonException("a list continues where it cannot, in column "
                    + schema.leaves().get(repeated.firstColumn()).path());
        }
    }

    /** Goes over the one place that each column has for something that is not there. */
    private void pass(SchemaNode node) {
        for (int i = 0; i < node.columns(); i++) {
            columns.get(node.firstColumn() + i).take();
        }
    }
}

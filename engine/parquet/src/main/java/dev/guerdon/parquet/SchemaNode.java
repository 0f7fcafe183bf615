package dev.guerdon.parquet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a Parquet file's schema, as rows are put together from columns by it. */
sealed interface SchemaNode {

    /** From this definition level on, the value is there and not null. */
    int definition();

    /** Returns the first of its columns; its levels say whether the value is there. */
    int firstColumn();

    /** Returns how many columns it has. */
    int columns();

    /**
     * One column.
     *
     * @param path the names from the root, with dots
     * @param repetition the deepest repetition level in it
     */
    record Leaf(int firstColumn, String path, int definition, int repetition, ColumnType type) implements SchemaNode {
        @Override
        public int columns() {
            return 1;
        }
    }

    /** An object. */
    record Struct(int definition, int firstColumn, int columns, List<String> names, List<SchemaNode> children)
            implements SchemaNode {}

    /**
     * A list, or a map.
     *
     * @param repetition the repetition level of its further elements
     * @param filled from this definition level on, it has an element
     * @param element what is in it; a map's key
     * @param value a map's value
     */
    record Repeated(
            int definition,
            int filled,
            int repetition,
            SchemaNode element,
            @Nullable SchemaNode value) implements SchemaNode {

        @Override
        public int firstColumn() {
            return element.firstColumn();
        }

        @Override
        public int columns() {
            return element.columns() + (value == null ? 0 : value.columns());
        }
    }
}

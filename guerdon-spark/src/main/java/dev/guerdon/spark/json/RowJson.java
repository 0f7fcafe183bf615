package dev.guerdon.spark.json;

import dev.guerdon.api.Internal;
import dev.guerdon.spark.json.JsonType.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/**
 * Writes rows as JSON objects, as {@code guerdon score} reads the rows of a Parquet file.
 *
 * <p>Structs are objects, lists lists, maps objects where their keys are plain and else lists of keys with their values. Dates, times
 * and time stamps are texts in ISO 8601, decimal numbers are numbers where a double holds all of the column and else text, bytes are
 * base64; NaN and infinities are null. For one thread.
 */
@Internal
public final class RowJson {

    /** What pandas calls the columns of an index, which are not columns of the table. */
    private static final Pattern INDEX = Pattern.compile("__index_level_\\d+__");

    private final List<Member> members = new ArrayList<>();
    private final boolean nulls;
    private final JsonBytes out = new JsonBytes();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Member(int place, byte[] name, Writer writer) {}

    /**
     * @param schema the columns
     * @param nulls whether a column without a value is written as null; else it is left out
     * @throws IllegalArgumentException where a column has a type that JSON has no word for, with a sentence for the user
     */
    public RowJson(StructType schema, boolean nulls) {
        this.nulls = nulls;
        StructField[] fields = schema.fields();
        for (int i = 0; i < fields.length; i++) {
            String name = fields[i].name();
            if (!INDEX.matcher(name).matches()) {
                members.add(new Member(i, key(name), writer(fields[i].dataType(), name)));
            }
        }
    }

    /** A row as JSON in UTF-8, without a line end. */
    public byte[] write(SpecializedGetters row) {
        out.clear();
        out.raw('{');
        boolean first = true;
        for (Member member : members) {
            boolean missing = row.isNullAt(member.place);
            if (missing && !nulls) {
                continue;
            }
            if (!first) {
                out.raw(',');
            }
            first = false;
            out.raw(member.name);
            if (missing) {
                out.raw("null");
            } else {
                member.writer.write(row, member.place, out);
            }
        }
        return out.raw('}').toByteArray();
    }

    private static byte[] key(String name) {
        JsonBytes bytes = new JsonBytes();
        return bytes.string(name).raw(':').toByteArray();
    }

    private static Writer writer(DataType type, String path) {
        return switch (type) {
            case StructType struct -> struct(struct, path);
            case ArrayType array -> list(writer(array.elementType(), path + "[]"));
            case MapType map -> map(map, path);
            case UserDefinedType<?> own -> writer(own.sqlType(), path);
            default -> {
                try {
                    yield JsonType.of(type);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("column '" + path + "': " + e.getMessage(), e);
                }
            }
        };
    }

    private static Writer struct(StructType type, String path) {
        StructField[] fields = type.fields();
        byte[][] names = new byte[fields.length][];
        Writer[] writers = new Writer[fields.length];
        for (int i = 0; i < fields.length; i++) {
            names[i] = key(fields[i].name());
            writers[i] = writer(fields[i].dataType(), path + "." + fields[i].name());
        }
        return (values, place, out) -> {
            InternalRow row = values.getStruct(place, fields.length);
            out.raw('{');
            for (int i = 0; i < fields.length; i++) {
                if (i > 0) {
                    out.raw(',');
                }
                value(row, i, writers[i], out.raw(names[i]));
            }
            out.raw('}');
        };
    }

    private static void value(SpecializedGetters values, int place, Writer writer, JsonBytes out) {
        if (values.isNullAt(place)) {
            out.raw("null");
        } else {
            writer.write(values, place, out);
        }
    }

    private static Writer list(Writer element) {
        return (values, place, out) -> {
            ArrayData array = values.getArray(place);
            out.raw('[');
            for (int i = 0; i < array.numElements(); i++) {
                if (i > 0) {
                    out.raw(',');
                }
                value(array, i, element, out);
            }
            out.raw(']');
        };
    }

    private static Writer map(MapType type, String path) {
        Writer key = writer(type.keyType(), path + ".key");
        Writer value = writer(type.valueType(), path + ".value");
        boolean plain = !(type.keyType() instanceof StructType
                || type.keyType() instanceof ArrayType
                || type.keyType() instanceof MapType);
        return (values, place, out) -> {
            MapData map = values.getMap(place);
            out.raw(plain ? '{' : '[');
            for (int i = 0; i < map.numElements(); i++) {
                if (i > 0) {
                    out.raw(',');
                }
                if (plain) {
                    name(map.keyArray(), i, key, out);
                    value(map.valueArray(), i, value, out);
                } else {
                    value(map.keyArray(), i, key, out.raw("{\"key\":"));
                    value(map.valueArray(), i, value, out.raw(",\"value\":"));
                    out.raw('}');
                }
            }
            out.raw(plain ? '}' : ']');
        };
    }

    /** A plain key as the name of a member: texts as they are, all else as JSON would write it. */
    private static void name(ArrayData keys, int place, Writer key, JsonBytes out) {
        JsonBytes alone = new JsonBytes();
        value(keys, place, key, alone);
        byte[] written = alone.toByteArray();
        if (written.length > 0 && written[0] == '"') {
            out.raw(written);
        } else {
            out.string(new String(written, StandardCharsets.UTF_8));
        }
        out.raw(':');
    }
}

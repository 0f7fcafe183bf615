package dev.guerdon.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.CalendarIntervalType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as JSON objects, as {@code guerdon score} reads the rows of a Parquet file.
 *
 * <p>Structs are objects, lists lists, maps objects where their keys are plain and else lists of keys with their values. Dates, times
 * and time stamps are texts in ISO 8601, decimal numbers are numbers where a double holds all of the column and else text, bytes are
 * base64; NaN and infinities are null. For one thread.
 */
final class RowJson {

    /** Names of pandas for the columns of an index, which are not columns of the table. */
    private static final Pattern INDEX = Pattern.compile("__index_level_\\d+__");

    private static final JsonFactory JSON = new JsonFactory();

    /** One long row should not cost every thread its memory. */
    private static final int LARGEST_KEPT = 1 << 20;

    private static final int MICROS = 1_000_000;

    /** A double gives every decimal number of so many digits back as it was. */
    private static final int DIGITS_OF_DOUBLE = 15;

    private final List<Member> members = new ArrayList<>();
    private final boolean nulls;
    private @Nullable ByteArrayOutputStream bytes;
    private @Nullable JsonGenerator generator;

    private record Member(int place, String name, Writer writer) {}

    /**
     * @param schema the columns
     * @param nulls whether a column without a value is written as null; else it is left out
     * @throws IllegalArgumentException where a column has a type that JSON has no word for, with a sentence for the user
     */
    RowJson(StructType schema, boolean nulls) {
        this.nulls = nulls;
        StructField[] fields = schema.fields();
        for (int i = 0; i < fields.length; i++) {
            String name = fields[i].name();
            if (!INDEX.matcher(name).matches()) {
                members.add(new Member(i, name, writer(fields[i].dataType(), name)));
            }
        }
    }

    /** Returns a row as JSON in UTF-8, without a line end. */
    byte[] write(SpecializedGetters row) {
        ByteArrayOutputStream target = bytes;
        JsonGenerator out = generator;
        bytes = null; // until it is known to be usable again
        try {
            if (target == null || out == null) {
                target = new ByteArrayOutputStream();
                out = JSON.createGenerator(target).setRootValueSeparator(null);
            }
            write(row, out);
            out.flush();
            byte[] json = target.toByteArray();
            if (json.length <= LARGEST_KEPT) {
                target.reset();
                bytes = target;
                generator = out;
            }
            return json;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written to
        }
    }

    private void write(SpecializedGetters row, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (Member member : members) {
            if (nulls || !row.isNullAt(member.place)) {
                out.writeFieldName(member.name);
                value(row, member.place, member.writer, out);
            }
        }
        out.writeEndObject();
    }

    private static Writer writer(DataType type, String path) {
        return switch (type) {
            case StructType struct -> struct(struct, path);
            case ArrayType array -> list(writer(array.elementType(), path + "[]"));
            case MapType map -> map(map, path);
            case UserDefinedType<?> own -> writer(own.sqlType(), path);
            default -> {
                try {
                    yield plainWriter(type);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("column '" + path + "': " + e.getMessage(), e);
                }
            }
        };
    }

    private static Writer struct(StructType type, String path) {
        StructField[] fields = type.fields();
        String[] names = new String[fields.length];
        Writer[] writers = new Writer[fields.length];
        for (int i = 0; i < fields.length; i++) {
            names[i] = fields[i].name();
            writers[i] = writer(fields[i].dataType(), path + "." + fields[i].name());
        }
        return (values, place, out) -> {
            InternalRow row = values.getStruct(place, fields.length);
            out.writeStartObject();
            for (int i = 0; i < fields.length; i++) {
                out.writeFieldName(names[i]);
                value(row, i, writers[i], out);
            }
            out.writeEndObject();
        };
    }

    private static void value(SpecializedGetters values, int place, Writer writer, JsonGenerator out)
            throws IOException {
        if (values.isNullAt(place)) {
            out.writeNull();
        } else {
            writer.write(values, place, out);
        }
    }

    private static Writer list(Writer element) {
        return (values, place, out) -> {
            ArrayData array = values.getArray(place);
            out.writeStartArray();
            for (int i = 0; i < array.numElements(); i++) {
                value(array, i, element, out);
            }
            out.writeEndArray();
        };
    }

    private static Writer map(MapType type, String path) {
        Writer key = writer(type.keyType(), path + ".key");
        Writer value = writer(type.valueType(), path + ".value");
        boolean plain = !(type.keyType() instanceof StructType
                || type.keyType() instanceof ArrayType
                || type.keyType() instanceof MapType);
        boolean text = type.keyType() instanceof StringType;
        if (plain) {
            return (values, place, out) -> {
                MapData map = values.getMap(place);
                ArrayData keys = map.keyArray();
                out.writeStartObject();
                for (int i = 0; i < map.numElements(); i++) {
                    out.writeFieldName(text ? keys.getUTF8String(i).toString() : name(keys, i, key));
                    value(map.valueArray(), i, value, out);
                }
                out.writeEndObject();
            };
        }
        return (values, place, out) -> {
            MapData map = values.getMap(place);
            out.writeStartArray();
            for (int i = 0; i < map.numElements(); i++) {
                out.writeStartObject();
                out.writeFieldName("key");
                value(map.keyArray(), i, key, out);
                out.writeFieldName("value");
                value(map.valueArray(), i, value, out);
                out.writeEndObject();
            }
            out.writeEndArray();
        };
    }

    /** Returns a plain key that is no text as the name of a member: as JSON would write it, without quotes. */
    private static String name(ArrayData keys, int place, Writer key) throws IOException {
        ByteArrayOutputStream alone = new ByteArrayOutputStream();
        try (JsonGenerator out = JSON.createGenerator(alone)) {
            value(keys, place, key, out);
        }
        try (JsonParser written = JSON.createParser(alone.toByteArray())) {
            written.nextToken();
            return written.getText();
        }
    }

    /** Writes a value that is not null. */
    @FunctionalInterface
    interface Writer {
        void write(SpecializedGetters values, int place, JsonGenerator out) throws IOException;
    }

    /**
     * Returns the writer for values of a plain type.
     *
     * @throws IllegalArgumentException where JSON has no word for them
     */
    static Writer plainWriter(DataType type) {
        return switch ((AbstractDataType) type) {
            case StringType text ->
                (values, place, out) ->
                        out.writeString(values.getUTF8String(place).toString());
            case BooleanType bool -> (values, place, out) -> out.writeBoolean(values.getBoolean(place));
            case ByteType number -> (values, place, out) -> out.writeNumber(values.getByte(place));
            case ShortType number -> (values, place, out) -> out.writeNumber(values.getShort(place));
            case IntegerType number -> (values, place, out) -> out.writeNumber(values.getInt(place));
            case YearMonthIntervalType months -> (values, place, out) -> out.writeNumber(values.getInt(place));
            case LongType number -> (values, place, out) -> out.writeNumber(values.getLong(place));
            case DayTimeIntervalType micros -> (values, place, out) -> out.writeNumber(values.getLong(place));
            case FloatType number -> (values, place, out) -> number(values.getFloat(place), out);
            case DoubleType number -> (values, place, out) -> number(values.getDouble(place), out);
            case DecimalType decimal -> decimal(decimal);
            case DateType date ->
                (values, place, out) -> out.writeString(
                        LocalDate.ofEpochDay(values.getInt(place)).toString());
            case TimestampType time -> (values, place, out) -> out.writeString(timestamp(values.getLong(place)) + "Z");
            case TimestampNTZType time -> (values, place, out) -> out.writeString(timestamp(values.getLong(place)));
            case TimeType time ->
                (values, place, out) -> out.writeString(
                        DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(values.getLong(place))));
            case BinaryType binary -> (values, place, out) -> out.writeBinary(values.getBinary(place));
            case CalendarIntervalType interval ->
                (values, place, out) ->
                        out.writeString(values.getInterval(place).toString());
            case VariantType variant ->
                (values, place, out) ->
                        out.writeRawValue(values.getVariant(place).toJson(ZoneOffset.UTC));
            case NullType none -> (values, place, out) -> out.writeNull();
            default ->
                throw new IllegalArgumentException("a column of type " + type.simpleString()
                        + " cannot become JSON; leave it out, or cast it to a string");
        };
    }

    /** Writes a number, or null for NaN and infinities, which JSON does not have. */
    private static void number(double value, JsonGenerator out) throws IOException {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }

    private static String timestamp(long micros) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000, ZoneOffset.UTC);
        return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
    }

    /**
     * Returns a decimal number, exactly: a whole number where the column has no decimals, a number where a double holds every value of the
     * column, and else its digits as text, for all values of the column alike.
     */
    private static Writer decimal(DecimalType type) {
        int precision = type.precision();
        int scale = type.scale();
        if (scale <= 0) {
            return (values, place, out) -> {
                out.writeNumber(values.getDecimal(place, precision, scale).toJavaBigInteger());
            };
        }
        if (precision <= DIGITS_OF_DOUBLE) {
            return (values, place, out) -> number(
                    values.getDecimal(place, precision, scale)
                            .toJavaBigDecimal()
                            .doubleValue(),
                    out);
        }
        return (values, place, out) -> {
            BigDecimal exact = values.getDecimal(place, precision, scale).toJavaBigDecimal();
            out.writeString(
                    exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString());
        };
    }
}

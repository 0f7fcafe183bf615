package dev.guerdon.spark;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.AbstractDataType;
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
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/** Form in which plain values become JSON. */
final class JsonType {

    private static final int MICROS = 1_000_000;

    /** A double gives every decimal number of so many digits back as it was. */
    private static final int DIGITS_OF_DOUBLE = 15;

    private JsonType() {}

    /** Writes a value that is not null. */
    @FunctionalInterface
    interface Writer {
        void write(SpecializedGetters values, int place, JsonGenerator out) throws IOException;
    }

    /**
     * The writer for values of a plain type.
     *
     * @throws IllegalArgumentException where JSON has no word for them
     */
    static Writer of(DataType type) {
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

    /** JSON has no NaN and no infinity. */
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
     * A decimal number, exactly: a whole number where the column has no decimals, a number where a double holds every value of the
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

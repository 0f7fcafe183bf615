package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.JsonCodec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Type of the values of a Parquet column, and how each becomes a plain JSON value.
 *
 * @param physical how the values are stored
 * @param length the bytes of each value of a column of fixed length
 * @param meaning what they mean
 * @param precision the digits of a decimal number that its column allows, 0 if the file does not say
 * @param scale the decimals of a decimal number
 * @param perSecond the units of a time in a second
 * @param utc whether a time stamp is a moment in UTC, and not a local time
 */
record ColumnType(
        Physical physical, int length, Meaning meaning, int precision, int scale, long perSecond, boolean utc) {

    /** Way in which values are stored; the order is that of their numbers in a file. */
    enum Physical {
        BOOLEAN,
        INT32,
        INT64,
        INT96,
        FLOAT,
        DOUBLE,
        BYTE_ARRAY,
        FIXED
    }

    /** Meaning of values, as far as it makes a difference in JSON. */
    enum Meaning {
        NONE,
        TEXT,
        JSON,
        DECIMAL,
        DATE,
        TIME,
        TIMESTAMP,
        UNSIGNED,
        UUID,
        FLOAT16
    }

    private static final long NANOS = 1_000_000_000;
    private static final int MAX_DECIMAL_BYTES = 4096;
    private static final int JULIAN_EPOCH = 2_440_588;

    /** A double gives every decimal number of so many digits back as it was. */
    private static final int DIGITS_OF_DOUBLE = 15;

    /** Smaller numbers have fewer digits in a double. */
    private static final int DECIMALS_OF_DOUBLE = 290;

    private static final BigInteger BEYOND_DOUBLE = BigInteger.TEN.pow(DIGITS_OF_DOUBLE);

    ColumnType {
        if (physical == Physical.FIXED && length < 1) {
            throw new GuerdonException("values of a fixed length of " + length);
        }
        if (meaning == Meaning.DECIMAL && (scale < 0 || scale > 1000)) {
            throw new GuerdonException("decimal numbers with " + scale + " decimals");
        }
    }

    /** Returns the bytes of a value, where all have the same; else the bytes of its length. */
    int smallest() {
        return switch (physical) {
            case BOOLEAN -> 0;
            case INT32, FLOAT, BYTE_ARRAY -> 4;
            case INT64, DOUBLE -> 8;
            case INT96 -> 12;
            case FIXED -> length;
        };
    }

    Object ofInt(int value) {
        return switch (meaning) {
            case DATE -> LocalDate.ofEpochDay(value).toString();
            case UNSIGNED -> whole(value & 0xffff_ffffL);
            case TIME, TIMESTAMP, DECIMAL -> ofLong(value);
            default -> value;
        };
    }

    Object ofLong(long value) {
        return switch (meaning) {
            case TIME -> DateTimeFormatter.ISO_LOCAL_TIME.format(LocalTime.ofNanoOfDay(value * (NANOS / perSecond)));
            case TIMESTAMP ->
                timestamp(
                        Math.floorDiv(value, perSecond), (int) (Math.floorMod(value, perSecond) * (NANOS / perSecond)));
            case DECIMAL -> decimal(BigInteger.valueOf(value));
            case UNSIGNED -> value >= 0 ? whole(value) : new BigInteger(Long.toUnsignedString(value));
            default -> whole(value);
        };
    }

    /** JSON has no NaN and no infinity. */
    @Nullable
    Object ofDouble(double value) {
        return Double.isFinite(value) ? value : null;
    }

    @Nullable
    Object ofBytes(byte[] bytes, int start, int size) {
        return switch (meaning) {
            case TEXT -> new String(bytes, start, size, StandardCharsets.UTF_8);
            case JSON -> json(new String(bytes, start, size, StandardCharsets.UTF_8));
            case DECIMAL -> {
                if (size < 1 || size > MAX_DECIMAL_BYTES) {
                    throw new GuerdonException("a decimal number of " + size + " bytes");
                }
                yield decimal(new BigInteger(bytes, start, size));
            }
            case UUID -> {
                ByteBuffer buffer = ByteBuffer.wrap(bytes, start, 16);
                yield new UUID(buffer.getLong(), buffer.getLong()).toString();
            }
            case FLOAT16 ->
                ofDouble(Float.float16ToFloat(ByteBuffer.wrap(bytes, start, 2)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getShort()));
            default -> Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, start, start + size));
        };
    }

    /** Returns the time stamps of old writers: nanoseconds of the day, and the day in Julian numbering. */
    Object ofInt96(long nanos, int day) {
        long seconds = (day - (long) JULIAN_EPOCH) * 86_400 + Math.floorDiv(nanos, NANOS);
        return timestamp(seconds, (int) Math.floorMod(nanos, NANOS));
    }

    private String timestamp(long seconds, int nanos) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
        return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time) + (utc ? "Z" : "");
    }

    /**
     * Returns a decimal number, exactly: a whole number where the column has no decimals, a number where a double holds every value of the
     * column, and else its digits as text, for all values of the column alike.
     */
    private Object decimal(BigInteger unscaled) {
        if (scale == 0) {
            return unscaled.bitLength() < Long.SIZE ? whole(unscaled.longValue()) : unscaled;
        }
        BigDecimal exact = new BigDecimal(unscaled, scale);
        boolean narrow = precision > 0 && precision <= DIGITS_OF_DOUBLE && scale <= DECIMALS_OF_DOUBLE;
        // A writer may break its own promise.
        if (narrow && unscaled.abs().compareTo(BEYOND_DOUBLE) < 0) {
            return exact.doubleValue();
        }
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }

    /** Returns a whole number as a JSON parser gives it: small where it fits. */
    private static Object whole(long value) {
        if (value == (int) value) {
            return (int) value;
        }
        return value;
    }

    private static @Nullable Object json(String text) {
        try {
            return JsonCodec.read(text, "value").value();
        } catch (GuerdonException e) {
            return text;
        }
    }
}

package dev.guerdon.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.parquet.ColumnType.Meaning;
import dev.guerdon.parquet.ColumnType.Physical;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnTypeTest {

    private static ColumnType decimal(Physical physical, int precision, int scale) {
        return new ColumnType(physical, 16, Meaning.DECIMAL, precision, scale, 1, false);
    }

    private static @Nullable Object read(Physical physical, int precision, int scale, BigInteger unscaled) {
        byte[] bytes = unscaled.toByteArray();
        ColumnType type = decimal(physical, precision, scale);
        return switch (physical) {
            case INT32 -> type.ofInt(unscaled.intValueExact());
            case INT64 -> type.ofLong(unscaled.longValueExact());
            default -> type.ofBytes(bytes, 0, bytes.length);
        };
    }

    /** What is left of a value that went through a line of JSON, as rows do on their way to a reward. */
    private static BigDecimal throughJson(@Nullable Object value) {
        Object back = JsonCodec.read(JsonCodec.write(value), "value").value();
        return new BigDecimal(String.valueOf(back));
    }

    @Test
    void noDecimalLosesADigit() {
        Random random = new Random(15);
        Physical[] stored = {Physical.INT32, Physical.INT64, Physical.BYTE_ARRAY, Physical.FIXED};
        int[] widest = {9, 18, 76, 38};
        for (int i = 0; i < 40_000; i++) {
            int kind = i % stored.length;
            int precision = 1 + random.nextInt(widest[kind]);
            int scale = random.nextInt(precision + 1);
            BigInteger top = BigInteger.TEN.pow(precision);
            BigInteger unscaled = new BigInteger(top.bitLength() + 8, random).mod(top);
            BigInteger signed = random.nextBoolean() ? unscaled : unscaled.negate();
            assertThat(throughJson(read(stored[kind], precision, scale, signed)))
                    .as("%s in DECIMAL(%d,%d) as %s", signed, precision, scale, stored[kind])
                    .isEqualByComparingTo(new BigDecimal(signed, scale));
        }
    }

    @Test
    void aColumnHasOneKindOfValue() {
        for (int precision = 2; precision <= 38; precision++) {
            Class<?> kind = precision <= 15 ? Double.class : String.class;
            for (String unscaled : new String[] {"0", "10", "-99"}) {
                assertThat(read(Physical.FIXED, precision, 1, new BigInteger(unscaled)))
                        .isInstanceOf(kind);
            }
        }
    }

    @Test
    void textIsWhatTheNumberWouldLookLike() {
        assertThat(read(Physical.BYTE_ARRAY, 38, 10, new BigInteger("15000000000")))
                .isEqualTo("1.5");
        assertThat(read(Physical.BYTE_ARRAY, 38, 10, new BigInteger("30000000000")))
                .isEqualTo("3");
        assertThat(read(Physical.BYTE_ARRAY, 38, 10, BigInteger.ZERO)).isEqualTo("0");
        assertThat(read(Physical.BYTE_ARRAY, 38, 10, BigInteger.ONE.negate())).isEqualTo("-0.0000000001");
        assertThat(read(Physical.BYTE_ARRAY, 38, 2, new BigInteger("100000"))).isEqualTo("1000");
    }

    @Test
    void valuesWiderThanTheirColumnSaysAreStillExact() {
        BigInteger wide = new BigInteger("1234567890123456789012345");
        assertThat(read(Physical.BYTE_ARRAY, 5, 2, wide)).isEqualTo("12345678901234567890123.45");
        assertThat(read(Physical.BYTE_ARRAY, 0, 2, wide)).isEqualTo("12345678901234567890123.45");
        assertThat(read(Physical.BYTE_ARRAY, 3, 900, BigInteger.ONE)).isEqualTo("0." + "0".repeat(899) + "1");
    }

    @Test
    void unsignedNumbersBeyondALongAreExact() {
        ColumnType unsigned = new ColumnType(Physical.INT64, 0, Meaning.UNSIGNED, 0, 0, 1, false);
        for (long value : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, -2}) {
            assertThat(throughJson(unsigned.ofLong(value)))
                    .isEqualByComparingTo(new BigDecimal(Long.toUnsignedString(value)));
        }
    }

    @Test
    void timeStampsOfOldWritersKeepTheirNanoseconds() {
        ColumnType old = new ColumnType(Physical.INT96, 0, Meaning.NONE, 0, 0, 1, false);
        assertThat(old.ofInt96(1, 2_440_588)).isEqualTo("1970-01-01T00:00:00.000000001");
        assertThat(old.ofInt96(86_399_999_999_999L, 2_440_587)).isEqualTo("1969-12-31T23:59:59.999999999");
        assertThat(old.ofInt96(0, 0)).isEqualTo("-4713-11-24T00:00:00");
    }
}

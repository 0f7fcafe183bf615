package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * How many numbers there are, their mean and their standard deviation, the same to the last bit in whatever order and parts they come.
 *
 * <p>The sums of the numbers and of their squares are exact, so no order of adding matters; only the figures at the end are rounded.
 * A number below 2^42 that is a multiple of 2^-84 takes a few additions of whole words, without any object; these are all numbers of
 * at least 2^-32, and all whole ones. The others are rare, and add up in {@code Exact}. Not safe for concurrent use.
 */
final class NumberMoments {

    /** The sum counts this power of two, the squares twice this power. */
    private static final int UNIT = -84;

    /** Bits of the largest number that the words take, and of its square. */
    private static final int BITS = 42 - UNIT;

    private static final int MAX_SHIFT = BITS - 53;

    private static final long LEADING = 1L << 52;
    private static final long FRACTION = LEADING - 1;

    private long count;

    // The sum in two's complement, lowest word first. It is at most count * 2^126 < 2^189: it cannot overflow.
    private long s0;
    private long s1;
    private long s2;

    // The sum of squares, which is at most count * 2^252 < 2^315.
    private long q0;
    private long q1;
    private long q2;
    private long q3;
    private long q4;

    private Exact furtherSum = Exact.ZERO;
    private Exact furtherSquares = Exact.ZERO;

    /**
     * Adds a number.
     *
     * @param value a finite one
     */
    void add(double value) {
        count++;
        if (value == 0) {
            return;
        }
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7ff;
        long digits = (bits & FRACTION) | LEADING;
        int shift = exponent - 1075 - UNIT;
        if (shift < 0) {
            if (exponent == 0 || Long.numberOfTrailingZeros(digits) < -shift) {
                addFurther(value);
                return;
            }
            digits >>>= -shift;
            shift = 0;
        } else if (shift > MAX_SHIFT) {
            addFurther(value);
            return;
        }
        long low = shift < 64 ? digits << shift : 0;
        long high = shift < 64 ? (digits >>> 1) >>> (63 - shift) : digits << (shift - 64);
        if (bits < 0) {
            long carry = low == 0 ? 1 : 0;
            addToSum(-low, ~high + carry, -1);
        } else {
            addToSum(low, high, 0);
        }
        addSquare(digits, 2 * shift);
    }

    private void addSquare(long digits, int shift) {
        long low = digits * digits;
        long high = Math.multiplyHigh(digits, digits);
        int bits = shift & 63;
        long a = low << bits;
        long b = (high << bits) | ((low >>> 1) >>> (63 - bits));
        long c = (high >>> 1) >>> (63 - bits);
        switch (shift >>> 6) {
            case 0 -> addToSquares(a, b, c, 0, 0);
            case 1 -> addToSquares(0, a, b, c, 0);
            default -> addToSquares(0, 0, a, b, c);
        }
    }

    private void addToSum(long x0, long x1, long x2) {
        long r0 = s0 + x0;
        long r1 = s1 + x1 + carry(s0, x0, r0);
        s2 = s2 + x2 + carry(s1, x1, r1);
        s1 = r1;
        s0 = r0;
    }

    private void addToSquares(long x0, long x1, long x2, long x3, long x4) {
        long r0 = q0 + x0;
        long r1 = q1 + x1 + carry(q0, x0, r0);
        long r2 = q2 + x2 + carry(q1, x1, r1);
        long r3 = q3 + x3 + carry(q2, x2, r2);
        q4 = q4 + x4 + carry(q3, x3, r3);
        q3 = r3;
        q2 = r2;
        q1 = r1;
        q0 = r0;
    }

    /** Returns what an addition of two words, and perhaps of a carry, carries on. */
    private static long carry(long a, long b, long sum) {
        return ((a & b) | ((a | b) & ~sum)) >>> 63;
    }

    private void addFurther(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7ff;
        long digits = exponent == 0 ? bits & FRACTION : (bits & FRACTION) | LEADING;
        Exact exact = new Exact(BigInteger.valueOf(bits < 0 ? -digits : digits), Math.max(exponent, 1) - 1075);
        furtherSum = furtherSum.plus(exact);
        furtherSquares = furtherSquares.plus(exact.times(exact));
    }

    /** Adds the numbers of another part. */
    void add(NumberMoments other) {
        count += other.count;
        addToSum(other.s0, other.s1, other.s2);
        addToSquares(other.q0, other.q1, other.q2, other.q3, other.q4);
        furtherSum = furtherSum.plus(other.furtherSum);
        furtherSquares = furtherSquares.plus(other.furtherSquares);
    }

    long count() {
        return count;
    }

    private Exact sum() {
        return new Exact(whole(s2, s1, s0), UNIT).plus(furtherSum);
    }

    private Exact squares() {
        return new Exact(whole(q4, q3, q2, q1, q0), 2 * UNIT).plus(furtherSquares);
    }

    private static BigInteger whole(long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
        bytes.asLongBuffer().put(words);
        return new BigInteger(bytes.array());
    }

    /** Returns the mean, the exact one rounded once; NaN of nothing. */
    double mean() {
        return count == 0 ? Double.NaN : sum().dividedBy(BigInteger.valueOf(count));
    }

    /** Returns the standard deviation of these numbers themselves (divided by n); NaN of nothing. */
    double std() {
        if (count < 2) {
            return count == 0 ? Double.NaN : 0;
        }
        Exact sum = sum();
        Exact apart = squares().times(BigInteger.valueOf(count)).minus(sum.times(sum));
        // The largest doubles are as far apart as the largest double says, which rounding may exceed.
        return apart.digits().signum() <= 0 ? 0 : Math.min(apart.rootDividedBySquare(count), Double.MAX_VALUE);
    }

    /** Returns the state as whole numbers, the same for the same numbers, to continue later. */
    List<Object> save() {
        if (count == 0) {
            return List.of(0L);
        }
        List<Object> out = new ArrayList<>();
        out.add(count);
        out.addAll(sum().save());
        out.addAll(squares().save());
        return out;
    }

    /** Returns what was saved, which may be followed by something else. */
    static NumberMoments restore(List<Json> state) {
        NumberMoments moments = new NumberMoments();
        moments.count = state.getFirst().asLong();
        if (moments.count < 0 || (moments.count > 0 && state.size() < 5)) {
            throw new GuerdonException("a saved summary has the count " + moments.count + " and " + (state.size() - 1)
                    + " numbers, expected a positive count and 4 numbers or more");
        }
        if (moments.count > 0) {
            moments.restoreSums(Exact.restore(state.get(1), state.get(2)), Exact.restore(state.get(3), state.get(4)));
        }
        return moments;
    }

    /** Puts sums into the words where they keep the bounds of these. */
    private void restoreSums(Exact sum, Exact squares) {
        int further = Long.SIZE - 1 - Long.numberOfLeadingZeros(count); // 2^further is at most the count
        if (fits(sum, UNIT, BITS + further)) {
            long[] words = words(sum.at(UNIT), 3);
            addToSum(words[0], words[1], words[2]);
        } else {
            furtherSum = sum;
        }
        if (fits(squares, 2 * UNIT, 2 * BITS + further)) {
            long[] words = words(squares.at(2 * UNIT), 5);
            addToSquares(words[0], words[1], words[2], words[3], words[4]);
        } else {
            furtherSquares = squares;
        }
    }

    private static boolean fits(Exact number, int unit, int bits) {
        Exact reduced = number.reduced();
        return reduced.digits().signum() == 0
                || (reduced.exponent() >= unit && reduced.digits().bitLength() + reduced.exponent() - unit <= bits);
    }

    private static long[] words(BigInteger whole, int length) {
        long[] words = new long[length];
        for (int i = 0; i < length; i++) {
            words[i] = whole.shiftRight(i * Long.SIZE).longValue();
        }
        return words;
    }

    /**
     * A whole number times a power of two: any sum of doubles or of their squares, without rounding.
     *
     * @param digits the whole number
     * @param exponent the power of two
     */
    private record Exact(BigInteger digits, int exponent) {

        static final Exact ZERO = new Exact(BigInteger.ZERO, 0);

        /** The square of the smallest double, and room above the sum of as many squares of the largest as one can count. */
        private static final int SMALLEST = -2148;

        private static final int LARGEST = 2048 + 64;

        /** Bits of a quotient before it is rounded to the 53 of a double; the last of them says whether anything follows. */
        private static final int PRECISION = 66;

        /** Whole numbers of so many bits are doubles, if rounded. */
        private static final int LARGEST_DOUBLE = 1000;

        Exact plus(Exact other) {
            if (other.digits.signum() == 0) {
                return this;
            }
            int lower = digits.signum() == 0 ? other.exponent : Math.min(exponent, other.exponent);
            return new Exact(at(lower).add(other.at(lower)), lower);
        }

        Exact minus(Exact other) {
            return plus(new Exact(other.digits.negate(), other.exponent));
        }

        Exact times(Exact other) {
            return new Exact(digits.multiply(other.digits), exponent + other.exponent);
        }

        Exact times(BigInteger factor) {
            return new Exact(digits.multiply(factor), exponent);
        }

        /** Returns the digits for another exponent, which is not above its own unless zeros are all that is lost. */
        BigInteger at(int other) {
            return digits.shiftLeft(exponent - other);
        }

        /** Returns the same number with an odd whole number: one number has one form. */
        Exact reduced() {
            if (digits.signum() == 0) {
                return ZERO;
            }
            int zeros = digits.getLowestSetBit();
            return new Exact(digits.shiftRight(zeros), exponent + zeros);
        }

        /** This divided by a positive number and rounded to a double, once. */
        double dividedBy(BigInteger divisor) {
            Scaled quotient = quotient(divisor);
            double value = Math.scalb(quotient.digits, quotient.exponent);
            return digits.signum() < 0 ? -value : value;
        }

        /** Returns the square root of a quotient of this, which is not negative; the divisor is the square of a number. */
        double rootDividedBySquare(long number) {
            Scaled size = rounded(digits, exponent);
            double quotient = size.digits / ((double) number * number);
            boolean odd = (size.exponent & 1) != 0;
            return Math.scalb(Math.sqrt(odd ? 2 * quotient : quotient), size.exponent >> 1);
        }

        /** A double times a power of two, where the product may be beyond every double. */
        private record Scaled(double digits, int exponent) {}

        /** Returns the quotient without its sign, rounded to the bits of a double. */
        private Scaled quotient(BigInteger divisor) {
            BigInteger size = digits.abs();
            int shift = Math.max(0, PRECISION + divisor.bitLength() - size.bitLength());
            BigInteger[] parts = size.shiftLeft(shift).divideAndRemainder(divisor);
            BigInteger twice = parts[0].shiftLeft(1);
            return rounded(parts[1].signum() == 0 ? twice : twice.setBit(0), exponent - shift - 1);
        }

        /** Returns a number that is not negative, rounded to the bits of a double. */
        private static Scaled rounded(BigInteger digits, int exponent) {
            int away = digits.bitLength() - LARGEST_DOUBLE;
            if (away <= 0) {
                return new Scaled(digits.doubleValue(), exponent);
            }
            BigInteger first = digits.shiftRight(away);
            return new Scaled(
                    (digits.getLowestSetBit() < away ? first.setBit(0) : first).doubleValue(), exponent + away);
        }

        /** Returns the digits and the exponent as plain numbers. */
        List<Object> save() {
            Exact reduced = reduced();
            return List.of(
                    reduced.digits.bitLength() < Long.SIZE ? (Object) reduced.digits.longValue() : reduced.digits,
                    reduced.exponent);
        }

        /** Reads what was saved; refuses what is no sum of doubles or of squares, and could fill the memory. */
        static Exact restore(Json digits, Json exponent) {
            BigInteger number = digits.value() instanceof BigInteger big ? big : BigInteger.valueOf(digits.asLong());
            long power = exponent.asLong();
            if (power < SMALLEST || power > LARGEST || power + number.bitLength() > LARGEST) {
                throw new GuerdonException("a saved sum is beyond every sum of doubles: " + number.bitLength()
                        + " bits times 2 to the power of " + power);
            }
            return new Exact(number, (int) power);
        }
    }
}

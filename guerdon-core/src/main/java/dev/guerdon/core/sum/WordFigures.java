package dev.guerdon.core.sum;

/**
 * The figures of sums that have few words, without an object: what {@link Exact} gives, to the last bit, in a tenth of the time. Hundreds
 * of thousands of groups have figures of their own.
 */
final class WordFigures {

    private static final long HALF = 0xffff_ffffL;

    private WordFigures() {}

    /**
     * A quotient, rounded once.
     *
     * @param high the high word of a number that is not negative
     * @param low its low word
     * @param divisor positive and below 2^32
     * @param exponent the power of two that the number counts
     */
    static double quotient(long high, long low, long divisor, int exponent) {
        if ((high | low) == 0) {
            return 0;
        }
        int zeros = high != 0 ? Long.numberOfLeadingZeros(high) : 64 + Long.numberOfLeadingZeros(low);
        long first = zeros < 64 ? joined(high, low, zeros) : low << (zeros - 64);
        long second = zeros < 64 ? low << zeros : 0;
        long top = Long.divideUnsigned(first, divisor);
        long left = ((first - top * divisor) << 32) | (second >>> 32);
        long middle = Long.divideUnsigned(left, divisor);
        left = ((left - middle * divisor) << 32) | (second & HALF);
        long end = Long.divideUnsigned(left, divisor);
        long rest = left - end * divisor;
        // The first word is at least 2^63, so the quotient has 32 bits here and 64 behind them, or more.
        long behind = (middle << 32) | end;
        int shift = Long.numberOfLeadingZeros(top);
        boolean more = (behind << shift) != 0 || rest != 0;
        return Math.scalb(rounded(joined(top, behind, shift), more), 64 - shift - zeros + exponent);
    }

    /**
     * The square root of {@code count * squares - sum * sum}, which is not negative, divided by the count.
     *
     * @param count positive and below 2^32
     * @param q2 the highest word of the squares, of which the others follow
     * @param s1 the high word of the sum without its sign, below 2^48
     * @param exponent the power of two that the sum counts, and twice that the squares
     */
    static double root(long count, long q2, long q1, long q0, long s1, long s0, int exponent) {
        long p0 = q0 * count;
        long c1 = Math.unsignedMultiplyHigh(q0, count);
        long p1 = q1 * count + c1;
        long c2 = Math.unsignedMultiplyHigh(q1, count) + carried(p1, c1);
        long p2 = q2 * count + c2;
        long p3 = Math.unsignedMultiplyHigh(q2, count) + carried(p2, c2);

        long low = s1 * s0;
        long t0 = s0 * s0;
        long x1 = low << 1;
        long t1 = Math.unsignedMultiplyHigh(s0, s0) + x1;
        long x2 = ((Math.unsignedMultiplyHigh(s1, s0) << 1) | (low >>> 63)) + carried(t1, x1);
        long t2 = s1 * s1 + x2;
        long t3 = Math.unsignedMultiplyHigh(s1, s1) + carried(t2, x2);

        long d0 = p0 - t0;
        long b1 = Long.compareUnsigned(p0, t0) < 0 ? 1 : 0;
        long d1 = p1 - t1 - b1;
        long b2 = borrowed(p1, t1, b1);
        long d2 = p2 - t2 - b2;
        long d3 = p3 - t3 - borrowed(p2, t2, b2);
        double apart = value(d3, d2, d1, d0);
        return Math.scalb(Math.sqrt(apart / ((double) count * count)), exponent);
    }

    /** What an addition carried on, by its sum and the second of its summands. */
    private static long carried(long sum, long summand) {
        return Long.compareUnsigned(sum, summand) < 0 ? 1 : 0;
    }

    private static long borrowed(long a, long b, long borrow) {
        int order = Long.compareUnsigned(a, b);
        return order < 0 || (order == 0 && borrow != 0) ? 1 : 0;
    }

    /** A whole number of four words, rounded to a double. */
    private static double value(long w3, long w2, long w1, long w0) {
        if (w3 != 0) {
            return value(w3, w2, (w1 | w0) != 0, 128);
        }
        if (w2 != 0) {
            return value(w2, w1, w0 != 0, 64);
        }
        if (w1 != 0) {
            return value(w1, w0, false, 0);
        }
        return w0 == 0 ? 0 : value(w0, 0, false, -64);
    }

    /** A number by its first word, which is not 0, and the second; and whether more follows. */
    private static double value(long high, long low, boolean more, int exponent) {
        int shift = Long.numberOfLeadingZeros(high);
        return Math.scalb(rounded(joined(high, low, shift), more || (low << shift) != 0), 64 - shift + exponent);
    }

    /** The first 64 bits of two words from a place on, below 64. */
    private static long joined(long high, long low, int shift) {
        return (high << shift) | ((low >>> 1) >>> (63 - shift));
    }

    /** An unsigned word whose first bit is set as a double, rounded as if what follows were there. */
    private static double rounded(long word, boolean more) {
        return 2.0 * ((word >>> 1) | (word & 1) | (more ? 1 : 0));
    }
}

package dev.guerdon.core.sum;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import java.math.BigInteger;
import java.util.List;

/**
 * A whole number times a power of two: any sum of doubles or of their squares, without rounding.
 *
 * @param digits the whole number
 * @param exponent the power of two
 */
record Exact(BigInteger digits, int exponent) {

    static final Exact ZERO = new Exact(BigInteger.ZERO, 0);

    /** The square of the smallest double, and room above the sum of as many squares of the largest as one can count. */
    private static final int SMALLEST = -2148;

    private static final int LARGEST = 2048 + 64;

    /** Bits of a quotient before it is rounded to the 53 of a double; the last of them tells whether anything follows. */
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

    /** The digits for another exponent, which is not above its own unless zeros are all that is lost. */
    BigInteger at(int other) {
        return digits.shiftLeft(exponent - other);
    }

    /** The same number with an odd whole number: one number has one form. */
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

    /** The square root of a quotient of this, which is not negative; the divisor is the square of a number. */
    double rootDividedBySquare(long number) {
        Scaled size = rounded(digits, exponent);
        double quotient = size.digits / ((double) number * number);
        boolean odd = (size.exponent & 1) != 0;
        return Math.scalb(Math.sqrt(odd ? 2 * quotient : quotient), size.exponent >> 1);
    }

    /** A double times a power of two, where the product may be beyond every double. */
    private record Scaled(double digits, int exponent) {}

    /** The quotient without its sign, rounded to the bits of a double. */
    private Scaled quotient(BigInteger divisor) {
        BigInteger size = digits.abs();
        int shift = Math.max(0, PRECISION + divisor.bitLength() - size.bitLength());
        BigInteger[] parts = size.shiftLeft(shift).divideAndRemainder(divisor);
        BigInteger twice = parts[0].shiftLeft(1);
        return rounded(parts[1].signum() == 0 ? twice : twice.setBit(0), exponent - shift - 1);
    }

    /** A number that is not negative, rounded to the bits of a double. */
    private static Scaled rounded(BigInteger digits, int exponent) {
        int away = digits.bitLength() - LARGEST_DOUBLE;
        if (away <= 0) {
            return new Scaled(digits.doubleValue(), exponent);
        }
        BigInteger first = digits.shiftRight(away);
        return new Scaled((digits.getLowestSetBit() < away ? first.setBit(0) : first).doubleValue(), exponent + away);
    }

    /** The digits and the exponent as plain numbers. */
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

package dev.guerdon.math.number;

import java.math.BigInteger;

/** π and ln 2 in fixed point, computed once for each precision in use. */
final class Constants {

    private static volatile BigInteger pi = BigInteger.ZERO;
    private static volatile BigInteger ln2 = BigInteger.ZERO;
    private static final int PLACES = 1200;

    private Constants() {}

    static BigInteger pi(int places) {
        BigInteger value = pi;
        if (value.signum() == 0) {
            // Machin: π = 16 atan(1/5) - 4 atan(1/239)
            value = inverse(5, -1)
                    .multiply(BigInteger.valueOf(16))
                    .subtract(inverse(239, -1).multiply(BigInteger.valueOf(4)));
            pi = value;
        }
        return cut(value, places);
    }

    static BigInteger ln2(int places) {
        BigInteger value = ln2;
        if (value.signum() == 0) {
            // ln 2 = 2 artanh(1/3)
            value = inverse(3, 1).shiftLeft(1);
            ln2 = value;
        }
        return cut(value, places);
    }

    private static BigInteger cut(BigInteger value, int places) {
        if (places > PLACES) {
            throw UndecidedException.INSTANCE;
        }
        return value.shiftRight(PLACES + 32 - places);
    }

    /** The inverse tangent of 1/x, hyperbolic where the sign is positive. */
    private static BigInteger inverse(int x, int sign) {
        BigInteger power = BigInteger.ONE.shiftLeft(PLACES + 32).divide(BigInteger.valueOf(x));
        BigInteger square = BigInteger.valueOf((long) sign * x * x);
        BigInteger sum = power;
        for (int k = 3; power.signum() != 0; k += 2) {
            power = power.divide(square);
            sum = sum.add(power.divide(BigInteger.valueOf(k)));
        }
        return sum;
    }
}

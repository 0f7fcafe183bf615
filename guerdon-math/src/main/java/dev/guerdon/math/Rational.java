package dev.guerdon.math;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** An exact fraction in lowest terms with a positive denominator. */
final class Rational implements Comparable<Rational> {

    static final Rational ZERO = new Rational(BigInteger.ZERO, BigInteger.ONE);
    static final Rational ONE = new Rational(BigInteger.ONE, BigInteger.ONE);
    static final Rational MINUS_ONE = new Rational(BigInteger.ONE.negate(), BigInteger.ONE);
    static final Rational TWO = new Rational(BigInteger.TWO, BigInteger.ONE);
    static final Rational HALF = new Rational(BigInteger.ONE, BigInteger.TWO);

    private final BigInteger numerator;
    private final BigInteger denominator;

    private Rational(BigInteger numerator, BigInteger denominator) {
        this.numerator = numerator;
        this.denominator = denominator;
    }

    static Rational of(long value) {
        return new Rational(BigInteger.valueOf(value), BigInteger.ONE);
    }

    static Rational of(BigInteger value) {
        return new Rational(value, BigInteger.ONE);
    }

    static Rational of(long numerator, long denominator) {
        return of(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    /** Numerator over denominator, which must not be zero. */
    static Rational of(BigInteger numerator, BigInteger denominator) {
        BigInteger n = numerator;
        BigInteger d = denominator;
        if (d.signum() < 0) {
            n = n.negate();
            d = d.negate();
        }
        if (!d.equals(BigInteger.ONE)) {
            BigInteger gcd = n.gcd(d);
            if (!gcd.equals(BigInteger.ONE)) {
                n = n.divide(gcd);
                d = d.divide(gcd);
            }
        }
        return new Rational(n, d);
    }

    static Rational of(BigDecimal value) {
        return value.scale() <= 0
                ? of(value.toBigIntegerExact())
                : of(value.unscaledValue(), BigInteger.TEN.pow(value.scale()));
    }

    BigInteger numerator() {
        return numerator;
    }

    BigInteger denominator() {
        return denominator;
    }

    boolean isZero() {
        return numerator.signum() == 0;
    }

    boolean isOne() {
        return numerator.equals(BigInteger.ONE) && isInteger();
    }

    boolean isInteger() {
        return denominator.equals(BigInteger.ONE);
    }

    int signum() {
        return numerator.signum();
    }

    /** Whether this is an integer that fits in an int. */
    boolean isInt() {
        return isInteger() && numerator.bitLength() < 32;
    }

    int intValue() {
        return numerator.intValueExact();
    }

    /** About how many bits it takes to write this down. */
    int bits() {
        return numerator.bitLength() + denominator.bitLength();
    }

    Rational add(Rational other) {
        if (isInteger() && other.isInteger()) {
            return of(numerator.add(other.numerator));
        }
        return of(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Rational subtract(Rational other) {
        return add(other.negate());
    }

    Rational multiply(Rational other) {
        if (isInteger() && other.isInteger()) {
            return of(numerator.multiply(other.numerator));
        }
        return of(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Rational divide(Rational other) {
        return of(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    Rational negate() {
        return new Rational(numerator.negate(), denominator);
    }

    Rational abs() {
        return signum() < 0 ? negate() : this;
    }

    Rational inverse() {
        return of(denominator, numerator);
    }

    /** This to an integer power; the base must not be zero where the exponent is negative. */
    Rational pow(int exponent) {
        if (exponent >= 0) {
            return new Rational(numerator.pow(exponent), denominator.pow(exponent));
        }
        return inverse().pow(-exponent);
    }

    BigInteger floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    BigDecimal toDecimal(MathContext context) {
        return isInteger()
                ? new BigDecimal(numerator, context)
                : new BigDecimal(numerator).divide(new BigDecimal(denominator), context);
    }

    double toDouble() {
        if (bits() < 900) {
            return numerator.doubleValue() / denominator.doubleValue();
        }
        return toDecimal(MathContext.DECIMAL64).doubleValue();
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Rational r && numerator.equals(r.numerator) && denominator.equals(r.denominator);
    }

    @Override
    public int hashCode() {
        return 31 * numerator.hashCode() + denominator.hashCode();
    }

    @Override
    public String toString() {
        return isInteger() ? numerator.toString() : numerator + "/" + denominator;
    }
}

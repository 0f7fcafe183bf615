package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** An exact fraction in lowest terms with a positive denominator. */
@Internal
public final class Rational implements Comparable<Rational> {

    public static final Rational ZERO = new Rational(BigInteger.ZERO, BigInteger.ONE);
    public static final Rational ONE = new Rational(BigInteger.ONE, BigInteger.ONE);
    public static final Rational MINUS_ONE = new Rational(BigInteger.ONE.negate(), BigInteger.ONE);
    public static final Rational TWO = new Rational(BigInteger.TWO, BigInteger.ONE);
    public static final Rational HALF = new Rational(BigInteger.ONE, BigInteger.TWO);

    private final BigInteger numerator;
    private final BigInteger denominator;

    /** The value as a double once it was asked for. Any thread that computes it finds the same. */
    private double rounded = Double.NaN;

    private Rational(BigInteger numerator, BigInteger denominator) {
        this.numerator = numerator;
        this.denominator = denominator;
    }

    public static Rational of(long value) {
        return new Rational(BigInteger.valueOf(value), BigInteger.ONE);
    }

    public static Rational of(BigInteger value) {
        return new Rational(value, BigInteger.ONE);
    }

    public static Rational of(long numerator, long denominator) {
        return of(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    /** Numerator over denominator, which must not be zero. */
    public static Rational of(BigInteger numerator, BigInteger denominator) {
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

    public static Rational of(BigDecimal value) {
        return value.scale() <= 0
                ? of(value.toBigIntegerExact())
                : of(value.unscaledValue(), BigInteger.TEN.pow(value.scale()));
    }

    public BigInteger numerator() {
        return numerator;
    }

    public BigInteger denominator() {
        return denominator;
    }

    public boolean isZero() {
        return numerator.signum() == 0;
    }

    public boolean isOne() {
        return numerator.equals(BigInteger.ONE) && isInteger();
    }

    public boolean isInteger() {
        return denominator.equals(BigInteger.ONE);
    }

    public int signum() {
        return numerator.signum();
    }

    /** Returns whether this is an integer that fits in an int. */
    public boolean isInt() {
        return isInteger() && numerator.bitLength() < 32;
    }

    public int intValue() {
        return numerator.intValueExact();
    }

    /** About how many bits it takes to write this down. */
    public int bits() {
        return numerator.bitLength() + denominator.bitLength();
    }

    public Rational add(Rational other) {
        if (isInteger() && other.isInteger()) {
            return of(numerator.add(other.numerator));
        }
        return of(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    public Rational subtract(Rational other) {
        return add(other.negate());
    }

    public Rational multiply(Rational other) {
        if (isInteger() && other.isInteger()) {
            return of(numerator.multiply(other.numerator));
        }
        return of(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    public Rational divide(Rational other) {
        return of(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    public Rational negate() {
        return new Rational(numerator.negate(), denominator);
    }

    public Rational abs() {
        return signum() < 0 ? negate() : this;
    }

    public Rational inverse() {
        return of(denominator, numerator);
    }

    /** This to an integer power; the base must not be zero where the exponent is negative. */
    public Rational pow(int exponent) {
        if (exponent >= 0) {
            return new Rational(numerator.pow(exponent), denominator.pow(exponent));
        }
        return inverse().pow(-exponent);
    }

    public BigInteger floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    BigDecimal toDecimal(MathContext context) {
        return isInteger()
                ? new BigDecimal(numerator, context)
                : new BigDecimal(numerator).divide(new BigDecimal(denominator), context);
    }

    public double toDouble() {
        double value = rounded;
        if (Double.isNaN(value)) {
            value = bits() < 900
                    ? numerator.doubleValue() / denominator.doubleValue()
                    : toDecimal(MathContext.DECIMAL64).doubleValue();
            rounded = value;
        }
        return value;
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

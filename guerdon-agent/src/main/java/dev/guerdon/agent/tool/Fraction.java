package dev.guerdon.agent.tool;

import dev.guerdon.api.GuerdonException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * An exact number of the calculator: a fraction in lowest terms, of bounded size.
 *
 * @param denominator above 0
 */
record Fraction(BigInteger numerator, BigInteger denominator) {

    private static final int MOST_BITS = 20_000;
    private static final int MOST_EXPONENT = 10_000;
    private static final MathContext ROUNDED = MathContext.DECIMAL128;

    /** Decimals that end are shown in full up to so many digits. */
    private static final int MOST_DIGITS = 60;

    Fraction {
        if (denominator.signum() == 0) {
            throw new GuerdonException("division by zero");
        }
        BigInteger divisor = numerator.gcd(denominator);
        if (denominator.signum() < 0) {
            divisor = divisor.negate();
        }
        numerator = numerator.divide(divisor);
        denominator = denominator.divide(divisor);
        if (numerator.bitLength() > MOST_BITS || denominator.bitLength() > MOST_BITS) {
            throw new GuerdonException("the number becomes too large; the calculator keeps about 6,000 digits");
        }
    }

    static Fraction of(BigDecimal value) {
        if (Math.abs((long) value.scale()) > MOST_EXPONENT) {
            throw new GuerdonException("the exponent of a number may be at most " + MOST_EXPONENT);
        }
        return value.scale() >= 0
                ? new Fraction(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
                : new Fraction(value.toBigInteger(), BigInteger.ONE);
    }

    static Fraction of(long value) {
        return new Fraction(BigInteger.valueOf(value), BigInteger.ONE);
    }

    Fraction plus(Fraction other) {
        return new Fraction(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Fraction minus(Fraction other) {
        return plus(other.negated());
    }

    Fraction times(Fraction other) {
        return new Fraction(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Fraction over(Fraction other) {
        return new Fraction(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    /** The rest that has the divisor's sign, as in Python. */
    Fraction modulo(Fraction other) {
        return minus(other.times(over(other).rounded(RoundingMode.FLOOR)));
    }

    Fraction negated() {
        return new Fraction(numerator.negate(), denominator);
    }

    Fraction absolute() {
        return new Fraction(numerator.abs(), denominator);
    }

    int compare(Fraction other) {
        return minus(other).numerator.signum();
    }

    Fraction rounded(RoundingMode mode) {
        return of(new BigDecimal(numerator).divide(new BigDecimal(denominator), 0, mode));
    }

    /** Whole exponents exactly; {@code 0.5} as a root. */
    Fraction power(Fraction exponent) {
        if (exponent.equals(new Fraction(BigInteger.ONE, BigInteger.TWO))) {
            return root();
        }
        if (!exponent.denominator.equals(BigInteger.ONE)
                || exponent.numerator.bitLength() > 31
                || Math.abs(exponent.numerator.longValue()) > MOST_EXPONENT) {
            throw new GuerdonException(
                    "an exponent must be a whole number of at most " + MOST_EXPONENT + ", or 0.5 for a root");
        }
        int times = Math.abs(exponent.numerator.intValue());
        long bits = (long) times * Math.max(numerator.bitLength(), denominator.bitLength());
        if (bits > 2L * MOST_BITS) {
            throw new GuerdonException("the number becomes too large; the calculator keeps about 6,000 digits");
        }
        Fraction power = new Fraction(numerator.pow(times), denominator.pow(times));
        return exponent.numerator.signum() < 0 ? of(1).over(power) : power;
    }

    Fraction root() {
        if (numerator.signum() < 0) {
            throw new GuerdonException("there is no root of a negative number");
        }
        BigInteger top = numerator.sqrt();
        BigInteger bottom = denominator.sqrt();
        if (top.pow(2).equals(numerator) && bottom.pow(2).equals(denominator)) {
            return new Fraction(top, bottom);
        }
        return of(decimal(ROUNDED).sqrt(ROUNDED));
    }

    BigDecimal decimal(MathContext context) {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), context);
    }

    /** The number in full where its decimals end, else with 34 digits. */
    String shown() {
        BigDecimal value;
        try {
            value = new BigDecimal(numerator).divide(new BigDecimal(denominator));
        } catch (ArithmeticException endless) {
            return plain(decimal(ROUNDED));
        }
        return value.precision() > MOST_DIGITS && value.scale() > 0 ? plain(decimal(ROUNDED)) : plain(value);
    }

    private static String plain(BigDecimal value) {
        BigDecimal short_ = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        return short_.precision() - (long) short_.scale() > MOST_DIGITS || short_.scale() > MOST_DIGITS
                ? short_.round(ROUNDED).toString()
                : short_.toPlainString();
    }
}

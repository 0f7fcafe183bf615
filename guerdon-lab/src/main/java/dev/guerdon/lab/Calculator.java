package dev.guerdon.lab;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Exact arithmetic on a written expression: {@code + - * / ^}, parentheses, decimal numbers, percent signs.
 *
 * <p>Bounded: at most {@value #LONGEST} characters, {@value #DEEPEST} levels, exponents up to {@value #LARGEST_EXPONENT}, and
 * numbers up to {@value #MOST_BITS} bits.
 */
final class Calculator {

    private static final int LONGEST = 2000;
    private static final int DEEPEST = 100;
    private static final int LARGEST_EXPONENT = 1000;
    private static final int MOST_BITS = 20_000;

    private final String text;
    private int at;
    private int depth;

    private Calculator(String text) {
        this.text = text;
    }

    /** A fraction in lowest terms with a positive denominator. */
    private record Fraction(BigInteger top, BigInteger bottom) {

        static Fraction of(BigInteger top, BigInteger bottom) {
            if (bottom.signum() == 0) {
                throw new LabException("division by zero");
            }
            BigInteger common = top.gcd(bottom).max(BigInteger.ONE);
            BigInteger sign = BigInteger.valueOf(bottom.signum());
            Fraction result = new Fraction(
                    top.divide(common).multiply(sign), bottom.divide(common).multiply(sign));
            if (result.top.bitLength() > MOST_BITS || result.bottom.bitLength() > MOST_BITS) {
                throw new LabException("the numbers become too large");
            }
            return result;
        }

        Fraction plus(Fraction other) {
            return of(top.multiply(other.bottom).add(other.top.multiply(bottom)), bottom.multiply(other.bottom));
        }

        Fraction negated() {
            return new Fraction(top.negate(), bottom);
        }

        Fraction times(Fraction other) {
            return of(top.multiply(other.top), bottom.multiply(other.bottom));
        }

        Fraction over(Fraction other) {
            return of(top.multiply(other.bottom), bottom.multiply(other.top));
        }

        Fraction power(Fraction exponent) {
            if (!exponent.bottom.equals(BigInteger.ONE) || exponent.top.bitLength() > 31) {
                throw new LabException("an exponent must be a whole number");
            }
            int n = exponent.top.intValue();
            long bits = Math.max(top.bitLength(), bottom.bitLength());
            if (Math.abs(n) > LARGEST_EXPONENT || bits * Math.abs(n) > MOST_BITS) {
                throw new LabException("the numbers become too large");
            }
            Fraction positive = of(top.pow(Math.abs(n)), bottom.pow(Math.abs(n)));
            return n < 0 ? new Fraction(BigInteger.ONE, BigInteger.ONE).over(positive) : positive;
        }

        /** A whole number, a decimal number where a short one is exact, else a fraction. */
        String shown() {
            if (bottom.equals(BigInteger.ONE)) {
                return top.toString();
            }
            try {
                BigDecimal decimal = new BigDecimal(top).divide(new BigDecimal(bottom));
                if (decimal.scale() <= 12) {
                    return decimal.toPlainString();
                }
            } catch (ArithmeticException e) {
                // Its decimals never end.
            }
            return top + "/" + bottom;
        }
    }

    /**
     * The value of an expression, exactly.
     *
     * @throws LabException where it is not one, or too large
     */
    static String value(String expression) {
        if (expression.length() > LONGEST) {
            throw new LabException("the expression is longer than " + LONGEST + " characters");
        }
        Calculator calculator = new Calculator(
                expression.replace('×', '*').replace('·', '*').replace('÷', '/').replace('−', '-'));
        Fraction value = calculator.sum();
        if (calculator.peek() != 0) {
            throw calculator.unexpected();
        }
        return value.shown();
    }

    private Fraction sum() {
        Fraction value = product();
        while (peek() == '+' || peek() == '-') {
            boolean minus = text.charAt(at++) == '-';
            Fraction next = product();
            value = value.plus(minus ? next.negated() : next);
        }
        return value;
    }

    private Fraction product() {
        Fraction value = signed();
        while (peek() == '*' || peek() == '/') {
            boolean over = text.charAt(at++) == '/';
            Fraction next = signed();
            value = over ? value.over(next) : value.times(next);
        }
        return value;
    }

    private Fraction signed() {
        if (peek() == '-' || peek() == '+') {
            boolean minus = text.charAt(at++) == '-';
            Fraction value = nested(this::signed);
            return minus ? value.negated() : value;
        }
        Fraction value = percent();
        if (peek() == '^') {
            at++;
            return value.power(nested(this::signed));
        }
        return value;
    }

    private Fraction percent() {
        Fraction value = atom();
        while (peek() == '%') {
            at++;
            value = value.over(new Fraction(BigInteger.valueOf(100), BigInteger.ONE));
        }
        return value;
    }

    private Fraction atom() {
        if (peek() == '(') {
            at++;
            Fraction value = nested(this::sum);
            if (peek() != ')') {
                throw unexpected();
            }
            at++;
            return value;
        }
        int from = at;
        while (at < text.length() && (digit(text.charAt(at)) || text.charAt(at) == '.' || grouping())) {
            at++;
        }
        String number = text.substring(from, at).replace(",", "");
        if (!number.matches("\\d+(\\.\\d+)?|\\.\\d+")) {
            at = from;
            throw unexpected();
        }
        BigDecimal decimal = new BigDecimal(number);
        return Fraction.of(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
    }

    /** Whether a comma here stands between groups of three digits. */
    private boolean grouping() {
        return text.charAt(at) == ','
                && at > 0
                && digit(text.charAt(at - 1))
                && text.substring(at + 1).matches("(?s)\\d{3}(?!\\d).*");
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private Fraction nested(java.util.function.Supplier<Fraction> part) {
        if (++depth > DEEPEST) {
            throw new LabException("the expression is nested too deep");
        }
        Fraction value = part.get();
        depth--;
        return value;
    }

    /** The next character that is not white space, 0 at the end. */
    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private LabException unexpected() {
        return new LabException("expected a number, an operator or a parenthesis at place " + (at + 1) + ", found "
                + (peek() == 0 ? "the end" : "'" + text.charAt(at) + "'"));
    }
}

package dev.guerdon.agent;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Tool;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tool {@code calculator}: exact arithmetic, nothing evaluated as code. */
final class Calculator {

    private Calculator() {}

    @Tool(
            value = "calculator",
            description = "Computes an arithmetic expression exactly, such as (3 + 4.5) * 2^10 / 7.")
    static String compute(
            @Tool.Description(
                            "numbers, + - * / % ^ and parentheses; sqrt, abs, floor, ceil, round, min, max, sum, pi, e")
                    String expression) {
        return Arithmetic.compute(expression).shown();
    }

    /**
     * Reads and computes an expression of the calculator. A plain descent over the text, bounded in length and depth.
     *
     * <p>A percent sign means a hundredth where nothing follows that it could divide: {@code 200 * 15%}, but {@code 7 % 4} is 3.
     */
    static final class Arithmetic {

        static final int LONGEST = 1_000;
        private static final int DEEPEST = 60;
        private static final BigDecimal PI = new BigDecimal("3.141592653589793238462643383279503");
        private static final BigDecimal E = new BigDecimal("2.718281828459045235360287471352662");

        private final String text;
        private int at;
        private int depth;

        private Arithmetic(String text) {
            this.text = text;
        }

        static Fraction compute(String expression) {
            if (expression.length() > LONGEST) {
                throw new GuerdonException(
                        "expected an expression of at most " + LONGEST + " characters, found " + expression.length());
            }
            Arithmetic reader = new Arithmetic(expression
                    .replace('×', '*')
                    .replace('·', '*')
                    .replace('÷', '/')
                    .replace('−', '-')
                    .replace("**", "^"));
            Fraction value = reader.sum();
            if (reader.peek() != 0) {
                throw reader.unexpected("an operator or the end");
            }
            return value;
        }

        private Fraction sum() {
            if (++depth > DEEPEST) {
                throw new GuerdonException("the expression is nested more than " + DEEPEST + " deep");
            }
            Fraction value = product();
            while (true) {
                if (accept('+')) {
                    value = value.plus(product());
                } else if (accept('-')) {
                    value = value.minus(product());
                } else {
                    depth--;
                    return value;
                }
            }
        }

        private Fraction product() {
            Fraction value = signed();
            while (true) {
                if (accept('*')) {
                    value = value.times(signed());
                } else if (accept('/')) {
                    value = value.over(signed());
                } else if (accept('%')) {
                    value = operandFollows() ? value.modulo(signed()) : value.over(Fraction.of(100));
                } else {
                    return value;
                }
            }
        }

        private boolean operandFollows() {
            char next = peek();
            return Character.isLetterOrDigit(next) || next == '(' || next == '.';
        }

        private Fraction signed() {
            if (++depth > DEEPEST) {
                throw new GuerdonException("the expression is nested more than " + DEEPEST + " deep");
            }
            try {
                if (accept('-')) {
                    return signed().negated();
                }
                if (accept('+')) {
                    return signed();
                }
                Fraction base = atom();
                return accept('^') ? base.power(signed()) : base;
            } finally {
                depth--;
            }
        }

        private Fraction atom() {
            char next = peek();
            if (accept('(')) {
                Fraction value = sum();
                expect(')');
                return value;
            }
            if (Character.isDigit(next) || next == '.') {
                return number();
            }
            if (Character.isLetter(next)) {
                return named();
            }
            throw unexpected("a number, a name or '('");
        }

        private Fraction number() {
            int from = at;
            while (at < text.length() && isNumberPart(from)) {
                at++;
            }
            try {
                return Fraction.of(new BigDecimal(text.substring(from, at).replace("_", "")));
            } catch (NumberFormatException e) {
                throw new GuerdonException("'" + text.substring(from, at) + "' is not a number");
            }
        }

        /**
         * Returns whether the character belongs to the number: digits, a point, an exponent with its sign, an underscore between
         * digits.
         */
        private boolean isNumberPart(int from) {
            char c = text.charAt(at);
            if (Character.isDigit(c) || c == '.' || (c == '_' && at > from)) {
                return true;
            }
            char before = at > from ? text.charAt(at - 1) : ' ';
            boolean exponent = (c == 'e' || c == 'E')
                    && Character.isDigit(before)
                    && at + 1 < text.length()
                    && (Character.isDigit(text.charAt(at + 1)) || "+-".indexOf(text.charAt(at + 1)) >= 0);
            return exponent || ((c == '+' || c == '-') && (before == 'e' || before == 'E'));
        }

        private Fraction named() {
            int from = at;
            while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            String name = text.substring(from, at).toLowerCase(Locale.ROOT);
            if (!accept('(')) {
                return switch (name) {
                    case "pi" -> Fraction.of(PI);
                    case "e" -> Fraction.of(E);
                    default -> throw unknown(name);
                };
            }
            List<Fraction> arguments = new ArrayList<>();
            do {
                arguments.add(sum());
            } while (accept(','));
            expect(')');
            return apply(name, arguments);
        }

        private static Fraction apply(String name, List<Fraction> arguments) {
            Fraction first = arguments.getFirst();
            switch (name) {
                case "min" -> {
                    return arguments.stream().min(Fraction::compare).orElseThrow();
                }
                case "max" -> {
                    return arguments.stream().max(Fraction::compare).orElseThrow();
                }
                case "sum" -> {
                    return arguments.stream().reduce(Fraction.of(0), Fraction::plus);
                }
                default -> {}
            }
            if (name.equals("round") && arguments.size() == 2) {
                Fraction scale = Fraction.of(10).power(arguments.get(1));
                return first.times(scale).rounded(RoundingMode.HALF_UP).over(scale);
            }
            if (arguments.size() > 1) {
                throw new GuerdonException("'" + name + "' takes one number, found " + arguments.size()
                        + " (write 1000 or 1_000, not 1,000)");
            }
            return switch (name) {
                case "sqrt" -> first.root();
                case "abs" -> first.absolute();
                case "floor" -> first.rounded(RoundingMode.FLOOR);
                case "ceil" -> first.rounded(RoundingMode.CEILING);
                case "round" -> first.rounded(RoundingMode.HALF_UP);
                default -> throw unknown(name);
            };
        }

        private static GuerdonException unknown(String name) {
            return new GuerdonException(
                    "there is no '" + name
                            + "'; the calculator knows + - * / % ^ ( ), sqrt, abs, floor, ceil, round, min, max, sum, pi and e");
        }

        private char peek() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private boolean accept(char c) {
            boolean there = peek() == c;
            if (there) {
                at++;
            }
            return there;
        }

        private void expect(char c) {
            if (!accept(c)) {
                throw unexpected("'" + c + "'");
            }
        }

        private GuerdonException unexpected(String expected) {
            char found = peek();
            String advice = found == ',' ? " (write 1000 or 1_000, not 1,000)" : "";
            return new GuerdonException("expected " + expected + " at character " + (at + 1) + ", found "
                    + (found == 0 ? "the end" : "'" + found + "'") + advice);
        }
    }

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

        /** Returns the rest that has the divisor's sign, as in Python. */
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

        /** Returns a power: whole exponents exactly, {@code 0.5} as a root. */
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

        /** Returns the number in full where its decimals end, else with 34 digits. */
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
}

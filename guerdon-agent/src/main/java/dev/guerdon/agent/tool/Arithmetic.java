package dev.guerdon.agent.tool;

import dev.guerdon.api.GuerdonException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads and computes an expression of the calculator. A plain descent over the text, bounded in length and depth.
 *
 * <p>A percent sign means a hundredth where nothing follows that it could divide: {@code 200 * 15%}, but {@code 7 % 4} is 3.
 */
final class Arithmetic {

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

    /** Digits, a point, an exponent with its sign; an underscore between digits. */
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
            throw new GuerdonException(
                    "'" + name + "' takes one number, found " + arguments.size() + " (write 1000 or 1_000, not 1,000)");
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
        return new GuerdonException("there is no '" + name
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

package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.CaseFolding;
import dev.guerdon.cpython.PythonFloats;
import dev.guerdon.cpython.PythonStrings;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalDouble;

/** Numbers as people write them: digits of any script, grouped, vulgar fractions, superscript exponents, Chinese numerals. */
final class WrittenNumbers {

    private static final String AROUND = "!?:;()[]{}'\"`";
    private static final String MINUS = "-\u2212\ufe63\uff0d";
    private static final String PLUS = "+\uff0b\ufe62";
    private static final String NEGATIVE = "\u8d1f\u8ca0";
    private static final char POSITIVE = '\u6b63';
    private static final String POINTS = "\u066b\uff0e";
    private static final String GROUPS = ",\uff0c\ufe50\u3001\u066c \u00a0\u202f\u2009\u2007\u2008'\u2019\u02bc\uff07";
    private static final String SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
    private static final String SUPERSCRIPT_SIGNS = "\u207b\u207a";

    /** Python reads no longer whole numbers. */
    private static final int MOST_DIGITS = 4300;

    private WrittenNumbers() {}

    /** Returns the finite number that a word means, if it means one. */
    static OptionalDouble parse(String word, boolean trimPunctuation) {
        String text = trimPunctuation ? PythonStrings.strip(word, AROUND) : word;
        OptionalDouble plain = finite(PythonFloats.parse(text));
        return plain.isPresent() ? plain : finite(unicode(PythonStrings.strip(text)));
    }

    /** Returns the number with five significant digits as {@code %.5g} writes it, or the text itself. */
    static String normal(String word, boolean trimPunctuation) {
        OptionalDouble number = parse(word, trimPunctuation);
        return number.isPresent() ? general(number.getAsDouble()) : word;
    }

    private static OptionalDouble finite(OptionalDouble number) {
        return number.isPresent() && Double.isFinite(number.getAsDouble()) ? number : OptionalDouble.empty();
    }

    private static OptionalDouble unicode(String text) {
        boolean negative = false;
        int from = 0;
        while (from < text.length()) {
            char c = text.charAt(from);
            boolean minus = MINUS.indexOf(c) >= 0 || NEGATIVE.indexOf(c) >= 0;
            if (!minus && PLUS.indexOf(c) < 0 && c != POSITIVE && !PythonStrings.isSpace(c)) {
                break;
            }
            negative ^= minus;
            from++;
        }
        String unsigned = text.substring(from);
        if (unsigned.isEmpty()) {
            return OptionalDouble.empty();
        }
        double sign = negative ? -1 : 1;
        double single = single(unsigned);
        if (!Double.isNaN(single)) {
            return OptionalDouble.of(sign * single);
        }
        return raised(unsigned, sign);
    }

    /** Returns the value of a text of one character, or not a number. */
    private static double single(String text) {
        return text.codePointCount(0, text.length()) == 1 ? CaseFolding.numeric(text.codePointAt(0)) : Double.NaN;
    }

    /** Returns a number with a superscript exponent at the end, if there is one. */
    private static OptionalDouble raised(String text, double sign) {
        int end = text.length();
        while (end > 0 && isGap(text.charAt(end - 1))) {
            end--;
        }
        int start = end;
        while (start > 0 && SUPERSCRIPTS.indexOf(text.charAt(start - 1)) >= 0) {
            start--;
        }
        if (start == end) {
            return signed(withFraction(PythonStrings.strip(text)), sign);
        }
        if (start > 0 && SUPERSCRIPT_SIGNS.indexOf(text.charAt(start - 1)) >= 0) {
            start--;
        }
        String base = text.substring(0, start);
        base = PythonStrings.strip("." + base).substring(1);
        if (base.isEmpty()) {
            return signed(withFraction(PythonStrings.strip(text)), sign);
        }
        if (end - start > MOST_DIGITS) {
            return OptionalDouble.empty();
        }
        OptionalDouble value = signed(withFraction(base), sign);
        double exponent = exponent(text.substring(start, end));
        boolean fails = value.isEmpty() || Double.isInfinite(exponent) || (value.getAsDouble() == 0 && exponent < 0);
        return fails ? OptionalDouble.empty() : OptionalDouble.of(Math.pow(value.getAsDouble(), exponent));
    }

    private static double exponent(String superscript) {
        StringBuilder ascii = new StringBuilder();
        for (int i = 0; i < superscript.length(); i++) {
            char c = superscript.charAt(i);
            int digit = SUPERSCRIPTS.indexOf(c);
            if (digit >= 0) {
                ascii.append(digit);
            } else if (c == SUPERSCRIPT_SIGNS.charAt(0)) {
                ascii.append('-');
            }
        }
        return new BigInteger(ascii.toString()).doubleValue();
    }

    private static OptionalDouble signed(OptionalDouble number, double sign) {
        return number.isPresent() ? OptionalDouble.of(sign * number.getAsDouble()) : number;
    }

    /** Returns a number that may end in one fraction character, such as 2½. */
    private static OptionalDouble withFraction(String text) {
        int at = -1;
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            double value = CaseFolding.numeric(codePoint);
            if (value > 0 && value < 1) {
                if (at >= 0) {
                    return OptionalDouble.empty();
                }
                at = i;
            }
        }
        if (at < 0) {
            return core(text);
        }
        int behind = text.offsetByCodePoints(at, 1);
        String head = PythonStrings.strip(text.substring(0, at));
        String tail = text.substring(behind);
        OptionalDouble whole = head.isEmpty() ? OptionalDouble.of(0) : core(head);
        if (whole.isEmpty() || tail.chars().anyMatch(c -> !isGap((char) c))) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(whole.getAsDouble() + CaseFolding.numeric(text.codePointAt(at)));
    }

    private static OptionalDouble core(String given) {
        String text = PythonStrings.strip(given);
        if (text.codePoints().anyMatch(ChineseNumbers::isPart)) {
            OptionalDouble chinese = ChineseNumbers.parse(text);
            if (chinese.isPresent()) {
                return chinese;
            }
        }
        OptionalDouble digits = digits(text);
        double single = digits.isPresent() ? Double.NaN : single(text);
        return Double.isNaN(single) ? digits : OptionalDouble.of(single);
    }

    /** Digits of any script with a decimal mark, grouping and an exponent. */
    private static OptionalDouble digits(String text) {
        char mark = decimalMark(text);
        StringBuilder out = new StringBuilder();
        boolean pointed = false;
        boolean raised = false;
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            int digit = ChineseNumbers.digit(c);
            if ((c == 'e' || c == 'E') && !raised) {
                if (out.isEmpty()) {
                    return OptionalDouble.empty();
                }
                out.append('e');
                raised = true;
                if (i < text.length() && (PLUS + MINUS).indexOf(text.charAt(i)) >= 0) {
                    out.append(PLUS.indexOf(text.charAt(i)) >= 0 ? '+' : '-');
                    i++;
                }
            } else if (POINTS.indexOf(c) >= 0 || (mark != 0 && c == mark)) {
                if (pointed) {
                    return OptionalDouble.empty();
                }
                out.append('.');
                pointed = true;
            } else if (digit >= 0) {
                out.append(digit);
            } else if (!(GROUPS.indexOf(c) >= 0 || PythonStrings.isSpace(c) || (mark != 0 && c == '.'))) {
                return OptionalDouble.empty();
            }
        }
        return out.chars().anyMatch(c -> c >= '0' && c <= '9')
                ? PythonFloats.parse(out.toString())
                : OptionalDouble.empty();
    }

    /** Returns which of dot and comma is the decimal mark; 0 for neither. */
    private static char decimalMark(String text) {
        int dot = text.lastIndexOf('.');
        int comma = text.lastIndexOf(',');
        if (dot >= 0 || comma < 0) {
            return dot < 0 ? 0 : dot > comma ? '.' : ',';
        }
        long behind = text.substring(comma + 1)
                .codePoints()
                .filter(c -> ChineseNumbers.digit(c) >= 0)
                .count();
        return behind >= 1 && behind <= 3 ? ',' : 0;
    }

    private static boolean isGap(char c) {
        return PythonStrings.isSpace(c) || GROUPS.indexOf(c) >= 0;
    }

    /** {@code %.5g}. */
    static String general(double number) {
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(5, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        BigDecimal shortest = rounded.stripTrailingZeros();
        if (exponent >= -4 && exponent < 5) {
            return shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        String size = Integer.toString(Math.abs(exponent));
        return (number < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() == 1 ? "" : "." + digits.substring(1))
                + (exponent < 0 ? "e-" : "e+")
                + (size.length() == 1 ? "0" : "")
                + size;
    }
}

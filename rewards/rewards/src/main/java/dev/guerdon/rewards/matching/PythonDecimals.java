package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decimal numbers as Python's {@code Decimal} reads them, of any size, to be compared for equality only. */
final class PythonDecimals {

    private static final Pattern NUMBER =
            Pattern.compile("([+-]?)(?:([0-9]++)(?:\\.([0-9]*+))?+|\\.([0-9]++))(?:[eE]([+-]?[0-9]++))?+");

    private static final Pattern INFINITE = Pattern.compile("([+-]?)inf(?:inity)?", Pattern.CASE_INSENSITIVE);

    /** The largest exponent of a Python decimal. */
    private static final long MOST = 999_999_999_999_999_999L;

    private static final int LONGEST_EXPONENT = 18;

    private PythonDecimals() {}

    /**
     * A number in its one form; equal numbers are equal.
     *
     * @param digits without zeros at either end; empty for zero
     */
    record Value(boolean negative, String digits, long exponent) {}

    /** Returns the number, or nothing where the text is none or not a number. */
    static Optional<Value> parse(String text) {
        String plain = ascii(PythonStrings.strip(text));
        Matcher infinite = INFINITE.matcher(plain);
        if (infinite.matches()) {
            return Optional.of(new Value(infinite.group(1).equals("-"), "inf", 0));
        }
        Matcher number = NUMBER.matcher(plain);
        if (!number.matches()) {
            return Optional.empty();
        }
        String whole = number.group(2) == null ? "" : number.group(2);
        String fraction = number.group(3) != null ? number.group(3) : number.group(4) != null ? number.group(4) : "";
        String written = number.group(5) == null ? "0" : number.group(5).replaceFirst("^([+-]?)0+(?=[0-9])", "$1");
        if (written.length() > LONGEST_EXPONENT + 1) {
            return Optional.empty();
        }
        String all = whole + fraction;
        int from = 0;
        int to = all.length();
        while (from < to && all.charAt(from) == '0') {
            from++;
        }
        while (to > from && all.charAt(to - 1) == '0') {
            to--;
        }
        if (from == to) {
            return Optional.of(new Value(false, "", 0));
        }
        long exponent = Long.parseLong(written) - fraction.length() + (all.length() - to);
        return Math.abs(exponent + (to - from)) > MOST
                ? Optional.empty()
                : Optional.of(new Value(number.group(1).equals("-"), all.substring(from, to), exponent));
    }

    /** With ASCII digits and without underscores, which Python passes over. */
    private static String ascii(String text) {
        StringBuilder ascii = new StringBuilder(text.length());
        text.codePoints().filter(c -> c != '_').forEach(c -> {
            int digit = PythonStrings.decimal(c);
            ascii.appendCodePoint(digit < 0 ? c : '0' + digit);
        });
        return ascii.toString();
    }
}

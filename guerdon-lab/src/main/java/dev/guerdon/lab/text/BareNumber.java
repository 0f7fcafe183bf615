package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a text that is a number in some dress. */
@Internal
public final class BareNumber {

    private static final String DRESSED = "(?:[$€£¥]|(?:USD|EUR|GBP)\\s)?\\s*([-−+]?)\\s*[$€£¥]?"
            + "(\\d{1,3}(?:[,\\u00a0\\u202f]\\d{3})+|\\d{1,30})(\\.\\d{1,30})?\\s*";

    private static final Pattern PLAIN = Pattern.compile(DRESSED + "[%$€£¥]?");

    private static final Pattern WITH_UNIT =
            Pattern.compile(DRESSED + "(?:[%$€£¥]|°?\\s?\\p{L}[\\p{L}/²³.]{0,20}(?:\\s\\p{L}{1,12}){0,2})?");

    private BareNumber() {}

    /** A number with nothing but separators, a currency or a percent sign. */
    public static Optional<Double> of(String text) {
        return read(PLAIN, text);
    }

    /** A number that may have a unit in words behind it. */
    public static Optional<Double> withUnit(String text) {
        return read(WITH_UNIT, text);
    }

    private static Optional<Double> read(Pattern form, String text) {
        String stripped = text.strip();
        Matcher matcher = form.matcher(stripped);
        if (stripped.length() > 100 || !matcher.matches()) {
            return Optional.empty();
        }
        String digits = matcher.group(2).replaceAll("[,\\u00a0\\u202f]", "");
        String fraction = matcher.group(3) == null ? "" : matcher.group(3);
        String sign = matcher.group(1).isEmpty() || matcher.group(1).equals("+") ? "" : "-";
        return Optional.of(Double.valueOf(sign + digits + fraction));
    }

    /** A number as a model would write it bare: no exponent, no trailing zeros. */
    public static String written(double value) {
        java.math.BigDecimal exact = java.math.BigDecimal.valueOf(value).stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0).toPlainString() : exact.toPlainString();
    }
}

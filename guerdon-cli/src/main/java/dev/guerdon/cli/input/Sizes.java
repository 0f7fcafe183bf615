package dev.guerdon.cli.input;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 500k}, {@code 256m}, {@code 1g}, or a number of bytes. */
@Internal
public final class Sizes {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)(i?b)?", Pattern.CASE_INSENSITIVE);

    private Sizes() {}

    /**
     * The number of bytes.
     *
     * @param option names the option in messages
     */
    public static long parse(String option, String text) {
        Matcher size = SIZE.matcher(text.strip());
        if (!size.matches()) {
            throw new GuerdonException(option + " expects a size such as 256m or 1g, found '" + text + "'");
        }
        long number = Long.parseLong(size.group(1));
        return switch (size.group(2).toLowerCase(Locale.ROOT)) {
            case "k" -> number << 10;
            case "m" -> number << 20;
            case "g" -> number << 30;
            default -> number;
        };
    }
}

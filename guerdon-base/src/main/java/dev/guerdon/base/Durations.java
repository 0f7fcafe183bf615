package dev.guerdon.base;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 250ms}, {@code 5s}, {@code 2m}, {@code 1h}. */
@Internal
public final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)\\s*(ms|s|m|min|h)");

    private Durations() {}

    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new GuerdonException("expected a duration such as 250ms, 5s, 2m or 1h, found '" + text + "'");
        }
        double nanos = Double.parseDouble(form.group(1))
                * switch (form.group(2)) {
                    case "ms" -> 1e6;
                    case "s" -> 1e9;
                    case "h" -> 3600e9;
                    default -> 60e9;
                };
        return Duration.ofNanos((long) nanos);
    }

    /** {@code 250ms}, {@code 1.5s}, {@code 3m 20s}. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + "ms";
        }
        if (millis < 60_000) {
            return millis % 1000 == 0 ? millis / 1000 + "s" : "%.1fs".formatted(millis / 1000.0);
        }
        if (millis < 3_600_000) {
            return millis / 60_000 + "m" + (millis % 60_000 < 1000 ? "" : " " + millis / 1000 % 60 + "s");
        }
        return millis / 3_600_000 + "h " + millis / 60_000 % 60 + "m";
    }
}

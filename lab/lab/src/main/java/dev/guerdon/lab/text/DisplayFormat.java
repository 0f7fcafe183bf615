package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.SecretFilter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Format of figures and excerpts for people, the same everywhere. */
@Internal
public final class DisplayFormat {

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    /** Amount of a text that is looked at, beyond what is shown: a key of which the end is missing would not be known. */
    private static final int MAX_LOOK = 20_000;

    private static final int MAX_QUOTE = 160;

    private DisplayFormat() {}

    /** Returns a reward or an average of rewards, with three decimals; {@code n/a} if there is none. */
    public static String reward(double value) {
        if (Double.isNaN(value)) {
            return "n/a";
        }
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.equals("-0.000") ? "0.000" : text;
    }

    /** Returns a probability with two digits that count: {@code 0.0063}. */
    public static String level(double value) {
        if (value < 0.0001) {
            return "0.0001 or less";
        }
        return String.format(
                Locale.ROOT, value < 0.001 ? "%.5f" : value < 0.01 ? "%.4f" : value < 0.1 ? "%.3f" : "%.2f", value);
    }

    /** Returns a change of reward, with its sign. */
    public static String change(double value) {
        String text = reward(value);
        return value > 0 && !text.equals("0.000") ? "+" + text : text.replace('-', '−');
    }

    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    public static String steps(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Returns a share between 0 and 1 as a percentage; what is not nothing never reads 0 %, what is not all never 100 %. */
    public static String percent(double share) {
        double percent = 100 * share;
        if (percent > 0 && percent < 0.5) {
            return "under 1 %";
        }
        if (percent < 100 && percent >= 99.5) {
            return "over 99 %";
        }
        return Math.round(percent) + " %";
    }

    /** A count with its noun: {@code 1 step}, {@code 3 steps}. */
    public static String times(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    public static String time(Instant instant) {
        return instant.equals(Instant.EPOCH) ? "–" : MINUTE.format(instant);
    }

    /** Returns how long something took. */
    public static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
        }
        return seconds < 3600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }

    /** Returns a class of loss in plain words: {@code wrong_format} to {@code wrong format}. */
    public static String words(String kind) {
        return kind.replace('_', ' ');
    }

    /** Returns a text on one line, in quotes, cut if it is long. */
    public static String quote(String text) {
        return "“" + cut(text, MAX_QUOTE) + "”";
    }

    /** Returns a text on one line, cut in its middle if it is long: the name of a model ends in what tells it from others. */
    public static String ends(String text, int length) {
        String line = line(text);
        if (line.length() <= length) {
            return line;
        }
        int half = (length - 1) / 2;
        int from = line.length() - (length - 1 - half);
        int to = Character.isHighSurrogate(line.charAt(half - 1)) ? half - 1 : half;
        return line.substring(0, to) + "…"
                + line.substring(Character.isLowSurrogate(line.charAt(from)) ? from + 1 : from);
    }

    /** Returns a text on one line without secrets, cut if it is long. */
    public static String cut(String text, int length) {
        // Only the beginning is looked at: texts may be megabytes.
        String beginning = text.length() > MAX_LOOK + length ? text.substring(0, MAX_LOOK + length) : text;
        String line = line(beginning);
        if (line.length() <= length) {
            return beginning.length() < text.length() ? line + "…" : line;
        }
        int end = Character.isHighSurrogate(line.charAt(length - 1)) ? length - 1 : length;
        return line.substring(0, end) + "…";
    }

    private static String line(String text) {
        return SecretFilter.known()
                .redact(text)
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .strip();
    }
}

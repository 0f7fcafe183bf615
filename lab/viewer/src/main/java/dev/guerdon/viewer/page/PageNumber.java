package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Figures as pages write them. What is missing is a dash, never a zero. */
@Internal
public final class PageNumber {

    /** Amount of a text that is looked at, beyond what is shown: a key of which the end is missing would not be known. */
    private static final int MOST_LOOK = 20_000;

    /** Text that stands for a figure that is missing. */
    public static final String NONE = "–";

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private PageNumber() {}

    /** Returns a reward with three decimals. */
    public static String reward(double value) {
        return Double.isNaN(value) ? NONE : decimals(value, 3);
    }

    /** Returns a change of reward, with its sign. */
    public static String change(double value) {
        return (value > 0 ? "+" : "") + reward(value);
    }

    /** Returns the reward of an episode, NaN if it has no score. */
    public static double earned(Episode episode) {
        return episode.scored() ? episode.reward() : Double.NaN;
    }

    /** Returns a reward, or that there is none. */
    public static String scored(double reward) {
        return Double.isNaN(reward) ? "not scored" : reward(reward);
    }

    /** Returns the style of a reward: {@code good}, {@code bad}, {@code warn}, or empty if there is none. */
    public static String look(double reward) {
        return Double.isNaN(reward) ? "" : reward >= KeyMetrics.PERFECT ? "good" : reward <= 0 ? "bad" : "warn";
    }

    /** Returns a number with two decimals. */
    public static String two(double value) {
        return Double.isNaN(value) ? NONE : decimals(value, 2);
    }

    /** Returns a number with one decimal. */
    public static String one(double value) {
        return Double.isNaN(value) ? NONE : decimals(value, 1);
    }

    private static String decimals(double value, int places) {
        String text = String.format(Locale.ROOT, "%." + places + "f", value);
        return text.matches("-0\\.0*") ? text.substring(1) : text.replace('-', '−');
    }

    /** A count, thousands apart. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A count with its noun: {@code 1 run}, {@code 3 runs}. */
    public static String times(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }

    /** A large count in few characters: {@code 1.2 M}. */
    public static String few(long value) {
        if (value < 10_000) {
            return count(value);
        }
        return value < 1_000_000
                ? String.format(Locale.ROOT, "%.1f k", value / 1e3)
                : String.format(Locale.ROOT, "%.2f M", value / 1e6);
    }

    /** Returns a share as a percentage; what is not nothing never reads 0 %, what is not all never 100 %. */
    public static String percent(double share) {
        double percent = 100 * share;
        if (Double.isNaN(share)) {
            return NONE;
        }
        if (percent > 0 && percent < 0.5) {
            return "< 1 %";
        }
        return percent < 100 && percent >= 99.5 ? "> 99 %" : Math.round(percent) + " %";
    }

    /** US dollars. */
    public static String money(double usd) {
        if (Double.isNaN(usd)) {
            return NONE;
        }
        return "$" + (usd == 0 ? "0" : decimals(usd, usd >= 10 ? 2 : usd >= 0.01 ? 3 : 5));
    }

    /** Returns a time that something took. */
    public static String duration(Duration time) {
        long seconds = time.toSeconds();
        if (time.toMillis() < 1000) {
            return time.toMillis() + " ms";
        }
        if (seconds < 60) {
            return decimals(time.toMillis() / 1000.0, 1) + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min" + (seconds < 600 ? " " + seconds % 60 + " s" : "");
        }
        return seconds < 48 * 3600
                ? seconds / 3600 + " h " + seconds % 3600 / 60 + " min"
                : seconds / 86_400 + " d " + seconds % 86_400 / 3600 + " h";
    }

    /** Seconds that something took. */
    public static String seconds(double seconds) {
        return Double.isFinite(seconds) ? duration(Duration.ofMillis(Math.round(1000 * seconds))) : NONE;
    }

    /** Returns a moment, in UTC. */
    public static String time(Instant moment) {
        return MINUTE.format(moment);
    }

    /** Returns a size of files. */
    public static String bytes(long bytes) {
        if (bytes < 1 << 10) {
            return bytes + " B";
        }
        return bytes < 1 << 20
                ? String.format(Locale.ROOT, "%.1f kB", bytes / 1024.0)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1024.0 / 1024.0);
    }

    /** Returns a text on one line without secrets and what would move a cursor or turn the direction of writing, cut if it is long. */
    public static String line(String text, int longest) {
        String beginning = text.length() > MOST_LOOK + longest ? text.substring(0, MOST_LOOK + longest) : text;
        String line = SecretFilter.known()
                .redact(beginning)
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .replaceAll("\\p{Cf}", "")
                .strip();
        if (line.length() <= longest) {
            return beginning.length() < text.length() ? line + "…" : line;
        }
        int end = Character.isHighSurrogate(line.charAt(longest - 1)) ? longest - 1 : longest;
        return line.substring(0, end) + "…";
    }
}

package dev.guerdon.core.base;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 250ms}, {@code 5s}, {@code 2m}, {@code 1h}, {@code 1m 30s}. */
@Internal
public final class DurationText {

    private static final Pattern PART = Pattern.compile("\\s*(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(ms|s|min|m|h)");

    private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

    private record Unit(String name, long nanos) {}

    /** From the largest on. */
    private static final List<Unit> UNITS = List.of(
            new Unit("h", 3_600_000_000_000L),
            new Unit("m", 60_000_000_000L),
            new Unit("s", 1_000_000_000L),
            new Unit("ms", 1_000_000L));

    private DurationText() {}

    /** Reads all that {@link #format} and {@link #exact} write. */
    public static Duration parse(String text) {
        String whole = text.strip();
        Matcher part = PART.matcher(whole);
        BigDecimal nanos = BigDecimal.ZERO;
        long before = Long.MAX_VALUE;
        int at = 0;
        while (part.region(at, whole.length()).lookingAt()) {
            long unit = nanosOf(part.group(2));
            if (unit >= before) {
                break;
            }
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
            before = unit;
            at = part.end();
        }
        if (at == 0 || at < whole.length()) {
            throw new GuerdonException("expected a duration such as 250ms, 5s, 2m, 1m 30s or 1h, found '" + text + "'");
        }
        return Duration.ofNanos(nanos.min(MAX_NANOS).longValue());
    }

    private static long nanosOf(String unit) {
        String name = unit.equals("min") ? "m" : unit;
        return UNITS.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow().nanos;
    }

    /** For people: {@code 250ms}, {@code 1.5s}, {@code 3m 20s}. It rounds; what a program reads is {@link #exact}. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + "ms";
        }
        if (millis < 60_000) {
            return millis % 1000 == 0 ? millis / 1000 + "s" : String.format(Locale.ROOT, "%.1fs", millis / 1000.0);
        }
        if (millis < 3_600_000) {
            return millis / 60_000 + "m" + (millis % 60_000 < 1000 ? "" : " " + millis / 1000 % 60 + "s");
        }
        return millis / 3_600_000 + "h " + millis / 60_000 % 60 + "m";
    }

    /** For programs: the same duration to the nanosecond, in the largest unit that has it whole, such as {@code 90s}. */
    public static String exact(Duration duration) {
        long nanos = duration.toNanos();
        for (Unit unit : UNITS) {
            if (nanos != 0 && nanos % unit.nanos == 0) {
                return nanos / unit.nanos + unit.name;
            }
        }
        return BigDecimal.valueOf(nanos).movePointLeft(6).stripTrailingZeros().toPlainString() + "ms";
    }
}

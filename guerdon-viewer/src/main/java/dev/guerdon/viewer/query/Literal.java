package dev.guerdon.viewer.query;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value in a filter. */
sealed interface Literal {

    /** What a number was written with. */
    enum Unit {
        NONE,
        SECONDS,
        USD
    }

    /** A number, in seconds or dollars where it has such a unit. */
    record Amount(BigDecimal value, Unit unit) implements Literal {}

    /** A moment or a day, from its first to before its last nanosecond since 1970. */
    record Time(BigDecimal from, BigDecimal to) implements Literal {}

    /** A text; one without quotes may also be a word such as {@code true}. */
    record Text(String text, boolean quoted) implements Literal {}

    // Each part of a pattern can match in one way only, and the number of digits is bounded: so is the time.
    Pattern PLAIN = Pattern.compile("[-+]?(?:\\d{1,40}(?:\\.\\d{0,40})?|\\.\\d{1,40})(?:[eE][-+]?\\d{1,3})?");
    Pattern PART = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,12})?)(ms|min|s|m|h|d)", Pattern.CASE_INSENSITIVE);
    Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}.*");
    Map<String, String> SECONDS = Map.of("ms", "0.001", "s", "1", "m", "60", "min", "60", "h", "3600", "d", "86400");
    BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    static Literal of(Token token) {
        return switch (token.kind()) {
            case QUOTED -> new Text(token.text(), true);
            case WORD -> new Text(token.text(), false);
            case NUMBER -> number(token);
            case NAME, COMPARISON, MARK, END ->
                throw new FilterException(
                        token.position(), "expected a value: a number, or a text in quotes; found " + token.words());
        };
    }

    private static Literal number(Token token) {
        String text = token.text();
        if (DATE.matcher(text).matches()) {
            Time time = time(text);
            if (time == null) {
                throw new FilterException(
                        token.position(),
                        "expected a date such as 2026-11-15 or 2026-11-15T10:30, found '" + text + "'");
            }
            return time;
        }
        Amount amount = amount(text);
        if (amount == null) {
            throw new FilterException(
                    token.position(),
                    "expected a number such as 0.5, a duration such as 30s or 1h30m, money such as $0.05, or a date such as"
                            + " 2026-11-15; found '" + text + "'; texts stand in quotes");
        }
        return amount;
    }

    private static @Nullable Amount amount(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (text.startsWith("$") || text.startsWith("-$")) {
            return plain(text.replaceFirst("\\$", ""), Unit.USD);
        }
        if (lower.endsWith("usd")) {
            return plain(text.substring(0, text.length() - 3), Unit.USD);
        }
        if (text.endsWith("%")) {
            Amount hundred = plain(text.substring(0, text.length() - 1), Unit.NONE);
            return hundred == null ? null : new Amount(hundred.value().movePointLeft(2), Unit.NONE);
        }
        Amount plain = plain(text, Unit.NONE);
        return plain != null ? plain : duration(text);
    }

    private static @Nullable Amount plain(String text, Unit unit) {
        return PLAIN.matcher(text).matches() ? new Amount(new BigDecimal(text), unit) : null;
    }

    private static @Nullable Amount duration(String text) {
        BigDecimal sum = BigDecimal.ZERO;
        int at = 0;
        Matcher part = PART.matcher(text);
        while (at < text.length()) {
            if (!part.find(at) || part.start() != at) {
                return null;
            }
            BigDecimal unit = new BigDecimal(SECONDS.get(part.group(2).toLowerCase(Locale.ROOT)));
            sum = sum.add(new BigDecimal(part.group(1)).multiply(unit));
            at = part.end();
        }
        return new Amount(sum, Unit.SECONDS);
    }

    /** A day, a minute, a second or a moment; in UTC where it names no offset. Null where it is none. */
    static @Nullable Time time(String text) {
        try {
            if (text.length() == 10) {
                Instant day = LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
                return new Time(nanos(day), nanos(day.plusSeconds(86_400)));
            }
            boolean zoned =
                    text.matches(".*(?:[zZ]|[-+]\\d{2}:?\\d{2})") && text.indexOf('T') > 0 && text.length() > 16;
            Instant moment = zoned
                    ? OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant()
                    : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
            String clock = text.substring(11).replaceFirst("(?:[zZ]|[-+]\\d{2}:?\\d{2})$", "");
            BigDecimal from = nanos(moment);
            BigDecimal length = clock.length() <= 5
                    ? NANOS.multiply(BigDecimal.valueOf(60))
                    : clock.length() <= 8 ? NANOS : BigDecimal.ONE;
            return new Time(from, from.add(length));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static BigDecimal nanos(Instant time) {
        return BigDecimal.valueOf(time.getEpochSecond()).multiply(NANOS).add(BigDecimal.valueOf(time.getNano()));
    }

    /** The largest whole number that is no larger, held within the bounds of a long and two more. */
    static BigDecimal floor(BigDecimal value) {
        return value.setScale(0, RoundingMode.FLOOR);
    }
}

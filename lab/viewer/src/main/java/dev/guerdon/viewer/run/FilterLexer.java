package dev.guerdon.viewer.run;

import dev.guerdon.viewer.run.EpisodeSelection.FilterException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Cuts a filter into words, from left to right. */
final class FilterLexer {

    /**
     * A word of a filter.
     *
     * @param kind what it is
     * @param text what it means: a quoted text without its quotes
     * @param position where it begins, from 0
     */
    record Token(Kind kind, String text, int position) {

        enum Kind {
            /** A name, a keyword or a text without quotes. */
            WORD,
            /** A name in backticks, which is never a keyword. */
            NAME,
            /** A text in quotes. */
            QUOTED,
            /** A number, with a unit behind or a dollar sign before it, or a date. */
            NUMBER,
            /** A comparison. */
            COMPARISON,
            /** Returns a parenthesis or a comma. */
            MARK,
            END
        }

        boolean is(Kind other, String word) {
            return kind == other && text.equalsIgnoreCase(word);
        }

        boolean keyword(String word) {
            return is(Kind.WORD, word);
        }

        /** Makes the exception that says what is wrong here. */
        FilterException error(String message) {
            return new FilterException(position, message);
        }

        /** Returns the token as messages name it. */
        String words() {
            return kind == Kind.END ? "the end" : "'" + text + "'";
        }
    }

    /** Each part can match in one way only: so the time is bounded. */
    private static final Pattern PART = Pattern.compile(
            "\\p{javaWhitespace}+|(?<mark>[(),])|(?<quoted>" + quoted('"') + "|" + quoted('\'') + "|" + quoted('`')
                    + ")"
                    + "|(?<comparison>==|!=|<>|<=|=<|>=|=>|!~|=~|~=|[=<>~])|(?<connective>!|&&|\\|\\|)"
                    + "|(?<number>(?:[0-9$]|[-+.](?=[0-9.$]))[\\p{javaLetterOrDigit}+:.$%_-]*)"
                    + "|(?<word>[\\p{javaLetter}_][\\p{javaLetterOrDigit}_.:/#-]*)",
            Pattern.DOTALL);

    /** Other ways to write what other languages write otherwise. */
    private static final Map<String, String> ALIASES = Map.of(
            "==", "=", "<>", "!=", "=<", "<=", "=>", ">=", "=~", "~", "~=", "~", "!", "not", "&&", "and", "||", "or");

    private FilterLexer() {}

    private static String quoted(char quote) {
        return quote + "(?:[^" + quote + "\\\\]++|\\\\.)*+" + quote;
    }

    static List<Token> tokens(String text) {
        List<Token> out = new ArrayList<>();
        Matcher part = PART.matcher(text);
        for (int at = 0; at < text.length(); at = part.end()) {
            if (!part.region(at, text.length()).lookingAt()) {
                throw new FilterException(at, unknown(Character.toString(text.codePointAt(at))));
            }
            Token.Kind kind = kind(part);
            if (kind != null) {
                String word = part.group();
                out.add(new Token(
                        kind,
                        kind == Token.Kind.NAME || kind == Token.Kind.QUOTED
                                ? word.substring(1, word.length() - 1).replaceAll("(?s)\\\\(.)", "$1")
                                : ALIASES.getOrDefault(word, word),
                        at));
            }
        }
        out.add(new Token(Token.Kind.END, "", text.length()));
        return out;
    }

    private static Token.@Nullable Kind kind(Matcher part) {
        if (part.group("quoted") != null) {
            return part.group().charAt(0) == '`' ? Token.Kind.NAME : Token.Kind.QUOTED;
        } else if (part.group("mark") != null) {
            return Token.Kind.MARK;
        } else if (part.group("comparison") != null) {
            return Token.Kind.COMPARISON;
        } else if (part.group("number") != null) {
            return Token.Kind.NUMBER;
        }
        return part.group("word") != null || part.group("connective") != null ? Token.Kind.WORD : null;
    }

    private static String unknown(String sign) {
        return switch (sign) {
            case "\"", "'", "`" ->
                "a " + (sign.equals("`") ? "name" : "text") + " begins with " + sign
                        + ", and the same mark is missing at its end";
            case "&", "|" -> "expected 'and' or 'or', found '" + sign + "'";
            default ->
                "found '" + sign
                        + "', which means nothing here; texts stand in quotes, names with other characters in backticks";
        };
    }

    /** A value in a filter. */
    sealed interface Literal {

        /** Unit with which a number was written. */
        enum Unit {
            NONE,
            SECONDS,
            USD
        }

        /** A number, in seconds or dollars if it has such a unit. */
        record Amount(BigDecimal value, Unit unit) implements Literal {}

        /** A moment or a day, from its first to before its last nanosecond since 1970. */
        record Time(BigDecimal from, BigDecimal to) implements Literal {}

        /** A text; one without quotes may also be a word such as {@code true}. */
        record Text(String text, boolean quoted) implements Literal {}

        // Each part of a pattern can match in one way only, and the number of digits is bounded: so is the time.
        Pattern PLAIN = Pattern.compile("[-+]?(?:\\d{1,40}(?:\\.\\d{0,40})?|\\.\\d{1,40})(?:[eE][-+]?\\d{1,3})?");
        Pattern PART = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,12})?)(ms|min|s|m|h|d)", Pattern.CASE_INSENSITIVE);
        Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}.*");
        Map<String, String> SECONDS =
                Map.of("ms", "0.001", "s", "1", "m", "60", "min", "60", "h", "3600", "d", "86400");
        BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

        static Literal of(Token token) {
            return switch (token.kind()) {
                case QUOTED -> new Text(token.text(), true);
                case WORD -> new Text(token.text(), false);
                case NUMBER -> number(token);
                case NAME, COMPARISON, MARK, END ->
                    throw token.error("expected a value: a number, or a text in quotes; found " + token.words());
            };
        }

        private static Literal number(Token token) {
            String text = token.text();
            if (DATE.matcher(text).matches()) {
                Time time = time(text);
                if (time == null) {
                    throw token.error("expected a date such as 2026-11-15 or 2026-11-15T10:30, found '" + text + "'");
                }
                return time;
            }
            Amount amount = amount(text);
            if (amount == null) {
                throw token.error(
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

        /** Returns a day, a minute, a second or a moment; in UTC where it names no offset. Null if it is none. */
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

        /** Returns the largest whole number that is no larger, held within the bounds of a long and two more. */
        static BigDecimal floor(BigDecimal value) {
            return value.setScale(0, RoundingMode.FLOOR);
        }
    }
}

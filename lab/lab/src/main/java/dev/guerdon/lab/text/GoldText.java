package dev.guerdon.lab.text;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A gold answer as something to look for in a text: numbers by their value, texts without regard to case and spacing.
 *
 * <p>A list or an object is looked for piece by piece.
 */
@Internal
public final class GoldText {

    /** The share of the pieces that counts as most of the answer. */
    public static final double MOST = 0.6;

    /** Plain numbers, and those with separators: in {@code [12,345]} each reading may be meant. */
    private static final List<Pattern> NUMBERS = List.of(
            Pattern.compile("(?<![\\w.])[-−]?\\d+(?:\\.\\d+)?(?!\\w)"),
            Pattern.compile("(?<![\\w.])[-−]?\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?!\\w)"));

    private static final int MAX_PIECES = 40;
    private static final int MAX_EXCERPT = 60;

    /** A part of the gold answer. */
    private sealed interface Piece permits NumberPiece, TextPiece {}

    private record NumberPiece(double value) implements Piece {}

    private record TextPiece(Pattern pattern) implements Piece {}

    private final List<Piece> pieces;
    private final boolean specific;

    private GoldText(List<Piece> pieces, boolean specific) {
        this.pieces = pieces;
        this.specific = specific;
    }

    public static GoldText of(String gold) {
        Set<String> texts = new LinkedHashSet<>();
        collect(read(gold).orElse(gold), texts);
        List<Piece> pieces = texts.stream()
                .limit(MAX_PIECES)
                .map(GoldText::piece)
                .flatMap(Optional::stream)
                .toList();
        // A short piece such as "3" stands on every page.
        boolean specific = texts.stream()
                        .mapToInt(text -> text.replaceAll("[^\\p{L}\\p{N}]", "").length())
                        .sum()
                >= 3;
        return new GoldText(pieces, specific);
    }

    /** Returns the pieces of a gold answer as they are written. */
    public static Set<String> texts(String gold) {
        Set<String> texts = new LinkedHashSet<>();
        collect(read(gold).orElse(gold), texts);
        return texts;
    }

    /** Returns whether it is unlikely to stand on a page by chance. */
    public boolean specific() {
        return specific;
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Returns the share of the answer's pieces that a text has. */
    public double share(String text) {
        if (pieces.isEmpty() || text.isBlank()) {
            return 0;
        }
        return pieces.stream().filter(piece -> find(piece, text, 0).isPresent()).count() / (double) pieces.size();
    }

    /** Returns where the first piece behind an offset begins. */
    public OptionalInt findFrom(String text, int offset) {
        return pieces.stream()
                .map(piece -> find(piece, text, offset))
                .filter(OptionalInt::isPresent)
                .mapToInt(OptionalInt::getAsInt)
                .min();
    }

    /** Returns a piece of a text around an offset, on one line and without secrets. */
    public static String excerpt(String given, int at) {
        String text = SecretFilter.known().redact(given);
        int offset = text.equals(given)
                ? at
                : SecretFilter.known()
                        .redact(given.substring(0, Math.clamp(at, 0, given.length())))
                        .length();
        int from = Math.clamp(offset - MAX_EXCERPT / 2L, 0, text.length());
        int to = Math.min(text.length(), offset + MAX_EXCERPT);
        return (from > 0 ? "…" : "")
                + text.substring(from, to).replaceAll("\\s+", " ").strip()
                + (to < text.length() ? "…" : "");
    }

    private static OptionalInt find(Piece piece, String text, int offset) {
        int from = Math.clamp(offset, 0, text.length());
        return switch (piece) {
            case TextPiece words -> {
                Matcher matcher = words.pattern.matcher(text);
                yield matcher.find(from) ? OptionalInt.of(matcher.start()) : OptionalInt.empty();
            }
            case NumberPiece number ->
                NUMBERS.stream()
                        .map(form -> find(form.matcher(text), number.value, from))
                        .filter(OptionalInt::isPresent)
                        .mapToInt(OptionalInt::getAsInt)
                        .min();
        };
    }

    private static OptionalInt find(Matcher matcher, double value, int from) {
        boolean found = matcher.find(from);
        while (found && !same(value, matcher.group())) {
            found = matcher.find();
        }
        return found ? OptionalInt.of(matcher.start()) : OptionalInt.empty();
    }

    private static boolean same(double value, String number) {
        return BareNumber.of(number)
                .map(found -> Math.abs(found - value) <= 1e-9 * Math.abs(value))
                .orElse(false);
    }

    private static Optional<Piece> piece(String text) {
        Optional<Double> number = BareNumber.of(text);
        if (number.isPresent()) {
            return Optional.of(new NumberPiece(number.get()));
        }
        String words = Arrays.stream(text.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .map(Pattern::quote)
                .collect(Collectors.joining("\\s+"));
        return words.isEmpty()
                ? Optional.empty()
                : Optional.of(new TextPiece(Pattern.compile(
                        "(?<!\\w)" + words + "(?!\\w)", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)));
    }

    private static Optional<Object> read(String gold) {
        String text = gold.strip();
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(JsonCodec.read(text, "gold answer").value());
        } catch (GuerdonException notJson) {
            return Optional.empty();
        }
    }

    private static void collect(@Nullable Object value, Set<String> texts) {
        if (value instanceof Map<?, ?> map) {
            map.values().forEach(inner -> collect(inner, texts));
        } else if (value instanceof List<?> list) {
            list.forEach(inner -> collect(inner, texts));
        } else if (value != null) {
            List<String> lines = value.toString()
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
            for (String line : lines) {
                // A line of several may itself be an object.
                Optional<Object> inner = lines.size() > 1 ? read(line) : Optional.empty();
                inner.ifPresentOrElse(object -> collect(object, texts), () -> texts.add(line));
            }
        }
    }

    /** Reads a text that is a number in some dress. */
    public static final class BareNumber {

        private static final String DRESSED = "(?:[$€£¥]|(?:USD|EUR|GBP)\\s)?\\s*([-−+]?)\\s*[$€£¥]?"
                + "(\\d{1,3}(?:[,\\u00a0\\u202f]\\d{3})+|\\d{1,30})(\\.\\d{1,30})?\\s*";

        private static final Pattern PLAIN = Pattern.compile(DRESSED + "[%$€£¥]?");

        private static final Pattern WITH_UNIT =
                Pattern.compile(DRESSED + "(?:[%$€£¥]|°?\\s?\\p{L}[\\p{L}/²³.]{0,20}(?:\\s\\p{L}{1,12}){0,2})?");

        private BareNumber() {}

        /** Returns a number with nothing but separators, a currency or a percent sign. */
        public static Optional<Double> of(String text) {
            return read(PLAIN, text);
        }

        /** Returns a number that may have a unit in words behind it. */
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

        /** Returns a number as a model would write it bare: no exponent, no trailing zeros. */
        public static String written(double value) {
            java.math.BigDecimal exact = java.math.BigDecimal.valueOf(value).stripTrailingZeros();
            return exact.scale() < 0 ? exact.setScale(0).toPlainString() : exact.toPlainString();
        }

        /** Returns how many digits stand behind the point of a number as it is written. */
        public static int decimals(String number) {
            int point = number.indexOf('.');
            return point < 0
                    ? 0
                    : number.substring(point + 1).replaceAll("\\D.*", "").length();
        }
    }
}

package dev.guerdon.catalogue.inspect;

import dev.guerdon.api.Internal;
import dev.guerdon.catalogue.match.TokenBounds;
import dev.guerdon.cpython.Folding;
import dev.guerdon.cpython.Strings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/** Inspect's {@code match} and {@code includes}: a target at a place of the response, as text or as a number. */
@Internal
public final class TextMatch {

    private static final String ASCII_SPACE = " \t\n\r\u000b\u000c";
    private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    private static final String NUMBER_MARKS = "$,\u00a3\u20ac*_";

    private TextMatch() {}

    /** Where the target is expected. */
    public enum Location {
        BEGIN,
        END,
        ANY,
        EXACT
    }

    /**
     * What was compared, and how it came out.
     *
     * @param answer the part of the response that was read
     */
    public record Found(String answer, boolean matched) {}

    /** Inspect's {@code includes}. */
    public static Found includes(String value, String target, boolean ignoreCase) {
        String text = ignoreCase ? Folding.casefold(value) : value;
        return new Found(text, text.contains(ignoreCase ? Folding.casefold(target) : target));
    }

    /** Inspect's {@code match}. */
    public static Found match(String value, String target, Location location, boolean ignoreCase, boolean numeric) {
        String answer = Strings.strip(value);
        String text = ignoreCase ? Folding.casefold(answer) : answer;
        String gold = Strings.strip(target);
        gold = ignoreCase ? Folding.casefold(gold) : gold;
        if (numeric) {
            gold = withoutMarks(gold);
            if (Numbers.parse(gold, true).isPresent()) {
                return number(answer, withoutMarks(text), Numbers.normal(gold, true), location);
            }
        }
        text = trimmed(text);
        gold = trimmed(gold);
        return new Found(
                answer,
                switch (location) {
                    case BEGIN -> text.startsWith(gold);
                    case END -> text.endsWith(gold);
                    case ANY -> text.contains(gold);
                    case EXACT -> text.equals(gold);
                });
    }

    /**
     * Whether a target is at a place of the response as a whole: no word or number goes on at its ends, and numbers are compared
     * by their values.
     */
    public static boolean whole(String value, String target, Location location, boolean ignoreCase, boolean numeric) {
        String text = ignoreCase ? Folding.casefold(value) : value;
        String gold = ignoreCase ? Folding.casefold(target) : target;
        if (numeric) {
            OptionalDouble wanted = Numbers.parse(withoutMarks(Strings.strip(gold)), true);
            if (wanted.isPresent()) {
                return hasNumber(withoutMarks(Strings.strip(text)), wanted.getAsDouble(), location);
            }
        }
        text = trimmed(Strings.strip(text));
        gold = trimmed(Strings.strip(gold));
        return switch (location) {
            case BEGIN -> TokenBounds.begins(text, gold);
            case END -> TokenBounds.ends(text, gold);
            case ANY -> TokenBounds.contains(text, gold);
            case EXACT -> text.equals(gold);
        };
    }

    private static boolean hasNumber(String text, double wanted, Location location) {
        List<Double> numbers = new ArrayList<>();
        for (String word : location == Location.EXACT ? List.of(text) : Strings.split(text)) {
            Numbers.parse(word, true).ifPresent(numbers::add);
        }
        if (numbers.isEmpty()) {
            return false;
        }
        // Adding zero makes -0 and 0 the same.
        return switch (location) {
            case BEGIN -> numbers.getFirst() + 0.0 == wanted + 0.0;
            case END, EXACT -> numbers.getLast() + 0.0 == wanted + 0.0;
            case ANY -> numbers.stream().anyMatch(number -> number + 0.0 == wanted + 0.0);
        };
    }

    /** Whether nothing of a target is left to compare. */
    public static boolean isEmpty(String target) {
        return trimmed(Strings.strip(target)).isEmpty();
    }

    private static Found number(String answer, String text, String gold, Location location) {
        List<String> words = new ArrayList<>(Strings.split(text));
        switch (location) {
            case ANY -> {
                boolean found = words.stream()
                        .filter(word -> Numbers.parse(word, true).isPresent())
                        .anyMatch(word -> Numbers.normal(word, true).equals(gold));
                return new Found(found ? gold : answer, found);
            }
            case EXACT -> {
                String number = Numbers.normal(text, false);
                return new Found(number, number.equals(gold));
            }
            case END -> Collections.reverse(words);
            case BEGIN -> {}
        }
        String number = words.stream()
                .filter(word -> Numbers.parse(word, true).isPresent())
                .findFirst()
                .map(word -> Numbers.normal(word, true))
                .orElse("");
        return new Found(number, number.equals(gold));
    }

    /** The text without what is written around numbers: signs of money, marks of emphasis, commas, dots that end a sentence. */
    static String withoutMarks(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length() && NUMBER_MARKS.indexOf(text.charAt(i + 1)) >= 0) {
                i++;
            } else if (NUMBER_MARKS.indexOf(c) < 0) {
                out.append(c);
            }
            i++;
        }
        StringBuilder kept = new StringBuilder(out.length());
        for (int j = 0; j < out.length(); j++) {
            boolean ends =
                    out.charAt(j) == '.' && (j + 1 == out.length() || Strings.decimal(out.codePointAt(j + 1)) < 0);
            kept.append(ends ? "" : out.charAt(j));
        }
        return kept.toString();
    }

    /** Without ASCII white space and punctuation at either end. */
    static String trimmed(String text) {
        return Numbers.stripped(text, ASCII_SPACE + PUNCTUATION);
    }
}

package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.CaseFolding;
import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.AnswerStatement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/** Inspect's {@code match} and {@code includes}: a target at a place of the response, as text or as a number. */
final class TextMatch {

    private static final String ASCII_SPACE = " \t\n\r\u000b\u000c";
    private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    private static final String NUMBER_MARKS = "$,\u00a3\u20ac*_";

    private TextMatch() {}

    /** Place where the target is expected. */
    enum Location {
        BEGIN,
        END,
        ANY,
        EXACT
    }

    /**
     * Texts that were compared, and the result.
     *
     * @param answer the part of the response that was read
     */
    record Found(String answer, boolean matched) {}

    /** Inspect's {@code includes}. */
    static Found includes(String value, String target, boolean ignoreCase) {
        String text = ignoreCase ? CaseFolding.casefold(value) : value;
        return new Found(text, text.contains(ignoreCase ? CaseFolding.casefold(target) : target));
    }

    /** Inspect's {@code match}. */
    static Found match(String value, String target, Location location, boolean ignoreCase, boolean numeric) {
        String answer = PythonStrings.strip(value);
        String text = ignoreCase ? CaseFolding.casefold(answer) : answer;
        String gold = PythonStrings.strip(target);
        gold = ignoreCase ? CaseFolding.casefold(gold) : gold;
        if (numeric) {
            gold = withoutMarks(gold);
            if (WrittenNumbers.parse(gold, true).isPresent()) {
                return number(answer, withoutMarks(text), WrittenNumbers.normal(gold, true), location);
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
     * Returns whether a response states a target at a place of it: whole, and not denied, doubted or as one of several. Numbers are compared
     * by their values.
     */
    static boolean whole(String value, String target, Location location, boolean ignoreCase, boolean numeric) {
        String text = PythonStrings.strip(ignoreCase ? CaseFolding.casefold(value) : value);
        String gold = PythonStrings.strip(ignoreCase ? CaseFolding.casefold(target) : target);
        if (numeric) {
            OptionalDouble wanted = WrittenNumbers.parse(withoutMarks(gold), true);
            if (wanted.isPresent()) {
                return hasNumber(text, wanted.getAsDouble(), location);
            }
        }
        String bare = trimmed(gold);
        boolean negative = PythonStrings.decimal(bare.codePointAt(0)) >= 0 && gold.startsWith("-" + bare);
        bare = negative ? "-" + bare : bare;
        int at = location == Location.BEGIN || location == Location.EXACT
                ? text.indexOf(bare)
                : TokenBounds.last(text, bare);
        int end = at + bare.length();
        return at >= 0
                && TokenBounds.isWhole(text, at, bare)
                && (location == Location.ANY
                        || location == Location.END
                        || trimmed(text.substring(0, at)).isEmpty())
                && (location == Location.ANY
                        || location == Location.BEGIN
                        || trimmed(text.substring(end)).isEmpty())
                && AnswerStatement.fault(text, at, end).isEmpty();
    }

    private static boolean hasNumber(String text, double wanted, Location location) {
        int from = -1;
        int to = -1;
        double found = Double.NaN;
        int at = 0;
        for (String word : location == Location.EXACT ? List.of(text) : PythonStrings.split(text)) {
            at = text.indexOf(word, at);
            OptionalDouble number = WrittenNumbers.parse(withoutMarks(word), true);
            boolean first = Double.isNaN(found);
            // Adding zero makes -0 and 0 the same.
            if (number.isPresent()
                    && (location != Location.BEGIN || first)
                    && (location != Location.ANY || number.getAsDouble() + 0.0 == wanted + 0.0)) {
                found = number.getAsDouble();
                from = at;
                to = at + word.length();
            }
            at += word.length();
        }
        while (to > from + 1 && PUNCTUATION.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return found + 0.0 == wanted + 0.0
                && AnswerStatement.fault(text, from, to).isEmpty();
    }

    /** Returns whether nothing of a target is left to compare. */
    static boolean isEmpty(String target) {
        return trimmed(PythonStrings.strip(target)).isEmpty();
    }

    private static Found number(String answer, String text, String gold, Location location) {
        List<String> words = new ArrayList<>(PythonStrings.split(text));
        switch (location) {
            case ANY -> {
                boolean found = words.stream()
                        .filter(word -> WrittenNumbers.parse(word, true).isPresent())
                        .anyMatch(word -> WrittenNumbers.normal(word, true).equals(gold));
                return new Found(found ? gold : answer, found);
            }
            case EXACT -> {
                String number = WrittenNumbers.normal(text, false);
                return new Found(number, number.equals(gold));
            }
            case END -> Collections.reverse(words);
            case BEGIN -> {}
        }
        String number = words.stream()
                .filter(word -> WrittenNumbers.parse(word, true).isPresent())
                .findFirst()
                .map(word -> WrittenNumbers.normal(word, true))
                .orElse("");
        return new Found(number, number.equals(gold));
    }

    /** Returns the text without what is written around numbers: signs of money, marks of emphasis, commas, dots that end a sentence. */
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
            boolean ends = out.charAt(j) == '.'
                    && (j + 1 == out.length() || PythonStrings.decimal(out.codePointAt(j + 1)) < 0);
            kept.append(ends ? "" : out.charAt(j));
        }
        return kept.toString();
    }

    /** Without ASCII white space and punctuation at either end. */
    static String trimmed(String text) {
        return PythonStrings.strip(text, ASCII_SPACE + PUNCTUATION);
    }
}

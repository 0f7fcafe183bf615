package dev.guerdon.rewards;

import dev.guerdon.cpython.EditDistance;
import dev.guerdon.cpython.PythonStrings;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Grades how close an answer comes to the expected one, by the first rule that applies.
 *
 * @param reward between 0 and 1
 * @param rule the rule that decided
 */
record AnswerSimilarity(double reward, Rule rule) {

    /** The rules, in the order in which they are tried. */
    enum Rule {
        /** The same text. */
        IDENTICAL,
        /** The same but for white space around it, or more of it within. */
        WHITE_SPACE,
        /** The same but for case. */
        CASE,
        /** The same number written otherwise. */
        NOTATION,
        /** A currency sign, percent sign or k/M suffix that the expected answer does not have. */
        SIGN,
        /** The same date written otherwise. */
        DATE,
        /** A number less than a factor of e away. */
        RATIO,
        /** A similar text. */
        FUZZY,
        /** None of these. */
        NONE
    }

    private static final Pattern PLAIN_NUMBER =
            Pattern.compile("[+-]?(\\d{1,400}(\\.\\d{0,400})?|\\.\\d{1,400})([eE][+-]?\\d{1,4})?");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
    private static final Pattern SUFFIX = Pattern.compile("\\d\\s?[kKM](?![\\p{L}\\d])");

    static AnswerSimilarity of(String response, String answer) {
        if (response.equals(answer)) {
            return new AnswerSimilarity(1, Rule.IDENTICAL);
        }
        String said = collapsed(response);
        String expected = collapsed(answer);
        if (said.equals(expected)) {
            return new AnswerSimilarity(0.7, Rule.WHITE_SPACE);
        }
        if (PythonStrings.lower(response).equals(PythonStrings.lower(answer))) {
            return new AnswerSimilarity(0.8, Rule.CASE);
        }
        Optional<BigDecimal> saidNumber = plainNumber(said);
        Optional<BigDecimal> expectedNumber = plainNumber(expected);
        boolean numbers = saidNumber.isPresent() && expectedNumber.isPresent();
        if (numbers && saidNumber.get().compareTo(expectedNumber.get()) == 0) {
            return new AnswerSimilarity(0.8 + 0.15 * TextSimilarity.levenshtein(said, expected), Rule.NOTATION);
        }
        if (hasSign(said) && !hasSign(expected)) {
            return new AnswerSimilarity(0, Rule.SIGN);
        }
        Set<LocalDate> dates = CalendarDates.read(said);
        if (!dates.isEmpty() && !Collections.disjoint(dates, CalendarDates.read(expected))) {
            return new AnswerSimilarity(0.5, Rule.DATE);
        }
        return numbers
                ? byRatio(saidNumber.get().doubleValue(), expectedNumber.get().doubleValue())
                : byText(PythonStrings.lower(said), PythonStrings.lower(expected));
    }

    private static AnswerSimilarity byRatio(double said, double expected) {
        double reward = 1 - Math.abs(Math.log(said / expected));
        return reward > 0 ? new AnswerSimilarity(reward, Rule.RATIO) : new AnswerSimilarity(0, Rule.NONE);
    }

    private static AnswerSimilarity byText(String said, String expected) {
        double best = Math.max(
                TextSimilarity.levenshtein(said, expected), TextSimilarity.tokenSet(words(said), words(expected)));
        return best >= 0.5
                ? new AnswerSimilarity(0.5 + 0.6 * (best - 0.5), Rule.FUZZY)
                : new AnswerSimilarity(0, Rule.NONE);
    }

    /** Digits with an optional sign, fraction and exponent: no separators, no signs of any unit. */
    private static Optional<BigDecimal> plainNumber(String text) {
        return PLAIN_NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    private static boolean hasSign(String text) {
        return text.codePoints().anyMatch(c -> c == '%' || Character.getType(c) == Character.CURRENCY_SYMBOL)
                || SUFFIX.matcher(text).find();
    }

    private static NavigableSet<String> words(String text) {
        NavigableSet<String> words = new TreeSet<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    /** Without white space around it, and with one space wherever there is some within. */
    private static String collapsed(String text) {
        StringBuilder out = new StringBuilder(text.length());
        boolean pending = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (PythonStrings.isSpace(c)) {
                pending = !out.isEmpty();
            } else {
                out.append(pending ? " " : "").append(c);
                pending = false;
            }
        }
        return out.toString();
    }

    /** Likeness of two texts, from 0 to 1. Texts are compared up to their first 4,096 characters. */
    static final class TextSimilarity {

        private static final int LONGEST = 4096;

        private TextSimilarity() {}

        /** Returns one minus the Levenshtein distance over the longer length; 1 for two empty texts. */
        static double levenshtein(String first, String second) {
            String a = cut(first);
            String b = cut(second);
            int longer = Math.max(a.length(), b.length());
            return longer == 0 ? 1 : 1 - (double) EditDistance.levenshtein(a, b) / longer;
        }

        /**
         * Returns how alike the words are when neither their order nor the words that only one text has count fully.
         *
         * <p>The words that both have are compared with these plus the rest of either text, and the two such texts with each other; the
         * best counts. A text all of whose words occur in the other is fully alike.
         */
        static double tokenSet(NavigableSet<String> a, NavigableSet<String> b) {
            if (a.isEmpty() || b.isEmpty()) {
                return 0;
            }
            String common = a.stream().filter(b::contains).collect(Collectors.joining(" "));
            String onlyA = a.stream().filter(word -> !b.contains(word)).collect(Collectors.joining(" "));
            String onlyB = b.stream().filter(word -> !a.contains(word)).collect(Collectors.joining(" "));
            if (!common.isEmpty() && (onlyA.isEmpty() || onlyB.isEmpty())) {
                return 1;
            }
            String wholeA = cut((common + " " + onlyA).strip());
            String wholeB = cut((common + " " + onlyB).strip());
            double best = ratio(wholeA, wholeB);
            return common.isEmpty() ? best : Math.max(best, Math.max(ratio(common, wholeA), ratio(common, wholeB)));
        }

        /** Returns the share of characters that stay when one text is made from the other by inserting and deleting. */
        private static double ratio(String a, String b) {
            int both = a.length() + b.length();
            return both == 0 ? 1 : 1 - (double) EditDistance.withoutReplacing(a, b) / both;
        }

        private static String cut(String text) {
            return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
        }
    }
}

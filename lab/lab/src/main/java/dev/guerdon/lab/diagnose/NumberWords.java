package dev.guerdon.lab.diagnose;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Whole numbers below a thousand in English words. */
final class NumberWords {

    private static final List<String> ONES =
            List.of(("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
                            + "sixteen seventeen eighteen nineteen")
                    .split(" "));
    private static final List<String> TENS =
            List.of("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety");
    private static final String BELOW_HUNDRED = "(?:(?:" + String.join("|", TENS) + ")(?:[\\s-]+(?:"
            + String.join("|", ONES.subList(1, 10)) + "))?|" + longestFirst() + ")";

    /** A number in words, as it stands in a text. */
    static final Pattern PATTERN = Pattern.compile("(?i)\\b(?:" + BELOW_HUNDRED + "[\\s-]+hundred(?:\\s+(?:and\\s+)?"
            + BELOW_HUNDRED + ")?|" + BELOW_HUNDRED + ")\\b");

    private NumberWords() {}

    private static String longestFirst() {
        return String.join(
                "|", ONES.stream().sorted((a, b) -> b.length() - a.length()).toList());
    }

    /** Returns what the words come to; nothing where they are no number. */
    static OptionalInt read(String words) {
        int total = 0;
        for (String word : words.strip().toLowerCase(Locale.ROOT).split("[\\s-]+", -1)) {
            if (ONES.contains(word)) {
                total += ONES.indexOf(word);
            } else if (TENS.contains(word)) {
                total += 10 * (TENS.indexOf(word) + 2);
            } else if (word.equals("hundred")) {
                total *= 100;
            } else if (!word.equals("and")) {
                return OptionalInt.empty();
            }
        }
        return PATTERN.matcher(words.strip()).matches() ? OptionalInt.of(total) : OptionalInt.empty();
    }
}

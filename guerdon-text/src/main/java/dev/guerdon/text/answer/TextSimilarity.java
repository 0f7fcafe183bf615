package dev.guerdon.text.answer;

import dev.guerdon.cpython.EditDistance;
import java.util.NavigableSet;
import java.util.stream.Collectors;

/** How alike two texts are, from 0 to 1. Texts are compared up to their first 4,096 characters. */
final class TextSimilarity {

    private static final int LONGEST = 4096;

    private TextSimilarity() {}

    /** One minus the Levenshtein distance over the longer length; 1 for two empty texts. */
    static double levenshtein(String first, String second) {
        String a = cut(first);
        String b = cut(second);
        int longer = Math.max(a.length(), b.length());
        return longer == 0 ? 1 : 1 - (double) EditDistance.levenshtein(a, b) / longer;
    }

    /**
     * How alike the words are when neither their order nor the words that only one text has count fully.
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

    /** The share of characters that stay when one text is made from the other by inserting and deleting. */
    private static double ratio(String a, String b) {
        int both = a.length() + b.length();
        return both == 0 ? 1 : 1 - (double) EditDistance.withoutReplacing(a, b) / both;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    }
}

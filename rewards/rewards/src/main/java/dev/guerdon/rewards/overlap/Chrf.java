package dev.guerdon.rewards.overlap;

import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The chrF score from 0 to 100: shared runs of characters, and for chrF++ of words.
 *
 * @param characters the longest run of characters that counts
 * @param words the longest run of words that counts: 0 for chrF, 2 for chrF++
 * @param beta how much more recall weighs than precision
 */
record Chrf(int characters, int words, double beta) {

    private static final String MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    /** Returns the score against the best of the references. */
    double score(String prediction, List<String> references) {
        int[] text = withoutSpace(prediction);
        List<String> predictedWords = words > 0 ? words(prediction) : List.of();
        double best = 0;
        for (String reference : references) {
            best = Math.max(best, score(text, predictedWords, reference));
        }
        return best;
    }

    private double score(int[] text, List<String> predictedWords, String reference) {
        Mean mean = new Mean();
        int[] expected = withoutSpace(reference);
        mean.add(expected, text, characters);
        if (words > 0) {
            TokenIds ids = new TokenIds();
            int[] expectedWords = ids.add(words(reference));
            mean.add(expectedWords, ids.find(predictedWords), words);
        }
        return 100 * mean.score(beta * beta);
    }

    private static int[] withoutSpace(String text) {
        int[] codePoints = new int[text.length()];
        int size = 0;
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (!PythonStrings.isSpace(c)) {
                codePoints[size++] = c;
            }
        }
        return size == codePoints.length ? codePoints : Arrays.copyOf(codePoints, size);
    }

    /** Words with one mark at the end, or else one at the start, apart. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (String word : PythonStrings.split(text)) {
            int last = word.length() - 1;
            if (word.codePointCount(0, word.length()) == 1) {
                words.add(word);
            } else if (MARKS.indexOf(word.charAt(last)) >= 0) {
                words.add(word.substring(0, last));
                words.add(word.substring(last));
            } else if (MARKS.indexOf(word.charAt(0)) >= 0) {
                words.add(word.substring(0, 1));
                words.add(word.substring(1));
            } else {
                words.add(word);
            }
        }
        return words;
    }

    /** The mean of precision and recall over the orders that both texts are long enough for. */
    private static final class Mean {

        private double precision;
        private double recall;
        private int orders;

        void add(int[] expected, int[] predicted, int longest) {
            if (longest == 0) {
                return;
            }
            NGrams grams = new NGrams(longest, expected.length);
            grams.add(expected);
            int[] matches = grams.matches(predicted);
            for (int n = 1; n <= longest; n++) {
                int have = NGrams.total(predicted.length, n);
                int want = NGrams.total(expected.length, n);
                if (have > 0 && want > 0) {
                    precision += (double) matches[n - 1] / have;
                    recall += (double) matches[n - 1] / want;
                    orders++;
                }
            }
        }

        double score(double factor) {
            if (precision + recall == 0) {
                return 0;
            }
            double p = precision / orders;
            double r = recall / orders;
            return (1 + factor) * p * r / (factor * p + r);
        }
    }
}

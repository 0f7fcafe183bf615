package dev.guerdon.webshop.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A made-up language whose words are as frequent as those of the official products.
 *
 * <p>The few most frequent words are English, since a search leaves most of these out; all others are syllables. A word is drawn in
 * the same time however rare it is (Walker's alias method).
 */
final class MadeWords {

    /** How many words there are. */
    static final int COUNT = 1_000_000;

    private static final List<String> COMMON = List.of(
            "and", "the", "for", "with", "to", "a", "of", "is", "your", "in", "it", "you", "or", "can", "this", "are",
            "on", "be", "not", "that", "as", "by", "will", "have", "an", "if", "all", "our", "from", "we");

    /** Words by rank, from 1, and how often they stood in the texts of the official 1,000 products that a search looks at. */
    private static final int[] RANKS = {1, 2, 6, 11, 51, 101, 501, 1001, 2001, 5001};

    private static final double[] FREQUENCIES = {3492, 2926, 1428, 920, 260, 148, 43, 22, 10, 3};

    /** How fast words become rarer beyond the last of these. */
    private static final double TAIL = 1.9;

    private static final String CONSONANTS = "bcdfghjklmnprstvwz";
    private static final String VOWELS = "aeiou";
    private static final String[] ENDS = {"", "n", "r", "l", "t", "m", "x", "k"};
    private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();

    private final int[] alias = new int[COUNT];
    private final float[] keep = new float[COUNT];

    MadeWords() {
        double[] weights = new double[COUNT];
        double sum = 0;
        int segment = 0;
        for (int rank = 1; rank <= COUNT; rank++) {
            while (segment < RANKS.length - 2 && rank > RANKS[segment + 1]) {
                segment++;
            }
            weights[rank - 1] = frequency(rank, segment);
            sum += weights[rank - 1];
        }
        fill(weights, sum);
    }

    private static double frequency(int rank, int segment) {
        int last = RANKS.length - 1;
        if (rank >= RANKS[last]) {
            return FREQUENCIES[last] * Math.pow((double) RANKS[last] / rank, TAIL);
        }
        double slope = Math.log(FREQUENCIES[segment + 1] / FREQUENCIES[segment])
                / Math.log((double) RANKS[segment + 1] / RANKS[segment]);
        return FREQUENCIES[segment] * Math.pow((double) rank / RANKS[segment], slope);
    }

    private void fill(double[] weights, double sum) {
        int[] small = new int[COUNT];
        int[] large = new int[COUNT];
        int smalls = 0;
        int larges = 0;
        double[] scaled =
                Arrays.stream(weights).map(weight -> weight * COUNT / sum).toArray();
        for (int i = 0; i < COUNT; i++) {
            if (scaled[i] < 1) {
                small[smalls++] = i;
            } else {
                large[larges++] = i;
            }
        }
        Arrays.fill(keep, 1);
        Arrays.setAll(alias, i -> i);
        while (smalls > 0 && larges > 0) {
            int less = small[--smalls];
            int more = large[larges - 1];
            keep[less] = (float) scaled[less];
            alias[less] = more;
            scaled[more] -= 1 - scaled[less];
            if (scaled[more] < 1) {
                larges--;
                small[smalls++] = more;
            }
        }
    }

    /** A word, as often as its rank says. */
    String draw(SplittableRandom random) {
        int at = random.nextInt(COUNT);
        return word(random.nextDouble() < keep[at] ? at : alias[at]);
    }

    /** A word that is neither frequent nor rare. */
    static String plain(SplittableRandom random) {
        return word(60 + random.nextInt(3_000));
    }

    /** The word of a rank, from 0. */
    static String word(int rank) {
        if (rank < COMMON.size()) {
            return COMMON.get(rank);
        }
        // The prime spreads neighbours; without it frequent words would look alike.
        long space = rank < 1_500
                ? (long) SYLLABLES * SYLLABLES * ENDS.length
                : (long) SYLLABLES * SYLLABLES * SYLLABLES * ENDS.length;
        long left = rank * 48_271L % space;
        StringBuilder word = new StringBuilder(8);
        String end = ENDS[(int) (left % ENDS.length)];
        left /= ENDS.length;
        int syllables = rank < 1_500 ? 2 : 3;
        for (int i = 0; i < syllables; i++) {
            int syllable = (int) (left % SYLLABLES);
            left /= SYLLABLES;
            word.append(CONSONANTS.charAt(syllable / VOWELS.length()))
                    .append(VOWELS.charAt(syllable % VOWELS.length()));
        }
        return word.append(end).toString();
    }

    /** Words until the text has about that many characters; a sentence ends now and then. */
    String text(int characters, SplittableRandom random) {
        StringBuilder text = new StringBuilder(characters + 12);
        boolean start = true;
        List<String> said = new ArrayList<>();
        while (text.length() < characters) {
            // Whoever names a thing names it again.
            boolean again = !said.isEmpty() && random.nextInt(6) == 0;
            String word = again ? said.get(random.nextInt(said.size())) : draw(random);
            said.add(word);
            if (!text.isEmpty()) {
                if (text.length() + word.length() / 2 >= characters) {
                    break;
                }
                text.append(' ');
            }
            text.append(start ? capitalized(word) : word);
            int mark = random.nextInt(12);
            start = mark == 0;
            text.append(mark == 0 ? "." : mark == 1 ? "," : "");
        }
        return text.toString();
    }

    static String capitalized(String word) {
        return word.isEmpty() ? "" : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}

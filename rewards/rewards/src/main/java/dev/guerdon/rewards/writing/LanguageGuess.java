package dev.guerdon.rewards.writing;

import dev.guerdon.cpython.PythonRandom;
import dev.guerdon.rewards.writing.LanguageProfiles.Frequencies;
import java.lang.Character.UnicodeBlock;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Guesses the language of a text, among 53, as langdetect does with the seed 0.
 *
 * <p>Seven times it draws runs of letters from the text and multiplies what each says about the languages, until one is nearly certain;
 * the mean decides. The draws depend on the text alone, so the same text always gets the same answer, in any thread. It looks at no more
 * than about 10,000 characters.
 */
final class LanguageGuess {

    private static final int MOST_READ = 500_000;
    private static final int MOST_USED = 10_000;
    private static final int TRIALS = 7;
    private static final int MOST_DRAWS = 1000;
    private static final double CERTAIN = 0.99999;
    private static final double LIKELY = 0.1;
    private static final double SMOOTHING = 0.5;
    private static final double SMOOTHING_WIDTH = 0.05;
    private static final double BASE = 10_000;

    private static final Pattern ADDRESS = Pattern.compile("https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}");
    private static final Pattern MAIL =
            Pattern.compile("[-_.0-9A-Za-z]{1,64}@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}");

    /** Letters of Vietnamese with a tone mark after them. */
    private static final Pattern TONE = Pattern.compile(
            "[AEIOUYaeiouy\\u00c2\\u00ca\\u00d4\\u00e2\\u00ea\\u00f4\\u0102\\u0103\\u01a0\\u01a1\\u01af\\u01b0]"
                    + "[\\u0300\\u0301\\u0303\\u0309\\u0323]");

    private LanguageGuess() {}

    /** Returns the code of the likeliest language, {@code unknown} if none is likely; empty where the text has no letters to judge by. */
    static Optional<String> of(String text) {
        LanguageProfiles profiles = LanguageProfiles.get();
        List<Frequencies> runs = runs(cleaned(text), profiles);
        if (runs.isEmpty()) {
            return Optional.empty();
        }
        double[] mean = new double[profiles.names().size()];
        PythonRandom random = new PythonRandom(0);
        double kept = Double.NaN;
        for (int trial = 0; trial < TRIALS; trial++) {
            double normal = kept;
            kept = Double.NaN;
            if (Double.isNaN(normal)) {
                // Python draws normal numbers in pairs.
                double angle = random.random() * 2 * Math.PI;
                double radius = Math.sqrt(-2 * StrictMath.log(1 - random.random()));
                normal = StrictMath.cos(angle) * radius;
                kept = StrictMath.sin(angle) * radius;
            }
            double[] chances = trial(runs, mean.length, (SMOOTHING + normal * SMOOTHING_WIDTH) / BASE, random);
            for (int i = 0; i < mean.length; i++) {
                mean[i] += chances[i] / TRIALS;
            }
        }
        int best = 0;
        for (int i = 1; i < mean.length; i++) {
            best = mean[i] > mean[best] ? i : best;
        }
        return Optional.of(mean[best] > LIKELY ? profiles.names().get(best) : "unknown");
    }

    private static double[] trial(List<Frequencies> runs, int languages, double weight, PythonRandom random) {
        double[] chances = new double[languages];
        Arrays.fill(chances, 1.0 / languages);
        double[] found = new double[languages];
        for (int draw = 0; ; draw++) {
            Frequencies drawn = runs.get(random.below(runs.size()));
            for (int i = 0; i < drawn.size; i++) {
                found[i] = chances[drawn.languages[i]] * (weight + drawn.shares[i]);
            }
            for (int i = 0; i < languages; i++) {
                chances[i] *= weight;
            }
            for (int i = 0; i < drawn.size; i++) {
                chances[drawn.languages[i]] = found[i];
            }
            if (draw % 5 == 0 && (normalized(chances) > CERTAIN || draw >= MOST_DRAWS)) {
                return chances;
            }
        }
    }

    private static double normalized(double[] chances) {
        double sum = 0;
        for (double chance : chances) {
            sum += chance;
        }
        double most = 0;
        for (int i = 0; i < chances.length; i++) {
            chances[i] /= sum;
            most = Math.max(most, chances[i]);
        }
        return most;
    }

    /** Without addresses, with one space for several, and without Latin letters where most letters are others. */
    private static String cleaned(String text) {
        String read = text.length() > MOST_READ ? text.substring(0, MOST_READ) : text;
        read = ADDRESS.matcher(read).replaceAll(" ");
        read = MAIL.matcher(read).replaceAll(" ");
        read = TONE.matcher(read).replaceAll(match -> Normalizer.normalize(match.group(), Normalizer.Form.NFC));
        StringBuilder used = new StringBuilder();
        int count = 0;
        int latin = 0;
        int other = 0;
        int before = 0;
        for (int i = 0; i < read.length() && count < MOST_USED; count++) {
            int c = read.codePointAt(i);
            i += Character.charCount(c);
            if (c != ' ' || before != ' ') {
                used.appendCodePoint(c);
                latin += isLatin(c) ? 1 : 0;
                other += c >= 0x300 && !UnicodeBlock.LATIN_EXTENDED_ADDITIONAL.equals(UnicodeBlock.of(c)) ? 1 : 0;
            }
            before = c;
        }
        if (latin * 2 >= other) {
            return used.toString();
        }
        StringBuilder rest = new StringBuilder();
        used.codePoints().filter(c -> !isLatin(c)).forEach(rest::appendCodePoint);
        return rest.toString();
    }

    private static boolean isLatin(int c) {
        return c >= 'A' && c <= 'z';
    }

    /** Returns all known runs of one to three letters; words in capitals count by their first letter alone. */
    private static List<Frequencies> runs(String text, LanguageProfiles profiles) {
        List<Frequencies> runs = new ArrayList<>();
        StringBuilder last = new StringBuilder(" ");
        boolean capitals = false;
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            // Profiles have no letters beyond the first plane; one of these breaks a run.
            char c = codePoint > 0xffff ? '\uffff' : normalized((char) codePoint, profiles);
            char before = last.charAt(last.length() - 1);
            if (before == ' ') {
                last.setLength(0);
                last.append(' ');
                capitals = false;
                if (c == ' ') {
                    continue;
                }
            } else if (last.length() >= 3) {
                last.deleteCharAt(0);
            }
            last.append(c);
            capitals = Character.isUpperCase(c) && (capitals || Character.isUpperCase(before));
            if (!capitals) {
                for (int n = 1; n <= last.length(); n++) {
                    Frequencies known = n == 1 && c == ' ' ? null : profiles.of(last.substring(last.length() - n));
                    if (known != null) {
                        runs.add(known);
                    }
                }
            }
        }
        return runs;
    }

    /** Returns one character for all that tell the same about a language. */
    private static char normalized(char c, LanguageProfiles profiles) {
        if (c < 128) {
            return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? c : ' ';
        }
        UnicodeBlock block = UnicodeBlock.of(c);
        if (UnicodeBlock.LATIN_1_SUPPLEMENT.equals(block)) {
            return "\u00a0\u00ab\u00b0\u00bb".indexOf(c) >= 0 ? ' ' : c;
        }
        if (UnicodeBlock.GENERAL_PUNCTUATION.equals(block)) {
            return ' ';
        }
        if (UnicodeBlock.LATIN_EXTENDED_ADDITIONAL.equals(block)) {
            return c >= '\u1ea0' ? '\u1ec3' : c;
        }
        if (UnicodeBlock.HIRAGANA.equals(block)) {
            return '\u3042';
        }
        if (UnicodeBlock.KATAKANA.equals(block)) {
            return '\u30a2';
        }
        if (UnicodeBlock.BOPOMOFO.equals(block) || UnicodeBlock.BOPOMOFO_EXTENDED.equals(block)) {
            return '\u3105';
        }
        if (UnicodeBlock.HANGUL_SYLLABLES.equals(block)) {
            return '\uac00';
        }
        if (UnicodeBlock.CJK_UNIFIED_IDEOGRAPHS.equals(block)) {
            return profiles.representative(c);
        }
        return switch (c) {
            case '\u0219' -> '\u015f';
            case '\u021b' -> '\u0163';
            case '\u06cc' -> '\u064a';
            default -> c;
        };
    }
}

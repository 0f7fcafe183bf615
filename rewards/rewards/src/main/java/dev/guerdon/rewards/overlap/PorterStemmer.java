package dev.guerdon.rewards.overlap;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Porter's stemmer of 1980 with the extensions that NLTK makes by default.
 *
 * <p>The extensions: a few irregular words, {@code ies} and {@code ied} in words of four letters, {@code y} after a vowel, some suffixes
 * of the second step, and a stem of a vowel and a consonant that counts as short.
 */
final class PorterStemmer {

    /** Words with a stem of their own. */
    private static final Map<String, String> IRREGULAR = Arrays.stream("""
                    sky=sky skies=sky dying=die lying=lie tying=tie news=news innings=inning inning=inning outings=outing
                    outing=outing cannings=canning canning=canning howe=howe proceed=proceed exceed=exceed succeed=succeed""".split("\\s+"))
            .map(pair -> pair.split("="))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

    /** Pairs of a suffix and what replaces it, in the order in which they are tried. */
    private static final String[] STEP_2 = {
        "ational", "ate", "tional", "tion", "enci", "ence", "anci", "ance", "izer", "ize", "bli", "ble", "alli", "al",
        "entli", "ent", "eli", "e", "ousli", "ous", "ization", "ize", "ation", "ate", "ator", "ate", "alism", "al",
        "iveness", "ive", "fulness", "ful", "ousness", "ous", "aliti", "al", "iviti", "ive", "biliti", "ble", "fulli",
        "ful"
    };

    private static final String[] STEP_3 = {
        "icate", "ic", "ative", "", "alize", "al", "iciti", "ic", "ical", "ic", "ful", "", "ness", ""
    };

    private static final String[] STEP_4 = {
        "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate",
        "iti", "ous", "ive", "ize"
    };

    private PorterStemmer() {}

    /** Returns the stem of a word in lower case. */
    static String stem(String word) {
        String irregular = IRREGULAR.get(word);
        if (irregular != null) {
            return irregular;
        }
        if (word.length() <= 2) {
            return word;
        }
        return last(fourth(third(second(finalY(pastTense(plural(word)))))));
    }

    private static String plural(String word) {
        if (word.endsWith("ies") && word.length() == 4) {
            return cut(word, 1);
        }
        if (word.endsWith("sses") || word.endsWith("ies")) {
            return cut(word, 2);
        }
        return word.endsWith("s") && !word.endsWith("ss") ? cut(word, 1) : word;
    }

    private static String pastTense(String word) {
        if (word.endsWith("ied")) {
            return cut(word, word.length() == 4 ? 1 : 2);
        }
        if (word.endsWith("eed")) {
            return measure(cut(word, 3)) > 0 ? cut(word, 1) : word;
        }
        String stem;
        if (word.endsWith("ed") && hasVowel(cut(word, 2))) {
            stem = cut(word, 2);
        } else if (word.endsWith("ing") && hasVowel(cut(word, 3))) {
            stem = cut(word, 3);
        } else {
            return word;
        }
        if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) {
            return stem + "e";
        }
        if (endsInDoubleConsonant(stem)) {
            char end = stem.charAt(stem.length() - 1);
            return end == 'l' || end == 's' || end == 'z' ? stem : cut(stem, 1);
        }
        return measure(stem) == 1 && isShort(stem) ? stem + "e" : stem;
    }

    private static String finalY(String word) {
        int before = word.length() - 2;
        return word.endsWith("y") && before > 0 && isConsonant(word, before) ? cut(word, 1) + "i" : word;
    }

    private static String second(String word) {
        if (word.endsWith("alli") && measure(cut(word, 4)) > 0) {
            // What is left may end in another suffix of this step.
            return second(cut(word, 2));
        }
        for (int i = 0; i < STEP_2.length; i += 2) {
            if (word.endsWith(STEP_2[i])) {
                return replaced(word, STEP_2[i], STEP_2[i + 1]);
            }
        }
        // The l of "logi" counts for the measure: "geologi", but not "apologi" alone.
        return word.endsWith("logi") && measure(cut(word, 3)) > 0 ? cut(word, 1) : word;
    }

    private static String third(String word) {
        for (int i = 0; i < STEP_3.length; i += 2) {
            if (word.endsWith(STEP_3[i])) {
                return replaced(word, STEP_3[i], STEP_3[i + 1]);
            }
        }
        return word;
    }

    private static String fourth(String word) {
        for (String suffix : STEP_4) {
            if (word.endsWith(suffix)) {
                String stem = cut(word, suffix.length());
                boolean fits = !suffix.equals("ion") || stem.endsWith("s") || stem.endsWith("t");
                return fits && measure(stem) > 1 ? stem : word;
            }
        }
        return word;
    }

    private static String last(String word) {
        String result = word;
        if (word.endsWith("e")) {
            String stem = cut(word, 1);
            int measure = measure(stem);
            result = measure > 1 || (measure == 1 && !isShort(stem)) ? stem : word;
        }
        return result.endsWith("ll") && measure(cut(result, 1)) > 1 ? cut(result, 1) : result;
    }

    private static String replaced(String word, String suffix, String replacement) {
        String stem = cut(word, suffix.length());
        return measure(stem) > 0 ? stem + replacement : word;
    }

    private static String cut(String word, int end) {
        return word.substring(0, word.length() - end);
    }

    private static boolean isConsonant(String word, int at) {
        // A y is a consonant at the start and after a vowel: count back over a run of them.
        int first = at;
        while (first > 0 && word.charAt(first) == 'y') {
            first--;
        }
        boolean consonant = switch (word.charAt(first)) {
            case 'a', 'e', 'i', 'o', 'u' -> false;
            default -> true;
        };
        return consonant ^ ((at - first) % 2 == 1);
    }

    /** Returns how often a run of vowels is followed by a run of consonants. */
    private static int measure(String stem) {
        int measure = 0;
        boolean vowel = false;
        for (int i = 0; i < stem.length(); i++) {
            char c = stem.charAt(i);
            boolean consonant = c == 'y' ? i == 0 || vowel : "aeiou".indexOf(c) < 0;
            if (consonant && vowel) {
                measure++;
            }
            vowel = !consonant;
        }
        return measure;
    }

    private static boolean hasVowel(String stem) {
        for (int i = 0; i < stem.length(); i++) {
            if (!isConsonant(stem, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsInDoubleConsonant(String word) {
        int last = word.length() - 1;
        return last > 0 && word.charAt(last) == word.charAt(last - 1) && isConsonant(word, last);
    }

    /** Ends in consonant, vowel, consonant (no w, x or y), or is just a vowel and a consonant. */
    private static boolean isShort(String word) {
        int last = word.length() - 1;
        if (last == 1) {
            return !isConsonant(word, 0) && isConsonant(word, 1);
        }
        return last > 1
                && isConsonant(word, last - 2)
                && !isConsonant(word, last - 1)
                && isConsonant(word, last)
                && "wxy".indexOf(word.charAt(last)) < 0;
    }
}

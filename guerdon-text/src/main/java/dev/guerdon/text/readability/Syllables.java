package dev.guerdon.text.readability;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the syllables of English words.
 *
 * <p>Groups of vowel letters, corrected by some 750 letter patterns, and a list of the words that these do not explain. Patterns and
 * list were learned from the CMU Pronouncing Dictionary, whose words they give exactly; for other words the patterns alone decide.
 */
final class Syllables {

    private static final int LONGEST_PATTERN = 6;

    /** Longer "words" are not words, and are cut. */
    private static final int LONGEST_WORD = 100;

    private static final Map<String, Integer> PATTERNS = new HashMap<>();
    private static final Map<String, Integer> WORDS = new HashMap<>();

    static {
        TextResource.lines("syllables.txt").forEach(line -> {
            String[] parts = line.split(" ", -1);
            Map<String, Integer> target = parts[0].equals("pattern") ? PATTERNS : WORDS;
            int number = Integer.parseInt(parts[1]);
            for (int i = 2; i < parts.length; i++) {
                target.put(parts[i], number);
            }
        });
    }

    private Syllables() {}

    /** The syllables of a lower-case word, at least one. */
    static int of(String word) {
        Integer listed = WORDS.get(word);
        if (listed != null) {
            return listed;
        }
        String text = "^" + (word.length() > LONGEST_WORD ? word.substring(0, LONGEST_WORD) : word) + "$";
        int count = vowelGroups(text);
        for (int start = 0; start < text.length(); start++) {
            int last = Math.min(text.length(), start + LONGEST_PATTERN);
            for (int end = start + 1; end <= last; end++) {
                count += PATTERNS.getOrDefault(text.substring(start, end), 0);
            }
        }
        return Math.max(1, count);
    }

    private static int vowelGroups(String text) {
        int groups = 0;
        for (int i = 1; i < text.length(); i++) {
            groups += isVowel(text.charAt(i)) && !isVowel(text.charAt(i - 1)) ? 1 : 0;
        }
        return groups;
    }

    private static boolean isVowel(char c) {
        return "aeiouy".indexOf(c) >= 0;
    }
}

package dev.guerdon.rewards;

import dev.guerdon.core.base.Utf8;
import dev.guerdon.cpython.PythonStrings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Splits a text into words and sentences the way textstat does. */
final class TextWords {

    private static final Set<String> FAMILIAR = Utf8.resource(TextWords.class, "familiar-words.txt")
            .lines()
            .flatMap(line -> Arrays.stream(line.split(" ", -1)))
            .collect(Collectors.toUnmodifiableSet());

    private TextWords() {}

    /** Returns the words without punctuation; an apostrophe stays where it begins the ending of a contraction. */
    static List<String> words(String text) {
        return PythonStrings.split(bare(text, true));
    }

    /** Returns the words without punctuation and without any apostrophe. */
    static List<String> wordsWithoutApostrophes(String text) {
        return PythonStrings.split(bare(text, false));
    }

    private static String bare(String text, boolean contractions) {
        StringBuilder bare = new StringBuilder(text.length());
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            boolean kept = codePoint == '\''
                    ? contractions && isContraction(text, i + 1)
                    : PythonStrings.isWord(codePoint) || PythonStrings.isSpace(codePoint);
            if (kept) {
                bare.appendCodePoint(codePoint);
            }
        }
        return bare.toString();
    }

    private static boolean isContraction(String text, int at) {
        return at < text.length()
                && ("tsd".indexOf(text.charAt(at)) >= 0
                        || text.startsWith("ve", at)
                        || text.startsWith("ll", at)
                        || text.startsWith("re", at));
    }

    /**
     * Returns how many sentences there are: runs up to a full stop, exclamation or question mark, those of one or two words left out; at least one.
     */
    static int sentences(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        int count = 0;
        int at = 0;
        while (at < text.length()) {
            if (isEnd(text.charAt(at)) || !isBoundary(text, at)) {
                at++;
                continue;
            }
            int end = at;
            while (end < text.length() && !isEnd(text.charAt(end))) {
                end++;
            }
            while (end < text.length() && isEnd(text.charAt(end))) {
                end++;
            }
            count += words(text.substring(at, end)).size() > 2 ? 1 : 0;
            at = end;
        }
        return Math.max(1, count);
    }

    private static boolean isEnd(char c) {
        return c == '.' || c == '!' || c == '?';
    }

    /** Returns whether a word begins or ends there. */
    private static boolean isBoundary(String text, int at) {
        boolean before = at > 0 && PythonStrings.isWord(text.codePointBefore(at));
        return before != PythonStrings.isWord(text.codePointAt(at));
    }

    static int syllables(String word) {
        int count = 0;
        for (String part : words(PythonStrings.lower(word))) {
            count += Syllables.of(part);
        }
        return count;
    }

    /** Returns whether a word is none of the familiar ones and has at least that many syllables. */
    static boolean isDifficult(String word, int syllables) {
        return !FAMILIAR.contains(PythonStrings.lower(word)) && syllables(word) >= syllables;
    }

    /** Returns the characters other than white space. */
    static int characters(String text) {
        return (int) text.codePoints().filter(c -> !PythonStrings.isSpace(c)).count();
    }

    /** Returns the letters, digits and underscores. */
    static int letters(String text) {
        return (int) text.codePoints().filter(PythonStrings::isWord).count();
    }

    static int length(String word) {
        return word.codePointCount(0, word.length());
    }

    /**
     * Counts the syllables of English words.
     *
     * <p>Groups of vowel letters, corrected by some 750 letter patterns, and a list of the words that these do not explain. Patterns and
     * list were learned from the CMU Pronouncing Dictionary, whose words they give exactly; for other words the patterns alone decide.
     */
    static final class Syllables {

        private static final int LONGEST_PATTERN = 6;

        /** Longer "words" are not words, and are cut. */
        private static final int LONGEST_WORD = 100;

        private static final Map<String, Integer> PATTERNS = new HashMap<>();
        private static final Map<String, Integer> WORDS = new HashMap<>();

        static {
            Utf8.resource(Syllables.class, "syllables.txt").lines().forEach(line -> {
                String[] parts = line.split(" ", -1);
                Map<String, Integer> target = parts[0].equals("pattern") ? PATTERNS : WORDS;
                int number = Integer.parseInt(parts[1]);
                for (int i = 2; i < parts.length; i++) {
                    target.put(parts[i], number);
                }
            });
        }

        private Syllables() {}

        /** Returns the syllables of a lower-case word, at least one. */
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
}

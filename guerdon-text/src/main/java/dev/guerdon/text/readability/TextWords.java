package dev.guerdon.text.readability;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Splits a text into words and sentences the way textstat does. */
@Internal
public final class TextWords {

    private static final Set<String> FAMILIAR = TextResource.lines("familiar-words.txt")
            .flatMap(line -> Arrays.stream(line.split(" ", -1)))
            .collect(Collectors.toUnmodifiableSet());

    private TextWords() {}

    /** What stands between white space. */
    public static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || Strings.isSpace(text.charAt(i))) {
                if (i > start) {
                    tokens.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return tokens;
    }

    /** The words without punctuation; an apostrophe stays where it begins the ending of a contraction. */
    public static List<String> words(String text) {
        return tokens(bare(text, true));
    }

    /** The words without punctuation and without any apostrophe. */
    public static List<String> wordsWithoutApostrophes(String text) {
        return tokens(bare(text, false));
    }

    private static String bare(String text, boolean contractions) {
        StringBuilder bare = new StringBuilder(text.length());
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            boolean kept = codePoint == '\''
                    ? contractions && isContraction(text, i + 1)
                    : Strings.isWord(codePoint) || Strings.isSpace(codePoint);
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

    /** How many sentences there are: runs up to a full stop, exclamation or question mark, those of one or two words left out; at least one. */
    public static int sentences(String text) {
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

    /** Whether a word begins or ends there. */
    private static boolean isBoundary(String text, int at) {
        boolean before = at > 0 && Strings.isWord(text.codePointBefore(at));
        return before != Strings.isWord(text.codePointAt(at));
    }

    public static int syllables(String word) {
        int count = 0;
        for (String part : words(Strings.lower(word))) {
            count += Syllables.of(part);
        }
        return count;
    }

    /** Whether a word is none of the familiar ones and has at least that many syllables. */
    public static boolean isDifficult(String word, int syllables) {
        return !FAMILIAR.contains(Strings.lower(word)) && syllables(word) >= syllables;
    }

    /** The characters other than white space. */
    public static int characters(String text) {
        return (int) text.codePoints().filter(c -> !Strings.isSpace(c)).count();
    }

    /** The letters, digits and underscores. */
    public static int letters(String text) {
        return (int) text.codePoints().filter(Strings::isWord).count();
    }

    public static int length(String word) {
        return word.codePointCount(0, word.length());
    }
}

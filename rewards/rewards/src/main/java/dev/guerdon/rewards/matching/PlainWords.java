package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import java.util.List;
import java.util.Set;

/** The normal form of answers to questions: lower case, without ASCII punctuation and articles, single spaces. */
final class PlainWords {

    private static final Set<String> ARTICLES = Set.of("a", "an", "the");

    private PlainWords() {}

    /** The normal form. */
    static String of(String text) {
        String lower = PythonStrings.lower(text);
        StringBuilder kept = new StringBuilder(lower.length());
        lower.codePoints().filter(c -> !isPunctuation(c)).forEach(kept::appendCodePoint);
        return String.join(" ", PythonStrings.split(withoutArticles(kept.toString())));
    }

    /** Returns whether it is one of the 32 characters of ASCII punctuation. */
    static boolean isPunctuation(int c) {
        return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
    }

    /** The text with a space for each of the words a, an and the. */
    static String withoutArticles(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && PythonStrings.isWord(text.codePointAt(end))) {
                end = text.offsetByCodePoints(end, 1);
            }
            if (end == at) {
                end = text.offsetByCodePoints(at, 1);
                out.append(text, at, end);
            } else if (end - at <= 3 && ARTICLES.contains(text.substring(at, end))) {
                out.append(' ');
            } else {
                out.append(text, at, end);
            }
            at = end;
        }
        return out.toString();
    }

    /** Returns whether the words of one normal form follow each other in another. */
    static boolean contains(String words, String part) {
        List<String> all = PythonStrings.split(words);
        List<String> some = PythonStrings.split(part);
        return !some.isEmpty() && java.util.Collections.indexOfSubList(all, some) >= 0;
    }
}

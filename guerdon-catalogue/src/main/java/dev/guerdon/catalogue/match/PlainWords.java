package dev.guerdon.catalogue.match;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import java.util.List;
import java.util.Set;

/** The normal form of answers to questions: lower case, without ASCII punctuation and articles, single spaces. */
@Internal
public final class PlainWords {

    private static final Set<String> ARTICLES = Set.of("a", "an", "the");

    private PlainWords() {}

    /** The normal form. */
    public static String of(String text) {
        String lower = Strings.lower(text);
        StringBuilder kept = new StringBuilder(lower.length());
        lower.codePoints().filter(c -> !isPunctuation(c)).forEach(kept::appendCodePoint);
        return String.join(" ", Strings.split(withoutArticles(kept.toString())));
    }

    /** Whether it is one of the 32 characters of ASCII punctuation. */
    public static boolean isPunctuation(int c) {
        return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
    }

    /** The text with a space for each of the words a, an and the. */
    public static String withoutArticles(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && Strings.isWord(text.codePointAt(end))) {
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

    /** Whether the words of one normal form follow each other in another. */
    public static boolean contains(String words, String part) {
        List<String> all = Strings.split(words);
        List<String> some = Strings.split(part);
        return !some.isEmpty() && java.util.Collections.indexOfSubList(all, some) >= 0;
    }
}

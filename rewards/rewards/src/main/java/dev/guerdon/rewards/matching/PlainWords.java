package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The normal form of answers to questions: lower case, without ASCII punctuation and articles, single spaces. */
final class PlainWords {

    private static final Set<String> ARTICLES = Set.of("a", "an", "the");

    /** A number with what may stand around it. */
    private static final Pattern NUMBER =
            Pattern.compile("[\"'(\\[*_$]*+[-+]?\\$?[0-9]*(?:[.,/:][0-9]+)*[\"')\\]*_.,;:!?%]*");

    private static final Pattern GROUPING = Pattern.compile("(?<=[0-9]),(?=[0-9]{3}(?![0-9]))");

    private PlainWords() {}

    /** Returns the normal form. */
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

    /** Returns the text with a space for each of the words a, an and the. */
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

    /**
     * A word in normal form, and where it stands in the text.
     *
     * @param text in lower case and without punctuation but what belongs to a number: its sign, its point, a slash
     */
    record Word(String text, int from, int to) {}

    /** Returns the words of a text but its articles. */
    static List<Word> words(String text) {
        List<Word> words = new ArrayList<>();
        int at = 0;
        for (String written : PythonStrings.split(text)) {
            int from = text.indexOf(written, at);
            at = from + written.length();
            int to = at;
            while (to > from + 1 && isPunctuation(text.charAt(to - 1))) {
                to--;
            }
            String word = NUMBER.matcher(written).matches()
                    ? GROUPING.matcher(text.substring(from, to)).replaceAll("").replaceAll("^[^-.0-9]+|[^0-9]+$", "")
                    : of(written);
            if (!word.isEmpty()) {
                words.add(new Word(word, from, to));
            }
        }
        return words;
    }

    /** Returns where the words of a target follow each other for the last time, as the index of the first one, or -1. */
    static int lastIndexOf(List<Word> words, List<Word> target) {
        List<String> wanted = target.stream().map(Word::text).toList();
        return target.isEmpty()
                ? -1
                : Collections.lastIndexOfSubList(words.stream().map(Word::text).toList(), wanted);
    }
}

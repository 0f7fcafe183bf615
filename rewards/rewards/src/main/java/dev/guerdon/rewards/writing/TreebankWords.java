package dev.guerdon.rewards.writing;

import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Cuts English text into words as the Penn Treebank does, with NLTK's treatment of quotes: marks and endings such as {@code n't} stand
 * apart.
 */
final class TreebankWords {

    private record Rule(Pattern pattern, String replacement) {

        Rule(String pattern, String replacement) {
            this(Pattern.compile(pattern, Pattern.UNICODE_CHARACTER_CLASS), replacement);
        }
    }

    private static final List<Rule> OPENING_QUOTES = List.of(
            new Rule("[«“‘„]|`+", " $0 "),
            new Rule("\\A\"", "``"),
            new Rule("``", " $0 "),
            new Rule("([ (\\[{<])(?:\"|'')", "$1 `` "),
            new Rule("(?iu)(?<!\\w)'(?!(?:re|ve|ll|m|t|s|d|n)\\b)(?=\\w)", "' "));

    private static final List<Rule> MARKS = List.of(
            new Rule("([:,])([^\\d])", " $1 $2"),
            new Rule("([:,])$", " $1 "),
            new Rule("\\.{2,}", " $0 "),
            new Rule("[;@#$%&\\u2012-\\u2015]", " $0 "));

    private static final List<Rule> MORE_MARKS = List.of(
            new Rule("[?!]", " $0 "),
            new Rule("([^'])' ", "$1 ' "),
            new Rule("[*\\]\\[(){}<>]", " $0 "),
            new Rule("--", " -- "));

    private static final List<Rule> ENDINGS = List.of(
            new Rule("[»”’]", " $0 "),
            new Rule("''|\"", " '' "),
            new Rule("\\s+", " "),
            new Rule("([^' ])('[sS]|'[mM]|'[dD]|') ", "$1 $2 "),
            new Rule("([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", "$1 $2 "),
            new Rule("(?iu)\\b(can)(not)\\b", " $1 $2 "),
            new Rule("(?iu)\\b(d)('ye)\\b", " $1 $2 "),
            new Rule("(?iu)\\b(gim)(me)\\b", " $1 $2 "),
            new Rule("(?iu)\\b(gon)(na)\\b", " $1 $2 "),
            new Rule("(?iu)\\b(got)(ta)\\b", " $1 $2 "),
            new Rule("(?iu)\\b(lem)(me)\\b", " $1 $2 "),
            new Rule("(?iu)\\b(more)('n)\\b", " $1 $2 "),
            new Rule("(?iu)\\b(wan)(na)(?=\\s)", " $1 $2 "),
            new Rule("(?iu) ('t)(is)\\b", " $1 $2 "),
            new Rule("(?iu) ('t)(was)\\b", " $1 $2 "));

    private TreebankWords() {}

    /** Returns the words of a text, sentence by sentence. */
    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        for (String sentence : SentenceSplitter.of(text)) {
            words.addAll(inSentence(sentence));
        }
        return words;
    }

    private static List<String> inSentence(String sentence) {
        String text = applied(OPENING_QUOTES, sentence);
        text = finalStop(text, "])}>\"'»”’ ", " ");
        text = applied(MARKS, text);
        text = finalStop(text, "])}>\"'", "");
        text = applied(MORE_MARKS, text);
        return PythonStrings.split(applied(ENDINGS, " " + text + " "));
    }

    private static String applied(List<Rule> rules, String text) {
        String result = text;
        for (Rule rule : rules) {
            result = rule.pattern.matcher(result).replaceAll(rule.replacement);
        }
        return result;
    }

    /** Sets the last full stop apart from its word and, by the gap, from quotes and brackets that close after it. */
    private static String finalStop(String text, String closing, String gap) {
        int end = text.length();
        while (end > 0 && PythonStrings.isSpace(text.charAt(end - 1))) {
            end--;
        }
        int stop = end;
        while (stop > 0 && closing.indexOf(text.charAt(stop - 1)) >= 0) {
            stop--;
        }
        if (stop < 2 || text.charAt(stop - 1) != '.' || text.charAt(stop - 2) == '.') {
            return text;
        }
        return text.substring(0, stop - 1) + " ." + gap + text.substring(stop, end) + " ";
    }
}

package dev.guerdon.rewards.writing;

import dev.guerdon.core.base.Utf8;
import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Cuts English text into sentences, after the rules of Kiss and Strunk that NLTK uses, with word lists of Guerdon's own.
 *
 * <p>A question or exclamation mark ends a sentence. A full stop does, unless it follows an abbreviation, an initial or a number and what
 * comes next does not look like a beginning. Takes time proportional to the text.
 */
final class SentenceSplitter {

    private static final String CLOSING = "\"')]}\u2018\u2019\u201c\u201d\u00ab\u00bb";
    private static final Pattern NUMBER = Pattern.compile("-?[.,]?\\d[\\d,.-]*\\.?", Pattern.UNICODE_CHARACTER_CLASS);

    private SentenceSplitter() {}

    /** Returns the sentences of a text, without the white space between them. */
    static List<String> of(String text) {
        List<int[]> cuts = cuts(text);
        List<String> sentences = new ArrayList<>();
        int moved = 0;
        for (int i = 0; i < cuts.size(); i++) {
            int start = cuts.get(i)[0] + moved;
            int end = cuts.get(i)[1];
            moved = 0;
            if (i + 1 < cuts.size()) {
                int next = cuts.get(i + 1)[0];
                int closing = closing(text, next, cuts.get(i + 1)[1]);
                if (closing > next) {
                    // Quotes and brackets that close after the mark belong to the sentence before.
                    sentences.add(text.substring(start, Math.max(start, closing)));
                    moved = afterSpace(text, closing, cuts.get(i + 1)[1]) - next;
                    continue;
                }
            }
            if (start < end) {
                sentences.add(text.substring(start, end));
            }
        }
        return sentences;
    }

    private static List<int[]> cuts(String text) {
        List<int[]> cuts = new ArrayList<>();
        int last = 0;
        for (Mark mark : marks(text)) {
            if (isEnd(text.substring(mark.wordStart, mark.at + 1) + text.substring(mark.at + 1, mark.afterEnd))) {
                cuts.add(new int[] {last, mark.at + 1});
                last = mark.nextWord >= 0 ? mark.nextWord : mark.at + 1;
            }
        }
        int end = text.length();
        while (end > 0 && PythonStrings.isSpace(text.charAt(end - 1))) {
            end--;
        }
        cuts.add(new int[] {last, Math.max(last, end)});
        return cuts;
    }

    /**
     * A mark that may end a sentence.
     *
     * @param wordStart where the word before it starts
     * @param afterEnd where the mark or word after it ends
     * @param nextWord where the word after it starts, or -1 where another mark follows at once
     */
    private record Mark(int wordStart, int at, int afterEnd, int nextWord) {}

    private static List<Mark> marks(String text) {
        List<Mark> marks = new ArrayList<>();
        Mark before = null;
        for (int i = 0; i + 1 < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '.' && c != '?' && c != '!') {
                continue;
            }
            int nextWord = -1;
            int afterEnd = i + 2;
            if (!endsWord(text.charAt(i + 1))) {
                nextWord = afterSpace(text, i + 1, text.length());
                if (nextWord == i + 1 || nextWord == text.length()) {
                    continue;
                }
                afterEnd = nextWord;
                while (afterEnd < text.length() && !PythonStrings.isSpace(text.charAt(afterEnd))) {
                    afterEnd++;
                }
            }
            int from = before == null ? 0 : before.at;
            int space = i - 1;
            while (space > from && !isAsciiSpace(text.charAt(space))) {
                space--;
            }
            int wordStart = space > from ? space + 1 : before == null ? 0 : before.wordStart;
            if (before != null && before.at <= wordStart) {
                marks.add(before);
            }
            before = new Mark(wordStart, i, afterEnd, nextWord);
        }
        if (before != null) {
            marks.add(before);
        }
        return marks;
    }

    private static boolean isAsciiSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static int afterSpace(String text, int from, int to) {
        int at = from;
        while (at < to && PythonStrings.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Returns where closing marks at the start of a stretch end, if white space, a dash or the end of the line follows them. */
    private static int closing(String text, int from, int to) {
        int at = from;
        while (at < to && CLOSING.indexOf(text.charAt(at)) >= 0) {
            at++;
            if (at == to || PythonStrings.isSpace(text.charAt(at)) || (at + 1 < to && text.startsWith("--", at))) {
                return at;
            }
        }
        return from;
    }

    /** Returns whether a sentence ends somewhere before the last token. */
    private static boolean isEnd(String context) {
        List<String> tokens = tokens(context);
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (isEnd(tokens.get(i), tokens.get(i + 1))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEnd(String token, String next) {
        if (token.equals("?") || token.equals("!") || token.equals(".")) {
            return true;
        }
        if (!token.endsWith(".")) {
            return false;
        }
        if (token.startsWith("..") && token.chars().allMatch(c -> c == '.')) {
            return begins(next);
        }
        if (token.endsWith("..")) {
            return false;
        }
        String word = PythonStrings.lower(token.substring(0, token.length() - 1));
        boolean number = NUMBER.matcher(token).matches();
        boolean initial = isInitial(token);
        boolean end = number || !EnglishWords.isAbbreviation(word) || (!initial && begins(next));
        return end && !((initial || number) && goesOn(next, initial));
    }

    private static boolean isInitial(String token) {
        int first = token.codePointAt(0);
        return Character.charCount(first) + 1 == token.length()
                && PythonStrings.isWord(first)
                && first != '_'
                && PythonStrings.decimal(first) < 0;
    }

    private static boolean begins(String next) {
        return Character.isUpperCase(next.codePointAt(0)) && EnglishWords.begins(type(next));
    }

    /** Returns whether what follows an initial or a number shows that the sentence goes on. */
    private static boolean goesOn(String next, boolean initial) {
        int first = next.codePointAt(0);
        if (next.length() == 1 && ";:,.!?".indexOf(first) >= 0) {
            return true;
        }
        return Character.isLowerCase(first)
                || (initial && Character.isUpperCase(first) && !EnglishWords.isCommon(type(next)));
    }

    private static String type(String token) {
        String lower = PythonStrings.lower(token);
        if (lower.length() < 2 || !lower.endsWith(".")) {
            return lower;
        }
        String word = lower.substring(0, lower.length() - 1);
        // An abbreviation is no word that people write without a full stop.
        return EnglishWords.isAbbreviation(word) ? lower : word;
    }

    /** Facts that the rules for sentences know of English: abbreviations, and words that are usually not written with a capital. */
    static final class EnglishWords {

        /** Abbreviations after which a sentence usually goes on. Those of notes and references, such as e.g. and vol., are not among them. */
        private static final Set<String> ABBREVIATIONS = Set.copyOf(List.of(
                ("mr mrs ms dr prof st ave jr sr inc ltd co corp bros messrs sen rep gen col maj lt adm jan feb aug sep sept oct"
                                + " nov dec tues wed fri vs a.m p.m u.s u.k u.n u.s.a u.s.s.r d.c n.y l.a ph.d j.p ft yr calif"
                                + " fla conn ill kan ky mich minn nev okla ore pa tenn va vt wash wis ala ariz colo ga a.d s.a"
                                + " a.g n.v s.p.a r.i n.h n.j n.c s.c n.d w.va c d e f g h k l m n p r s t v w")
                        .split(" ", -1)));

        private static final Set<String> BEGINS = new HashSet<>();
        private static final Set<String> MAY_BEGIN = new HashSet<>();

        static {
            Utf8.resource(EnglishWords.class, "words.txt").lines().forEach(EnglishWords::read);
        }

        private EnglishWords() {}

        private static void read(String line) {
            if (!line.startsWith("#")) {
                List<String> words = List.of(line.split(" ", -1));
                (words.getFirst().equals("begins") ? BEGINS : MAY_BEGIN).addAll(words.subList(1, words.size()));
            }
        }

        /** Returns whether a word in lower case, without its full stop, is an abbreviation. */
        static boolean isAbbreviation(String word) {
            return ABBREVIATIONS.contains(word) || ABBREVIATIONS.contains(word.substring(word.lastIndexOf('-') + 1));
        }

        /** Returns whether a capital on the word, which is given in lower case, begins a sentence even after an abbreviation. */
        static boolean begins(String word) {
            // Always a capital, so that it is not common, and yet no name.
            return BEGINS.contains(word) || word.equals("i");
        }

        /** Returns whether people write the word in small letters, so that it is not a name. */
        static boolean isCommon(String word) {
            return BEGINS.contains(word) || MAY_BEGIN.contains(word);
        }
    }

    private static final String NO_START = "(\"`{[:;&#*@)}]-,";
    private static final String NOT_IN_WORDS = ")\";}]*:@'({[\u2018\u2019\u201c\u201d\u00ab\u00bb?!";

    /** Returns whether the character ends a word, whatever follows. */
    static boolean endsWord(char c) {
        return NOT_IN_WORDS.indexOf(c) >= 0;
    }

    static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (PythonStrings.isSpace(c)) {
                i++;
                continue;
            }
            int end = manyMarks(text, i);
            if (end == i) {
                end = NO_START.indexOf(c) >= 0 ? i + 1 : wordEnd(text, i + 1);
            }
            tokens.add(text.substring(i, end));
            i = end;
        }
        return tokens;
    }

    private static int wordEnd(String text, int from) {
        int end = from;
        while (!isWordEnd(text, end) && !(text.charAt(end) == ',' && isWordEnd(text, end + 1))) {
            end++;
        }
        return end;
    }

    private static boolean isWordEnd(String text, int at) {
        return at >= text.length()
                || PythonStrings.isSpace(text.charAt(at))
                || endsWord(text.charAt(at))
                || manyMarks(text, at) > at;
    }

    /** The end of two or more hyphens or full stops, or of full stops with spaces between; the start if there are none. */
    private static int manyMarks(String text, int start) {
        char mark = text.charAt(start);
        if (mark != '-' && mark != '.') {
            return start;
        }
        int end = start;
        while (end < text.length() && text.charAt(end) == mark) {
            end++;
        }
        if (end - start >= 2) {
            return end;
        }
        int pairs = 0;
        int at = start;
        while (mark == '.'
                && at + 2 < text.length()
                && PythonStrings.isSpace(text.charAt(at + 1))
                && text.charAt(at + 2) == '.') {
            at += 2;
            pairs++;
        }
        return pairs >= 2 ? at + 1 : start;
    }
}

package dev.guerdon.rewards.writing;

import dev.guerdon.cpython.PythonStrings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Counts the steps of a line of reasoning by their marks. */
final class ReasoningSteps {

    private static final List<String> WORDS = List.of("First,", "Second,", "Next,", "Finally,");
    private static final String STEP = "Step ";

    /** A step says at least this many words. */
    private static final int LEAST_WORDS = 3;

    private ReasoningSteps() {}

    /** open-r1's count: every mark, wherever it stands. */
    static int openR1(String text) {
        int count = 0;
        int at = 0;
        while (at < text.length()) {
            int end = mark(text, at, at == 0);
            count += end > at ? 1 : 0;
            at = Math.max(end, at + 1);
        }
        return count;
    }

    /** The end of the mark that begins there, or the index itself for none. */
    private static int mark(String text, int at, boolean numbered) {
        char c = text.charAt(at);
        if (c == '\n') {
            return at + 1 < text.length() && (text.charAt(at + 1) == '-' || text.charAt(at + 1) == '*') ? at + 2 : at;
        }
        if (text.startsWith(STEP, at)) {
            int digits = digits(text, at + STEP.length());
            return digits > at + STEP.length() && text.startsWith(":", digits) ? digits + 1 : at;
        }
        for (String word : WORDS) {
            if (text.startsWith(word, at)) {
                return at + word.length();
            }
        }
        int digits = numbered ? digits(text, at) : at;
        return digits > at && text.startsWith(".", digits) ? digits + 1 : at;
    }

    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && PythonStrings.decimal(text.codePointAt(at)) >= 0) {
            at = text.offsetByCodePoints(at, 1);
        }
        return at;
    }

    /** Returns the steps that say something: a mark at the start of a line or sentence, with words of its own that no other step has. */
    static int distinct(String text) {
        Set<String> steps = new HashSet<>();
        int from = -1;
        boolean fresh = true;
        boolean ended = false;
        int at = 0;
        while (at < text.length()) {
            int end = fresh ? lineMark(text, at) : at;
            if (end > at) {
                add(steps, from < 0 ? "" : text.substring(from, at));
                from = end;
                at = end;
                fresh = false;
                continue;
            }
            char c = text.charAt(at);
            boolean space = PythonStrings.isSpace(c);
            fresh = c == '\n' || c == '>' || (space && (fresh || ended));
            ended = space ? ended : ".!?:;".indexOf(c) >= 0;
            at++;
        }
        add(steps, from < 0 ? "" : text.substring(from));
        return steps.size();
    }

    private static void add(Set<String> steps, String step) {
        List<String> words = PythonStrings.split(PythonStrings.lower(step));
        if (words.stream().filter(ReasoningSteps::isWord).distinct().count() >= LEAST_WORDS) {
            steps.add(String.join(" ", words));
        }
    }

    private static boolean isWord(String word) {
        return word.codePoints().anyMatch(PythonStrings::isWord);
    }

    /** The end of a mark that white space follows, or the index itself for none. */
    private static int lineMark(String text, int at) {
        char c = text.charAt(at);
        int end = c == '-' || c == '*' ? at + 1 : c == '\n' ? at : mark(text, at, true);
        return end > at && end < text.length() && PythonStrings.isSpace(text.charAt(end)) ? end : at;
    }
}

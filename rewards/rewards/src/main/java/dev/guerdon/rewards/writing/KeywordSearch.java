package dev.guerdon.rewards.writing;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GoldReader;
import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.regex.BoundedRegex;
import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import dev.guerdon.rewards.regex.BoundedRegex.Flavor;
import java.util.Optional;

/** Finds the keywords of a task in a response: as regular expressions as lm-eval does, or as the texts that they are. */
final class KeywordSearch {

    private static final String SPECIAL = "\\.^$|?*+()[]{}";

    /** Steps for one pattern and one text, beside some for each character. */
    private static final long BUDGET = 20_000_000;

    private final boolean literal;

    KeywordSearch(boolean literal) {
        this.literal = literal;
    }

    /** Returns how often a keyword occurs, in any case; no two occurrences overlap. */
    int count(String keyword, String text) {
        return count(keyword, text, Integer.MAX_VALUE);
    }

    boolean has(String keyword, String text) {
        return count(keyword, text, 1) > 0;
    }

    private int count(String keyword, String text, int most) {
        checkIsNotEmpty(keyword);
        if (!keyword.isEmpty() && (literal || isPlain(keyword)) && isAscii(keyword) && isAscii(text)) {
            return plain(keyword, text, most);
        }
        return matches(pattern(literal ? quoted(keyword) : keyword, true), text, most);
    }

    /** Returns whether a word occurs that is not part of a longer one. */
    boolean hasWord(String word, String text) {
        checkIsNotEmpty(word);
        if (!literal) {
            if (!word.isEmpty() && isPlain(word) && isAscii(word) && isAscii(text) && isWords(word)) {
                return hasPlainWord(word, text);
            }
            return matches(pattern("\\b" + word + "\\b", true), text, 1) > 0;
        }
        String start = PythonStrings.isWord(word.codePointAt(0)) ? "(?<!\\w)" : "";
        String end = PythonStrings.isWord(word.codePointBefore(word.length())) ? "(?!\\w)" : "";
        return matches(pattern(start + quoted(word) + end, true), text, 1) > 0;
    }

    /** Refuses an empty keyword, which as a regular expression is found everywhere. */
    private void checkIsNotEmpty(String keyword) {
        if (literal && keyword.isEmpty()) {
            throw GoldReader.fault("an instruction has an empty keyword");
        }
    }

    /** Returns how many parts a pattern of the task cuts a text into, less one; groups in the pattern are parts of their own. */
    int cuts(String splitter, String text) {
        BoundedRegex regex = pattern("\\s?" + (literal ? quoted(splitter) : splitter) + "\\s?\\d+\\s?", false);
        int[] codePoints = text.codePoints().toArray();
        GradingSteps steps = new GradingSteps(BUDGET + 64L * codePoints.length);
        int cuts = 0;
        Optional<BoundedRegex.Match> match = regex.find(codePoints, 0, steps);
        while (match.isPresent()) {
            cuts += 1 + match.get().groups();
            match = regex.find(codePoints, match.get().end(0), steps);
        }
        return cuts;
    }

    /** Returns whether a marker of the task, in lower case, begins something in a text in lower case. */
    boolean hasMarker(String marker, String text) {
        return literal ? text.contains(marker) : matches(pattern("(?m)\\s*" + marker + ".*$", false), text, 1) > 0;
    }

    private static int matches(BoundedRegex regex, String text, int most) {
        int[] codePoints = text.codePoints().toArray();
        GradingSteps steps = new GradingSteps(BUDGET + 64L * codePoints.length);
        int count = 0;
        int from = 0;
        while (count < most && from <= codePoints.length) {
            Optional<BoundedRegex.Match> match = regex.find(codePoints, from, steps);
            if (match.isEmpty()) {
                break;
            }
            count++;
            from = Math.max(match.get().end(0), match.get().start(0) + 1);
        }
        return count;
    }

    private static BoundedRegex pattern(String pattern, boolean anyCase) {
        try {
            return BoundedRegex.compile(pattern, Flavor.PYTHON, anyCase);
        } catch (BadPattern e) {
            throw GoldReader.fault("the keyword or marker in /" + pattern + "/ is no regular expression of Python: "
                    + e.getMessage() + "; ifeval_reward takes keywords as they are written");
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (SPECIAL.indexOf(c) >= 0) {
                quoted.append('\\');
            }
            quoted.appendCodePoint(c);
        });
        return quoted.toString();
    }

    private static boolean isPlain(String keyword) {
        return keyword.chars().noneMatch(c -> SPECIAL.indexOf(c) >= 0);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWords(String word) {
        return PythonStrings.isWord(word.charAt(0)) && PythonStrings.isWord(word.charAt(word.length() - 1));
    }

    private static int plain(String keyword, String text, int most) {
        int count = 0;
        int at = indexOf(text, keyword, 0);
        while (at >= 0 && count < most) {
            count++;
            at = indexOf(text, keyword, at + keyword.length());
        }
        return count;
    }

    private static boolean hasPlainWord(String word, String text) {
        int at = indexOf(text, word, 0);
        while (at >= 0) {
            int end = at + word.length();
            if ((at == 0 || !PythonStrings.isWord(text.charAt(at - 1)))
                    && (end == text.length() || !PythonStrings.isWord(text.charAt(end)))) {
                return true;
            }
            at = indexOf(text, word, at + 1);
        }
        return false;
    }

    private static int indexOf(String text, String keyword, int from) {
        char first = Character.toLowerCase(keyword.charAt(0));
        char capital = Character.toUpperCase(first);
        for (int i = from; i <= text.length() - keyword.length(); i++) {
            char c = text.charAt(i);
            if ((c == first || c == capital) && text.regionMatches(true, i, keyword, 0, keyword.length())) {
                return i;
            }
        }
        return -1;
    }
}

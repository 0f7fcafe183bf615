package dev.guerdon.math.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import org.jspecify.annotations.Nullable;

/**
 * Answers that Math-Verify takes from a text.
 *
 * @param expression what it parsed, null where nothing could be
 * @param text the cleaned text of the first formula it tried, empty if there was none
 */
@Internal
public record VerifyExtraction(@Nullable Node expression, String text) {

    private static final String CURRENCIES = "$€£¥₹₽₪₩₫฿₿";

    /** Extracts from a text as it is. */
    public static VerifyExtraction of(String whole, ComparisonBudget budget) {
        String text = whole.replace("\\boxed {\\", "\\boxed{\\").replace("}.}", "}}");
        String first = "";
        int box = text.indexOf("\\boxed{");
        int lastBrace = text.lastIndexOf('}');
        if (box >= 0 && lastBrace > box + 7) {
            String latex = AnswerText.normalized(text.substring(box, lastBrace + 1), true);
            Node node = VerifyReader.read(latex, budget);
            if (node != null) {
                return new VerifyExtraction(node, latex);
            }
            first = latex;
        }
        Node answer = answerNumber(text, budget);
        if (answer != null) {
            return new VerifyExtraction(answer, first);
        }
        int[] formula = formula(text);
        if (formula != null) {
            String latex = AnswerText.normalized(text.substring(formula[0], formula[1]), true);
            Node node = VerifyReader.read(latex, budget);
            boolean percent = isPercent(text, formula[2]);
            if (node != null) {
                return new VerifyExtraction(percent ? new Node.Percent(node) : node, first.isEmpty() ? latex : first);
            }
            first = first.isEmpty() ? latex : first;
        }
        Node number = lastNumber(text, 0, budget);
        return new VerifyExtraction(number, first);
    }

    /** The last formula: where its content begins and ends, and where its closing sign ends; null if there is none. */
    private static int @Nullable [] formula(String text) {
        int[] best = null;
        best = later(best, delimited(text, "$$", "$$", true));
        best = later(best, delimited(text, "\\[", "\\]", true));
        best = later(best, delimited(text, "\\(", "\\)", false));
        return later(best, inlineDollars(text));
    }

    private static int @Nullable [] later(int @Nullable [] a, int @Nullable [] b) {
        return a == null || (b != null && b[2] > a[2]) ? b : a;
    }

    private static int @Nullable [] delimited(String text, String open, String close, boolean lines) {
        int[] found = null;
        int from = 0;
        while (true) {
            int start = text.indexOf(open, from);
            int end = start < 0 ? -1 : text.indexOf(close, start + 3);
            if (end < 0) {
                return found;
            }
            int content = start + 2;
            if (lines || text.indexOf('\n', content) < 0 || text.indexOf('\n', content) > end) {
                found = new int[] {content, end, end + 2};
            }
            from = end + 2;
        }
    }

    private static int @Nullable [] inlineDollars(String text) {
        int[] found = null;
        int open = -1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                open = -1;
            } else if (c == '$') {
                boolean escaped = i > 0 && text.charAt(i - 1) == '\\';
                if (open < 0) {
                    if (!escaped && (i == 0 || !Character.isDigit(text.charAt(i - 1)))) {
                        open = i;
                    }
                } else if (!escaped) {
                    if (i > open + 1) {
                        found = new int[] {open + 1, i, i + 1};
                        open = -1;
                    } else {
                        open = i;
                    }
                }
            }
        }
        return found;
    }

    private static boolean isPercent(String text, int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return text.startsWith("%", i) || text.startsWith("\\%", i) || text.startsWith("percent", i);
    }

    /** The number after the word "answer". */
    private static @Nullable Node answerNumber(String text, ComparisonBudget budget) {
        for (int i = 0; i + 6 <= text.length(); i++) {
            if (text.regionMatches(true, i, "answer", 0, 6)) {
                int line = text.indexOf('\n', i);
                int end = Math.min(line < 0 ? text.length() : line, i + 6 + 100);
                return firstNumber(text.substring(0, end), i + 6, budget);
            }
        }
        return null;
    }

    private static @Nullable Node firstNumber(String text, int from, ComparisonBudget budget) {
        for (int i = from; i < text.length(); i++) {
            int end = numberEnd(text, i);
            if (end > 0) {
                return number(text, i, end, budget);
            }
        }
        return null;
    }

    private static @Nullable Node lastNumber(String text, int from, ComparisonBudget budget) {
        int start = -1;
        int stop = -1;
        for (int i = from; i < text.length(); i++) {
            int end = numberEnd(text, i);
            if (end > 0) {
                start = i;
                stop = end;
                i = end - 1;
            }
        }
        return start < 0 ? null : number(text, start, stop, budget);
    }

    /** The end of a number that begins here at the beginning of a text, after a blank or an equals sign; -1 for none. */
    private static int numberEnd(String text, int at) {
        boolean anchored = at == 0 || Character.isWhitespace(text.charAt(at - 1)) || text.charAt(at - 1) == '=';
        if (!anchored) {
            return -1;
        }
        int i = at;
        if (text.startsWith("**", i)) {
            i += 2;
        }
        if (i < text.length() && CURRENCIES.indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        if (i < text.length() && text.charAt(i) == '-') {
            i++;
        }
        int digits = i;
        while (i < text.length() && isDigit(text.charAt(i))) {
            i++;
        }
        if (i == digits) {
            if (i + 1 < text.length() && text.charAt(i) == '.' && isDigit(text.charAt(i + 1))) {
                i++;
                while (i < text.length() && isDigit(text.charAt(i))) {
                    i++;
                }
                return i;
            }
            return -1;
        }
        boolean groups = i - digits <= 3 && text.charAt(digits) != '0';
        boolean grouped = false;
        while (groups && isGroup(text, i)) {
            i += 4;
            grouped = true;
        }
        if (i + 1 < text.length()
                && (text.charAt(i) == '.' || (text.charAt(i) == ',' && !grouped))
                && isDigit(text.charAt(i + 1))) {
            i++;
            while (i < text.length() && isDigit(text.charAt(i))) {
                i++;
            }
        }
        return i;
    }

    private static boolean isGroup(String text, int at) {
        return at + 3 < text.length()
                && (text.charAt(at) == ',' || text.charAt(at) == ' ')
                && isDigit(text.charAt(at + 1))
                && isDigit(text.charAt(at + 2))
                && isDigit(text.charAt(at + 3))
                && (at + 4 >= text.length() || !isDigit(text.charAt(at + 4)));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static @Nullable Node number(String text, int from, int to, ComparisonBudget budget) {
        StringBuilder digits = new StringBuilder();
        boolean negative = false;
        int last = Math.max(text.lastIndexOf(',', to - 1), text.lastIndexOf(' ', to - 1));
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (isDigit(c) || c == '.') {
                digits.append(c);
            } else if (c == ',' && i == last && to - i - 1 != 3) {
                digits.append('.');
            }
            negative |= c == '-';
        }
        if (!digits.isEmpty() && digits.charAt(0) == '.') {
            digits.insert(0, '0');
        }
        Node node = VerifyReader.read(digits.toString(), budget);
        if (node == null) {
            return null;
        }
        node = negative ? new Node.Neg(node) : node;
        int i = to;
        while (i < text.length() && text.charAt(i) == ' ') {
            i++;
        }
        boolean percent = text.startsWith("%", i) || text.startsWith("percent", i) || text.startsWith("Percent", i);
        return percent ? new Node.Percent(node) : node;
    }
}

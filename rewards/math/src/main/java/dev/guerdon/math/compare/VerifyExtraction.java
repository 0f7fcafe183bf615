package dev.guerdon.math.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers that Math-Verify takes from a text.
 *
 * @param expression what it parsed, null where nothing could be
 * @param text the cleaned text of the first formula it tried, empty if there was none
 */
@Internal
public record VerifyExtraction(@Nullable Node expression, String text) {

    /** How many formulas are tried that cannot be read. */
    private static final int MOST_TRIES = 20;

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
        List<VerifyFormula> formulas = VerifyFormula.all(text);
        for (Anchor anchor : Anchor.values()) {
            int tries = 0;
            for (Found found : candidates(text, formulas, anchor)) {
                Node node = found.formula == null
                        ? number(text, found.start, found.end, budget)
                        : found.formula.read(text, budget);
                if (found.formula != null && first.isEmpty()) {
                    first = found.formula.latex(text);
                }
                if (node != null) {
                    return new VerifyExtraction(node, first);
                }
                if (++tries == MOST_TRIES) {
                    break;
                }
            }
        }
        return new VerifyExtraction(null, first);
    }

    /** What stands before an answer, the most trusted first. */
    private enum Anchor {
        FINAL,
        COLON,
        ANSWER,
        NONE
    }

    /** A formula, or a number if that is null. */
    private record Found(@Nullable VerifyFormula formula, int start, int end) {}

    /** Returns the formulas and numbers that an anchor leads to: the one that ends last comes first, of those the longest. */
    private static List<Found> candidates(String text, List<VerifyFormula> formulas, Anchor anchor) {
        List<Found> found = new ArrayList<>();
        if (anchor == Anchor.NONE) {
            formulas.forEach(formula -> found.add(new Found(formula, formula.start(), formula.end())));
            for (int i = 0; i < text.length(); i++) {
                int end = numberEnd(text, i);
                if (end > 0) {
                    found.add(new Found(null, i, end));
                    i = end - 1;
                }
            }
        } else {
            String word = anchor == Anchor.FINAL ? "final answer" : anchor == Anchor.COLON ? "answer:" : "answer";
            for (int at = 0; at + word.length() <= text.length(); at++) {
                if (text.regionMatches(true, at, word, 0, word.length())) {
                    after(text, formulas, at + word.length(), anchor == Anchor.FINAL, found);
                    at += word.length() - 1;
                }
            }
        }
        found.sort(Comparator.comparingInt((Found one) -> -one.end).thenComparingInt(Found::start));
        return found;
    }

    /** Adds the first formula and the number after an anchor. */
    private static void after(String text, List<VerifyFormula> formulas, int from, boolean is, List<Found> found) {
        int at = from;
        int last = from + 50;
        if (is) {
            int verb = text.indexOf(" is", from);
            if (verb < 0 || verb > from + 100) {
                return;
            }
            at = text.startsWith(":", verb + 3) ? verb + 4 : verb + 3;
            last = at;
            while (last < text.length() && Character.isWhitespace(text.charAt(last))) {
                last++;
            }
        }
        for (VerifyFormula formula : formulas) {
            if (formula.start() >= at) {
                if (formula.start() <= last) {
                    found.add(new Found(formula, formula.start(), formula.end()));
                }
                break;
            }
        }
        int line = text.indexOf('\n', at);
        int lineEnd = line < 0 ? text.length() : line + 1;
        int number = is ? -1 : afterEquals(text, at, Math.min(lineEnd, at + 101));
        for (int i = at; number < 0 && i < Math.min(lineEnd, last + 2); i++) {
            number = numberEnd(text, i) > 0 ? i : -1;
        }
        if (number >= 0) {
            found.add(new Found(null, number, numberEnd(text, number)));
        }
    }

    /** Returns the place of a number that a blank separates from the last equals sign before it, -1 if there is none. */
    private static int afterEquals(String text, int from, int to) {
        for (int sign = to - 1; sign >= from; sign--) {
            if (text.charAt(sign) == '=') {
                int i = sign + 1;
                while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
                    i++;
                }
                if (i > sign + 1 && i < text.length() && numberEnd(text, i) > 0) {
                    return i;
                }
            }
        }
        return -1;
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

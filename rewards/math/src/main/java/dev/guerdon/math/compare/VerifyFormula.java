package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formula in a text, as Math-Verify finds it: between delimiters, or a fraction of two numbers without any.
 *
 * @param start where its delimiter begins
 * @param from where its content begins
 * @param to where its content ends
 * @param end where its delimiter ends
 * @param next the formula that "and", "or" or a comma connects with it, null if there is none
 */
record VerifyFormula(
        int start, int from, int to, int end, @Nullable VerifyFormula next) {

    private static final Pattern CONNECTED = Pattern.compile("\\s*+(?:,?and|,?or|,)\\s*+");

    private static final Pattern FRACTION =
            Pattern.compile("-?\\\\frac\\{-?\\d++(?:[.,]\\d++)?\\}\\{-?\\d++(?:[.,]\\d++)?\\}");

    private static final int MOST_CONNECTED = 5;

    /** Returns all formulas of a text, in their order; each connected run counts as its first formula. */
    static List<VerifyFormula> all(String text) {
        List<VerifyFormula> found = new ArrayList<>();
        boolean[] missing = new boolean[4];
        for (int i = 0; i < text.length(); i++) {
            VerifyFormula one = at(text, i, missing);
            if (one != null) {
                found.add(one);
                i = Math.max(i, one.end - 1);
            }
        }
        return connected(text, found);
    }

    private static List<VerifyFormula> connected(String text, List<VerifyFormula> found) {
        List<VerifyFormula> runs = new ArrayList<>();
        for (int i = 0; i < found.size(); ) {
            int last = i;
            while (last + 1 < found.size()
                    && last - i < MOST_CONNECTED
                    && follows(text, found.get(last), found.get(last + 1))) {
                last++;
            }
            VerifyFormula run = null;
            for (int k = last; k >= i; k--) {
                VerifyFormula one = found.get(k);
                run = new VerifyFormula(one.start, one.from, one.to, found.get(last).end, run);
            }
            if (run != null) {
                runs.add(run);
            }
            i = last + 1;
        }
        return runs;
    }

    private static boolean follows(String text, VerifyFormula one, VerifyFormula next) {
        return next.start - one.end <= 20
                && CONNECTED.matcher(text).region(one.end, next.start).matches();
    }

    private static @Nullable VerifyFormula at(String text, int i, boolean[] missing) {
        char c = text.charAt(i);
        boolean escaped = i > 0 && text.charAt(i - 1) == '\\';
        if (c == '$' && !escaped) {
            VerifyFormula display = text.startsWith("$$", i) ? between(text, i, "$$", true, missing, 0) : null;
            boolean digit = i > 0 && Character.isDigit(text.charAt(i - 1));
            return display != null || digit ? display : inline(text, i);
        }
        if (c == '\\' && !escaped) {
            if (text.startsWith("[", i + 1)) {
                return between(text, i, "\\]", true, missing, 1);
            }
            if (text.startsWith("(", i + 1)) {
                return between(text, i, "\\)", false, missing, 2);
            }
        }
        if (Character.isWhitespace(c) && text.startsWith("[", i + 1)) {
            return bracket(text, i);
        }
        if (c == '\\' || (c == '-' && text.startsWith("\\frac", i + 1))) {
            Matcher fraction = FRACTION.matcher(text).region(i, text.length());
            return fraction.lookingAt() ? new VerifyFormula(i, i, fraction.end(), fraction.end(), null) : null;
        }
        return null;
    }

    private static @Nullable VerifyFormula between(
            String text, int open, String close, boolean lines, boolean[] missing, int kind) {
        int stop = missing[kind] ? -1 : text.indexOf(close, open + 3);
        while (stop > 0 && close.equals("$$") && text.charAt(stop - 1) == '\\') {
            stop = text.indexOf(close, stop + 1);
        }
        missing[kind] = stop < 0;
        if (stop < 0) {
            return null;
        }
        int line = lines ? -1 : text.indexOf('\n', open);
        return line >= 0 && line < stop ? null : new VerifyFormula(open, open + 2, stop, stop + 2, null);
    }

    private static @Nullable VerifyFormula inline(String text, int open) {
        for (int i = open + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                return null;
            }
            if (c == '$' && text.charAt(i - 1) != '\\') {
                return i == open + 1 ? null : new VerifyFormula(open, open + 1, i, i + 1, null);
            }
        }
        return null;
    }

    private static @Nullable VerifyFormula bracket(String text, int blank) {
        for (int i = blank + 2; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ']') {
                boolean ends = i + 1 < text.length() && Character.isWhitespace(text.charAt(i + 1));
                return i > blank + 2 && ends ? new VerifyFormula(blank, blank + 2, i, i + 2, null) : null;
            }
            if (c == '\n' || c == '[') {
                return null;
            }
        }
        return null;
    }

    /** Returns the content, with that of the connected formulas, as the parser sees it. */
    String latex(String text) {
        return next == null ? own(text) : own(text) + " and " + next.latex(text);
    }

    private String own(String text) {
        return AnswerText.normalized(text.substring(from, to), true);
    }

    /** Returns what the formula means, with those connected with it as a set; null where it cannot be read. */
    @Nullable
    Node read(String text, ComparisonBudget budget) {
        Node first = one(text, budget);
        if (next == null) {
            return first;
        }
        List<Node> items = new ArrayList<>();
        Node node = first;
        for (VerifyFormula rest = next; node != null; rest = rest.next) {
            if (node instanceof Group group && (group.isSet() || group.isList())) {
                items.addAll(group.items());
            } else {
                items.add(node);
            }
            if (rest == null) {
                return new Group('{', '}', ',', items);
            }
            node = rest.one(text, budget);
        }
        return first;
    }

    private @Nullable Node one(String text, ComparisonBudget budget) {
        Node node = VerifyReader.read(own(text), budget);
        return node != null && isPercent(text, next == null ? end : to + 1) ? new Node.Percent(node) : node;
    }

    private static boolean isPercent(String text, int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return text.startsWith("%", i)
                || text.startsWith("\\%", i)
                || text.startsWith("percent", i)
                || text.startsWith("Percent", i);
    }
}

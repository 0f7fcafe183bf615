package dev.guerdon.math.compare;

import java.util.ArrayList;
import java.util.List;

/** Cleans LaTeX the way Math-Verify does before it parses. Works on short texts, with plain scanning throughout. */
final class AnswerText {

    private AnswerText() {}

    /** Returns the text of a formula as the parser sees it. */
    static String normalized(String latex, boolean boxes) {
        String text = plainBlanks(boxes ? boxed(latex) : latex);
        text = text.replace("\\mathrm{T}", "T").replace("\\mathrm{d}", "d");
        text = text.replace("\\left[\\begin{matrix}", "\\begin{bmatrix}")
                .replace("\\end{matrix}\\right]", "\\end{bmatrix}");
        text = withoutCommands(text);
        text = separators(text);
        text = text.replace('\n', ' ').replace('\t', ' ');
        if (!text.contains("matrix")) {
            text = singleBackslashes(text);
        }
        text = UnitCut.withoutUnits(text);
        if (text.startsWith(".")) {
            text = "0" + text;
        }
        return operators(text).strip();
    }

    private static String plainBlanks(String text) {
        String result = text;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 127 && Character.isSpaceChar(c)) {
                result = result.replace(c, ' ');
            }
        }
        return result;
    }

    /** Sizes, dollar signs and quotes away; \mathrm and the like become \text, \dfrac becomes \frac. */
    private static String withoutCommands(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '$') {
                continue;
            }
            if ((c == '"' || c == '\'') && (i == 0 || text.charAt(i - 1) != '\\')) {
                continue;
            }
            if (c != '\\') {
                out.append(c);
                continue;
            }
            if (text.startsWith("\\$", i)) {
                i++;
            } else if (text.startsWith("\\!", i)) {
                i++;
                while (i + 1 < text.length() && text.charAt(i + 1) == ' ') {
                    i++;
                }
            } else if (text.startsWith("\\displaystyle", i)) {
                i += 12;
            } else if (isSize(text, i)) {
                i += text.startsWith("\\left", i) ? 4 : 5;
            } else if (startsWithAny(text, i, "\\mathrm", "\\mathit", "\\mathbf")) {
                out.append("\\text");
                i += 6;
            } else if (startsWithAny(text, i, "\\textbf", "\\textit", "\\textrm")) {
                out.append("\\text");
                i += 6;
            } else if (text.startsWith("\\textnormal", i)) {
                out.append("\\text");
                i += 10;
            } else if (startsWithAny(text, i, "\\dfrac", "\\tfrac", "\\cfrac")) {
                out.append("\\frac");
                i += 5;
            } else if (text.startsWith("\\ldots", i)) {
                out.append(' ');
                i += 5;
            } else if (text.startsWith("\\ ", i) && (i == 0 || text.charAt(i - 1) != '\\')) {
                out.append(' ');
                i++;
            } else {
                out.append(c);
                if (i + 1 < text.length() && text.charAt(i + 1) == '\\') {
                    out.append('\\');
                    i++;
                }
            }
        }
        return emptyTexts(out.toString());
    }

    private static boolean isSize(String text, int at) {
        int after = text.startsWith("\\left", at) ? at + 5 : text.startsWith("\\right", at) ? at + 6 : -1;
        return after > 0
                && after < text.length()
                && !Character.isLetter(text.charAt(after))
                && text.charAt(after) != '.';
    }

    private static boolean startsWithAny(String text, int at, String... starts) {
        for (String start : starts) {
            if (text.startsWith(start, at)) {
                return true;
            }
        }
        return false;
    }

    private static String emptyTexts(String text) {
        String result = text;
        for (int at = result.indexOf("\\text"); at >= 0; at = result.indexOf("\\text", at)) {
            int i = skipBlanks(result, at + 5);
            if (i < result.length() && result.charAt(i) == '{') {
                int close = skipBlanks(result, i + 1);
                if (close < result.length() && result.charAt(close) == '}') {
                    result = result.substring(0, at) + result.substring(close + 1);
                    continue;
                }
            }
            at++;
        }
        return result;
    }

    private static int skipBlanks(String text, int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i;
    }

    /** Commas in braces, "and" and "or" become commas; words for percent and infinity become their signs. */
    private static String separators(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean wordStart = i == 0 || !Character.isLetter(text.charAt(i - 1));
            if (c == '{' && text.startsWith("{,}", i)) {
                out.append(',');
                i += 2;
            } else if (c == ' ' && i + 1 < text.length() && text.charAt(i + 1) == '.') {
                out.append(" 0.");
                i++;
            } else if (c == '{' && i + 1 < text.length() && text.charAt(i + 1) == '.') {
                out.append("{0.");
                i++;
            } else if (c == '\\' && connective(text, i) > 0) {
                comma(out);
                i = connective(text, i) - 1;
            } else if (wordStart && isWord(text, i, "and")) {
                comma(out);
                i += 2;
            } else if (wordStart && isWord(text, i, "or")) {
                comma(out);
                i += 1;
            } else if (text.startsWith("\\text{percent}", i)) {
                out.append("\\%");
                i += 13;
            } else if (text.startsWith("percentage", i)) {
                blanks(out);
                out.append("\\%");
                i += 9;
            } else if (text.startsWith("percent", i)) {
                blanks(out);
                out.append("\\%");
                i += 6;
            } else if (text.startsWith("infinity", i)) {
                out.append("\\infty");
                i += 7;
            } else if (text.startsWith("inf", i) && (i == 0 || text.charAt(i - 1) != '\\')) {
                out.append("\\infty");
                i += 2;
            } else if (text.startsWith(" sqrt", i)) {
                out.append("\\sqrt");
                i += 4;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** The end of {@code \text{ and }} or {@code \text{ or }} at that place, -1 if there is none. */
    private static int connective(String text, int at) {
        if (!text.startsWith("\\text{", at)) {
            return -1;
        }
        int close = text.indexOf('}', at);
        if (close < 0) {
            return -1;
        }
        String inner = text.substring(at + 6, close).strip();
        return inner.equals("and") || inner.equals("or") ? close + 1 : -1;
    }

    private static boolean isWord(String text, int at, String word) {
        int end = at + word.length();
        return text.startsWith(word, at) && (end == text.length() || !Character.isLetter(text.charAt(end)));
    }

    /** Puts a comma in the place of a connective, with the comma and the blanks before it unless a letter precedes them. */
    private static void comma(StringBuilder out) {
        int end = out.length();
        while (end > 0 && Character.isWhitespace(out.charAt(end - 1))) {
            end--;
        }
        if (end > 0 && out.charAt(end - 1) == ',' && (end == 1 || !Character.isLetter(out.charAt(end - 2)))) {
            out.setLength(end - 1);
        } else if (end == 0 || !Character.isLetter(out.charAt(end - 1))) {
            out.setLength(end);
        }
        out.append(',');
    }

    private static void blanks(StringBuilder out) {
        while (!out.isEmpty() && Character.isWhitespace(out.charAt(out.length() - 1))) {
            out.setLength(out.length() - 1);
        }
    }

    private static String singleBackslashes(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (text.startsWith("\\\\", i) && i + 2 < text.length() && Character.isLetter(text.charAt(i + 2))) {
                out.append('\\');
                i++;
            } else {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }

    /** Arguments without braces get them: \frac12, \sqrt3, ^(...), sqrt(...). */
    private static String operators(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            if (text.startsWith("\\frac", i) && !isLetterAt(text, i + 5)) {
                out.append("\\frac");
                i = bracedArguments(text, skipBlanks(text, i + 5), out) - 1;
            } else if (text.startsWith("\\sqrt", i) && !isLetterAt(text, i + 5)) {
                out.append("\\sqrt");
                int next = skipBlanks(text, i + 5);
                if (next < text.length() && text.charAt(next) != '{' && text.charAt(next) != '[') {
                    out.append('{').append(text.charAt(next)).append('}');
                    next++;
                }
                i = next - 1;
            } else if (text.startsWith("sqrt(", i)
                    && text.indexOf(')', i) > 0
                    && (i == 0 || text.charAt(i - 1) != '\\')) {
                int close = text.indexOf(')', i);
                out.append("\\sqrt{").append(text, i + 5, close).append('}');
                i = close;
            } else if (text.startsWith("^(", i) && text.indexOf(')', i) > 0) {
                int close = text.indexOf(')', i);
                out.append("^{").append(text, i + 2, close).append('}');
                i = close;
            } else {
                out.append(text.charAt(i));
            }
        }
        return out.toString();
    }

    private static boolean isLetterAt(String text, int at) {
        return at < text.length() && Character.isLetter(text.charAt(at));
    }

    private static int bracedArguments(String text, int from, StringBuilder out) {
        int at = from;
        if (at >= text.length()) {
            return at;
        }
        if (text.charAt(at) == '{') {
            int close = closing(text, at);
            if (close < 0) {
                return at;
            }
            out.append(text, at, close + 1);
            at = skipBlanks(text, close + 1);
            if (at < text.length() && Character.isDigit(text.charAt(at))) {
                out.append('{').append(text.charAt(at)).append('}');
                at++;
            }
            return at;
        }
        if (at + 1 >= text.length()) {
            return at;
        }
        out.append('{').append(text.charAt(at)).append('}');
        at = skipBlanks(text, at + 1);
        if (at < text.length() && text.charAt(at) != '{') {
            int end = at + 1;
            while (Character.isDigit(text.charAt(at)) && end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            out.append('{').append(text, at, end).append('}');
            at = end;
        }
        return at;
    }

    static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            if (text.charAt(i) == '{') {
                depth++;
            } else if (text.charAt(i) == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the contents of the last boxes, joined by commas where several stand close together. */
    static String boxed(String text) {
        List<String> found = new ArrayList<>();
        int before = text.length();
        int next = -1;
        while (true) {
            int box = Math.max(text.lastIndexOf("\\boxed", before - 1), text.lastIndexOf("\\fbox", before - 1));
            if (box < 0 || before == 0) {
                break;
            }
            int open = skipBlanks(text, box + (text.startsWith("\\boxed", box) ? 6 : 5));
            if (open >= text.length()) {
                break;
            }
            if (text.charAt(open) != '{') {
                if (found.isEmpty()) {
                    found.add(text.substring(open));
                }
                break;
            }
            int close = closing(text, open);
            if (close < 0) {
                if (found.isEmpty()) {
                    found.add(text.substring(open));
                }
                break;
            }
            String content = text.substring(open + 1, close).strip();
            if (next >= 0 && !together(text, content, found.getLast(), close, next)) {
                break;
            }
            found.add(content);
            next = box;
            before = box;
        }
        return found.isEmpty() ? text : String.join(",", found.reversed());
    }

    private static boolean together(String text, String content, String nextContent, int end, int next) {
        if (next < end) {
            return false;
        }
        String between = text.substring(end + 1, next);
        if (between.length() < 10) {
            return true;
        }
        boolean separated = between.contains("and")
                || between.contains("or")
                || between.indexOf(',') >= 0
                || between.indexOf(';') >= 0;
        return !content.equals(nextContent) && between.length() < 70 && separated;
    }
}

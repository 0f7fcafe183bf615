package dev.guerdon.rewards.writing;

import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Counts what a text is made of. Each takes time proportional to the text. */
final class TextShape {

    private TextShape() {}

    /** Runs of letters, digits and underscores. */
    static int words(String text) {
        int words = 0;
        boolean inside = false;
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            boolean word = PythonStrings.isWord(c);
            words += word && !inside ? 1 : 0;
            inside = word;
        }
        return words;
    }

    /** Square brackets that close on the same line. */
    static int placeholders(String text) {
        int count = 0;
        int open = text.indexOf('[');
        while (open >= 0) {
            int line = lineEnd(text, open);
            int close = text.indexOf(']', open);
            boolean closed = close >= 0 && close < line;
            count += closed ? 1 : 0;
            open = text.indexOf('[', closed ? close + 1 : line);
        }
        return count;
    }

    /** Lines that begin with a mark, after white space that may span lines. A single star needs something else behind it. */
    static int bullets(String text) {
        return bullets(text, '*') + bullets(text, '-');
    }

    private static int bullets(String text, char mark) {
        int count = 0;
        int at = 0;
        while (at < text.length()) {
            if (at > 0 && text.charAt(at - 1) != '\n') {
                at = lineEnd(text, at) + 1;
                continue;
            }
            int first = at;
            while (first < text.length() && PythonStrings.isSpace(text.charAt(first))) {
                first++;
            }
            // What follows a star may be the end of its line; the bullet then takes the next line too.
            int after = first + (mark == '*' ? 2 : 1);
            boolean bullet = after <= text.length()
                    && text.charAt(first) == mark
                    && (mark != '*' || text.charAt(first + 1) != '*');
            count += bullet ? 1 : 0;
            at = bullet ? lineEnd(text, after) : first + 1;
        }
        return count;
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    /** Parts between three stars with at most one white space on each side. */
    static List<String> starredParts(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        int stars = text.indexOf("***");
        while (stars >= 0) {
            int end = stars > start && PythonStrings.isSpace(text.charAt(stars - 1)) ? stars - 1 : stars;
            parts.add(text.substring(start, end));
            start = stars + 3;
            if (start < text.length() && PythonStrings.isSpace(text.charAt(start))) {
                start++;
            }
            stars = text.indexOf("***", start);
        }
        parts.add(text.substring(start));
        return parts;
    }

    /** Parts between a separator. */
    static List<String> parts(String text, String separator) {
        return List.of(text.split(Pattern.quote(separator), -1));
    }

    static boolean isBlank(String text) {
        return PythonStrings.strip(text).isEmpty();
    }

    /** Stretches between stars on a line that are not blank, between single and between double stars, as lm-eval counts them. */
    static int highlights(String text) {
        return highlighted(text, "*", null) + highlighted(text, "**", null);
    }

    /** Returns each stretch between stars once. */
    static int distinctHighlights(String text) {
        StringBuilder rest = new StringBuilder(text);
        int twice = highlighted(text, "**", rest);
        return twice + highlighted(rest.toString(), "*", null);
    }

    private static int highlighted(String text, String mark, @Nullable StringBuilder cleared) {
        int count = 0;
        int open = text.indexOf(mark);
        while (open >= 0) {
            int from = open + mark.length();
            int close = from;
            while (close < text.length() && text.charAt(close) != '*' && text.charAt(close) != '\n') {
                close++;
            }
            if (text.startsWith(mark, close)) {
                count += isBlank(text.substring(from, close)) ? 0 : 1;
                int end = close + mark.length();
                if (cleared != null) {
                    cleared.replace(open, end, "\n".repeat(end - open));
                }
                open = text.indexOf(mark, end);
            } else {
                // Nothing before the place where it failed can succeed, except a mark that overlaps this one.
                open = text.indexOf(mark, close > from ? close : open + 1);
            }
        }
        return count;
    }

    /** Returns whether a line has something between double angle brackets. */
    static boolean hasTitle(String text) {
        for (String line : parts(text, "\n")) {
            int open = line.indexOf("<<");
            int close = line.lastIndexOf(">>");
            if (open >= 0 && close >= open + 3) {
                int from = open;
                int to = close + 2;
                while (from < to && line.charAt(from) == '<') {
                    from++;
                }
                while (to > from && line.charAt(to - 1) == '>') {
                    to--;
                }
                if (!isBlank(line.substring(from, to))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** {@code str.isupper()}: has letters with case, all of them capitals. */
    static boolean isUpper(String text) {
        return hasCase(text, true);
    }

    /** {@code str.islower()}: has letters with case, none of them a capital. */
    static boolean isLower(String text) {
        return hasCase(text, false);
    }

    private static boolean hasCase(String text, boolean upper) {
        boolean found = false;
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            boolean isUpper = Character.isUpperCase(c);
            boolean isLower = Character.isLowerCase(c);
            if (Character.isTitleCase(c) || (upper ? isLower : isUpper)) {
                return false;
            }
            found |= upper ? isUpper : isLower;
        }
        return found;
    }

    /** Returns the first word of a paragraph that is not blank, in lower case and up to its first mark. */
    static String firstWord(String paragraph) {
        String word = PythonStrings.split(paragraph).getFirst();
        int start = 0;
        while (start < word.length() && word.charAt(start) == '\'') {
            start++;
        }
        while (start < word.length() && word.charAt(start) == '"') {
            start++;
        }
        StringBuilder first = new StringBuilder();
        int c;
        for (int i = start; i < word.length(); i += Character.charCount(c)) {
            c = word.codePointAt(i);
            if (".,?!'\"".indexOf(c) >= 0) {
                break;
            }
            first.append(PythonStrings.lower(Character.toString(c)));
        }
        return first.toString();
    }
}

package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.MeasureUnits;
import java.util.Set;

/** Cuts units off the way Math-Verify does, by words of our own. */
final class UnitCut {

    /** Letters that count as units after a number, as seen in its verdicts. */
    private static final String UNIT_LETTERS = "cdghlmost";

    /** Units of ours that stay. */
    private static final Set<String> KEPT = Set.of("dollar", "dollars", "point", "points", "solution", "solutions");

    /** Words that are no units of ours but are dropped like one. */
    private static final Set<String> DROPPED = Set.of(
            "degree", "deg", "th", "st", "rd", "am", "pm", "square", "cubic", "sq", "more", "less", "per", "ratio");

    private UnitCut() {}

    /** Returns the text without the unit at its end. */
    static String withoutUnits(String text) {
        String result = text;
        int first = Math.min(index(result, "\\text{"), index(result, "\\mbox{"));
        if (first < result.length()) {
            String tail = result.strip();
            boolean power = tail.length() > 2
                    && tail.charAt(tail.length() - 2) == '^'
                    && Character.isDigit(tail.charAt(tail.length() - 1));
            boolean ends = power ? tail.charAt(tail.length() - 3) == '}' : result.endsWith("}");
            if (ends && !result.substring(0, first).isBlank()) {
                result = result.substring(0, first).strip();
            }
        }
        for (int round = 0; round < 2; round++) {
            result = withoutUnit(result);
        }
        return result;
    }

    private static int index(String text, String part) {
        int index = text.indexOf(part);
        return index < 0 ? text.length() : index;
    }

    private static String withoutUnit(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        // The longest unit that follows a digit, a brace or a blank.
        for (int start = Math.max(1, end - 18); start < end; start++) {
            char before = text.charAt(start - 1);
            if (!Character.isDigit(before) && before != '}' && before != ' ') {
                continue;
            }
            String word = text.substring(start, end);
            if (isUnit(word)) {
                String rest = text.substring(0, start);
                int cut = rest.length();
                while (cut > 1 && rest.charAt(cut - 1) == ' ' && rest.charAt(cut - 2) == ' ') {
                    cut--;
                }
                rest = rest.substring(0, cut);
                return rest.isBlank() ? text : rest;
            }
        }
        return text;
    }

    private static boolean isUnit(String word) {
        if (word.length() == 1) {
            return UNIT_LETTERS.contains(word);
        }
        if (KEPT.contains(word)) {
            return false;
        }
        String single = word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
        return DROPPED.contains(word) || DROPPED.contains(single) || MeasureUnits.isListed(word);
    }
}

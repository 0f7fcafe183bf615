package dev.guerdon.math;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the whole number with which a response ends. */
final class LastDigits {

    /** The characters before and after that are looked at. */
    private static final int NEAR = 200;

    /** A number of which the digits are a part, or one before them in a list. */
    private static final Pattern JOINED =
            Pattern.compile("(?:[\\p{L}\\p{N}][.,/^_-]|[-\u2212.\\p{L}_^]|\\band |[,;/|])$");

    /** A number before them, and what separates both. */
    private static final Pattern LISTED =
            Pattern.compile("(?<line>[^\\n]*?)(?<number>\\d++)(?<between>[\"'\\s.,;)\\]]{1,5}(?:- )?)$");

    private static final Pattern REFUSED = Pattern.compile(
            "\\b(?:not|never|neither|nor|or|either|maybe|perhaps|possibly|might|may|could|whether|cannot|except|instead|but|wrong|false|incorrect|\\w+n['\u2019]t)\\b|\\?",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SENTENCE = Pattern.compile("[.!?]\\s|\\n");

    private LastDigits() {}

    /** Returns whether another number stands before, unless it ends a sentence above: then the digits are the answer below it. */
    private static boolean isListed(String expected, String before) {
        Matcher listed = LISTED.matcher(before);
        return listed.find()
                && !listed.group("number").equals(expected)
                && !((listed.group("between").contains("\n\n")
                                || listed.group("between").contains(".\n"))
                        && listed.group("line").chars().anyMatch(Character::isLetter));
    }

    /** Returns whether a response ends with the expected digits as a number of its own, neither denied nor doubted nor one of a list. */
    static boolean are(String expected, String response) {
        int thought = response.lastIndexOf("</think>");
        String spoken = thought < 0 ? response : response.substring(thought);
        int unclosed = spoken.indexOf("<think>");
        spoken = unclosed < 0 ? spoken : spoken.substring(0, unclosed);
        int end = spoken.length();
        while (end > 0 && !Character.isDigit(spoken.charAt(end - 1))) {
            end--;
        }
        int start = end;
        while (start > 0 && Character.isDigit(spoken.charAt(start - 1))) {
            start--;
        }
        if (start == end || !spoken.substring(start, end).equals(expected)) {
            return false;
        }
        String before = spoken.substring(Math.max(0, start - NEAR), start);
        String after = spoken.substring(end, Math.min(spoken.length(), end + NEAR));
        Matcher sentences = SENTENCE.matcher(before);
        int from = 0;
        while (sentences.find()) {
            from = sentences.end();
        }
        return !JOINED.matcher(before).find()
                && !isListed(expected, before)
                && (after.isEmpty() || !Character.isLetter(after.charAt(0)))
                && !REFUSED.matcher(before.substring(from)).find()
                && !REFUSED.matcher(after).find();
    }
}

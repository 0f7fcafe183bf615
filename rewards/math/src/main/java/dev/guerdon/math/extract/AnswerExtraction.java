package dev.guerdon.math.extract;

import dev.guerdon.api.Internal;
import java.util.Optional;

/** Finds the answer in a response. Every method is linear in the length of the response. */
@Internal
public final class AnswerExtraction {

    private AnswerExtraction() {}

    /** The content of the last {@code \boxed{...}} or {@code \fbox{...}} with balanced braces, the whole response if there is none. */
    public static String boxedOrAll(String response) {
        return boxed(response).orElse(response);
    }

    /** The content of the last {@code \boxed{...}} or {@code \fbox{...}} with balanced braces. */
    public static Optional<String> boxed(String response) {
        int first = response.indexOf('\\');
        int box = first < 0 ? -1 : Math.max(response.lastIndexOf("\\boxed"), response.lastIndexOf("\\fbox"));
        if (box < 0) {
            return Optional.empty();
        }
        int open = response.startsWith("\\boxed", box) ? box + 6 : box + 5;
        while (open < response.length() && response.charAt(open) == ' ') {
            open++;
        }
        if (open < response.length() && response.charAt(open) == '{') {
            int close = closing(response, open);
            if (close > 0) {
                return Optional.of(response.substring(open + 1, close));
            }
        }
        // The last box is the answer; where it is not closed there is none.
        return Optional.empty();
    }

    /** Returns how many boxes a response has. */
    public static int boxes(String response) {
        int count = 0;
        for (int at = response.indexOf('\\'); at >= 0; at = response.indexOf('\\', at + 1)) {
            if (response.startsWith("\\boxed", at) || response.startsWith("\\fbox", at)) {
                count++;
            }
        }
        return count;
    }

    /** The content of the boxes where all of them say the same, nothing where they differ or there is none. */
    public static Optional<String> onlyBox(String response) {
        Optional<String> last = boxed(response);
        if (last.isEmpty()) {
            return last;
        }
        String content = last.get();
        for (int at = response.indexOf('\\'); at >= 0; at = response.indexOf('\\', at + 1)) {
            if (response.startsWith("\\boxed", at) || response.startsWith("\\fbox", at)) {
                int open = response.indexOf('{', at);
                boolean same = open >= 0 && response.startsWith(content + "}", open + 1);
                if (!same && !content.contains("\\boxed")) {
                    return Optional.empty();
                }
            }
        }
        return last;
    }

    /** The last number with its sign, separators, decimals or denominator. */
    public static Optional<String> lastNumber(String response) {
        int end = response.length();
        while (end > 0 && !isDigit(response.charAt(end - 1))) {
            end--;
        }
        int start = end;
        while (start > 0 && isNumberPart(response, start - 1)) {
            start--;
        }
        if (start > 0 && start < end && response.charAt(start - 1) == '-') {
            start--;
        }
        return start == end ? Optional.empty() : Optional.of(response.substring(start, end));
    }

    private static boolean isNumberPart(String text, int at) {
        char c = text.charAt(at);
        boolean inner = c == '.' || c == ',' || c == '/';
        return isDigit(c) || (inner && at > 0 && isDigit(text.charAt(at - 1)) && isDigit(text.charAt(at + 1)));
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** The last run of digits, empty if there is none. */
    public static String lastDigits(String text) {
        int end = text.length();
        while (end > 0 && !isDigit(text.charAt(end - 1))) {
            end--;
        }
        int start = end;
        while (start > 0 && isDigit(text.charAt(start - 1))) {
            start--;
        }
        return text.substring(start, end);
    }

    /** The last run of digits of the first line that has any: what AgentFly takes for the last number of a text. */
    public static String lastDigitsOfFirstLine(String text) {
        int from = 0;
        while (from <= text.length()) {
            int end = text.indexOf('\n', from);
            String line = text.substring(from, end < 0 ? text.length() : end);
            String digits = lastDigits(line);
            if (!digits.isEmpty() || end < 0) {
                return digits;
            }
            from = end + 1;
        }
        return "";
    }

    /** Everything from the first box to the last brace inside {@code <answer>} tags, as AgentFly cuts it; empty if there is none. */
    public static String boxInAnswerTags(String response) {
        int tag = response.indexOf("<answer>");
        int end = response.lastIndexOf("</answer>");
        int box = tag < 0 ? -1 : response.indexOf("\\boxed{", tag);
        if (box < 0 || end < box) {
            return "";
        }
        int brace = response.lastIndexOf('}', end);
        return brace < box ? "" : response.substring(box, brace + 1);
    }

    private static boolean isDigit(char c) {
        return Character.isDigit(c);
    }

    /** The text inside the first {@code <answer>...</answer>}. */
    public static Optional<String> answerTag(String response) {
        return between(response, "<answer>", "</answer>");
    }

    /** The text inside the first {@code <think>...</think>}; text that only closes it counts from its beginning. */
    public static Optional<String> thinking(String response) {
        Optional<String> tagged = between(response, "<think>", "</think>");
        if (tagged.isPresent()) {
            return tagged;
        }
        int close = response.indexOf("</think>");
        return close < 0 ? Optional.empty() : Optional.of(response.substring(0, close));
    }

    private static Optional<String> between(String text, String open, String close) {
        int start = text.indexOf(open);
        if (start < 0) {
            return Optional.empty();
        }
        int end = text.indexOf(close, start + open.length());
        return end < 0 ? Optional.empty() : Optional.of(text.substring(start + open.length(), end));
    }
}

package dev.guerdon.math.extract;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Finds the answer in a response. Every method is linear in the length of the response. */
@Internal
public final class AnswerExtraction {

    /** Boxes within a box that are looked into. */
    private static final int MAX_NESTED = 20;

    /** What stands between boxes that are one answer. */
    private static final Pattern BETWEEN = Pattern.compile(
            "(?:[\\s$,;&.]|\\\\[,;:!()\\[\\] ]|\\\\\\\\|\\\\q?quad|\\b(?:and|or)\\b|\\\\text ?\\{ ?(?:and|or) ?\\})*+");

    /** What stands between answers on lines of their own, or in formulas of their own. */
    private static final Pattern SEVERAL =
            Pattern.compile("[,;.]?\\s*\\n\\s*(?:and\\b\\s*)?|(?<=[^\\s\\\\$]\\$) +(?=\\$[^\\s$])");

    private static final Pattern ANNOUNCED =
            Pattern.compile("^\\s*(?:[Tt]he )?(?:[Ff]inal |[Cc]orrect )?[Aa]nswer(?: is:? |: )(?=\\S)");

    /** The mark of a part or an item. */
    private static final Pattern LABEL = Pattern.compile("^\\s*(?:\\([a-d1-9ivx]{1,3}\\)|[a-d1-9][.)]|[-*•])\\s+");

    private AnswerExtraction() {}

    /** Returns the content of the last {@code \boxed{...}} or {@code \fbox{...}} with balanced braces, the whole response if there is none. */
    public static String boxedOrAll(String response) {
        return boxed(response).orElse(response);
    }

    /**
     * Returns the content of the last {@code \boxed{...}} or {@code \fbox{...}} with balanced braces. A box in a box is a part of it, and boxes
     * with nothing between them but commas, "and" or "or" are one answer.
     */
    public static Optional<String> boxed(String response) {
        if (response.indexOf('\\') < 0) {
            return Optional.empty();
        }
        String answer = null;
        String last = "";
        int after = -1;
        for (int box = nextBox(response, 0); box >= 0; box = nextBox(response, after)) {
            int open = opening(response, box);
            int close = open < 0 ? -1 : closing(response, open);
            if (close < 0) {
                // The last box is the answer; where it is not closed there is none.
                int next = nextBox(response, box + 1);
                if (open >= 0 && next >= 0) {
                    int inner = Math.max(response.lastIndexOf("\\boxed"), response.lastIndexOf("\\fbox"));
                    int from = opening(response, inner);
                    int to = from < 0 ? -1 : closing(response, from);
                    return to < 0 ? Optional.empty() : Optional.of(response.substring(from + 1, to));
                }
                if (next < 0) {
                    return Optional.empty();
                }
                answer = null;
                after = box + 1;
                continue;
            }
            String content = unwrapped(response.substring(open + 1, close));
            String between = answer == null || box - after > 60 ? null : response.substring(after, box);
            if (between == null || !BETWEEN.matcher(between).matches()) {
                answer = content;
            } else if (!content.strip().equals(last.strip())) {
                answer = answer + (between.contains("or") ? " or " : ", ") + content;
            }
            last = content;
            after = close + 1;
        }
        return Optional.ofNullable(answer);
    }

    /** Returns an expected answer: all of its boxes, or the whole of it if there is none. */
    public static String expected(String written) {
        String answer = ANNOUNCED.matcher(written).replaceFirst("");
        Set<String> contents = new LinkedHashSet<>();
        int after = 0;
        for (int box = nextBox(answer, 0); box >= 0; box = nextBox(answer, after)) {
            int open = opening(answer, box);
            int close = open < 0 ? -1 : closing(answer, open);
            if (close < 0) {
                return boxedOrAll(answer);
            }
            contents.add(unwrapped(answer.substring(open + 1, close)).strip());
            after = close + 1;
        }
        return contents.size() < 2
                ? boxedOrAll(answer)
                : boxed(answer)
                        .filter(joined -> contents.stream().allMatch(joined::contains))
                        .orElseGet(() -> String.join(", ", contents));
    }

    /**
     * Returns several lines or formulas as a list, any other text as it is.
     *
     * @param reads whether a text can be read as mathematics as a whole
     */
    public static String listed(String text, Predicate<String> reads) {
        if (text.length() > 4_000 || text.contains("\\begin")) {
            return text;
        }
        String[] lines = SEVERAL.split(text.strip(), 0);
        if (lines.length < 2) {
            return text;
        }
        List<String> items = new ArrayList<>();
        for (String line : lines) {
            String item = LABEL.matcher(line).replaceFirst("").strip();
            if (!reads.test(item)) {
                return text;
            }
            items.add(item);
        }
        return String.join(", ", items);
    }

    /** Returns a box without "the answer is" in front, and one that holds nothing but boxes as what these hold. */
    private static String unwrapped(String whole) {
        String content = ANNOUNCED.matcher(whole).replaceFirst("");
        if (boxes(content) > MAX_NESTED) {
            return content;
        }
        int after = 0;
        for (int box = nextBox(content, 0); box >= 0; box = nextBox(content, after)) {
            int open = opening(content, box);
            int close = open < 0 ? -1 : closing(content, open);
            if (close < 0
                    || box - after > 60
                    || !BETWEEN.matcher(content.substring(after, box)).matches()) {
                return content;
            }
            after = close + 1;
        }
        return after > 0 && content.substring(after).isBlank() ? boxed(content).orElse(content) : content;
    }

    private static int nextBox(String text, int from) {
        for (int at = text.indexOf('\\', from); at >= 0; at = text.indexOf('\\', at + 1)) {
            if (text.startsWith("\\boxed", at) || text.startsWith("\\fbox", at)) {
                return at;
            }
        }
        return -1;
    }

    /** Returns the brace that opens a box, -1 if none follows its name. */
    private static int opening(String text, int box) {
        int open = text.startsWith("\\boxed", box) ? box + 6 : box + 5;
        while (open < text.length() && text.charAt(open) == ' ') {
            open++;
        }
        return open < text.length() && text.charAt(open) == '{' ? open : -1;
    }

    /** Returns how many boxes a response has. */
    public static int boxes(String response) {
        int count = 0;
        for (int at = nextBox(response, 0); at >= 0; at = nextBox(response, at + 1)) {
            count++;
        }
        return count;
    }

    /** Returns the content of the boxes where all of them say the same, nothing where they differ or there is none. */
    public static Optional<String> onlyBox(String response) {
        Optional<String> last = boxed(response);
        if (last.isEmpty()) {
            return last;
        }
        String content = last.get();
        for (int at = nextBox(response, 0); at >= 0; at = nextBox(response, at + 1)) {
            int open = response.indexOf('{', at);
            boolean same = open >= 0 && response.startsWith(content + "}", open + 1);
            if (!same && !content.contains("\\boxed")) {
                return Optional.empty();
            }
        }
        return last;
    }

    /** Returns the last number with its sign, separators, decimals or denominator. */
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

    /** Returns the last run of digits, empty if there is none. */
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

    /** Returns the last run of digits of the first line that has any: what AgentFly takes for the last number of a text. */
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

    /** Returns everything from the first box to the last brace inside {@code <answer>} tags, as AgentFly cuts it; empty if there is none. */
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

    /** Returns the text inside the first {@code <answer>...</answer>}. */
    public static Optional<String> answerTag(String response) {
        return between(response, "<answer>", "</answer>");
    }

    /** Returns the text inside the first {@code <think>...</think>}; text that only closes it counts from its beginning. */
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

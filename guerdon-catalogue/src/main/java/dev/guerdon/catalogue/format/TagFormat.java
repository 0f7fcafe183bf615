package dev.guerdon.catalogue.format;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import java.util.List;

/** Tags around the thoughts and the answer of a response: as TRL and open-r1 check them, and strictly. */
@Internal
public final class TagFormat {

    private static final String THINK = "<think>";
    private static final String THINK_END = "</think>";
    private static final String ANSWER = "<answer>";
    private static final String ANSWER_END = "</answer>";

    /** What to say of a form that is right. */
    public static final String RIGHT = "";

    private TagFormat() {}

    /** TRL: begins with a thought that ends, and no second one begins. */
    public static boolean trlThinks(String text) {
        return text.startsWith(THINK)
                && text.indexOf(THINK, THINK.length()) < 0
                && text.indexOf(THINK_END, THINK.length()) >= 0;
    }

    /** open-r1: a thought and an answer on lines of their own; anything may follow on further lines. */
    public static boolean openR1(String text) {
        String between = "\n" + THINK_END + "\n" + ANSWER + "\n";
        int middle = text.startsWith(THINK + "\n") ? text.indexOf(between, THINK.length() + 1) : -1;
        if (middle < 0) {
            return false;
        }
        String end = "\n" + ANSWER_END;
        int at = text.indexOf(end, middle + between.length());
        while (at >= 0) {
            int after = at + end.length();
            if (after == text.length() || text.charAt(after) == '\n') {
                return true;
            }
            at = text.indexOf(end, at + 1);
        }
        return false;
    }

    /** open-r1: a quarter for each of four tags that is there once. */
    public static double openR1TagCount(String text) {
        double sum = 0;
        for (String tag : List.of(THINK + "\n", "\n" + THINK_END + "\n", "\n" + ANSWER + "\n", "\n" + ANSWER_END)) {
            sum += count(text, tag) == 1 ? 0.25 : 0;
        }
        return sum;
    }

    /** A quarter for each of four tags that is there once, and after the one before it. */
    public static double tagCount(String text) {
        int last = -1;
        double sum = 0;
        for (String tag : List.of(THINK, THINK_END, ANSWER, ANSWER_END)) {
            int at = text.indexOf(tag);
            if (at > last && text.indexOf(tag, at + 1) < 0) {
                sum += 0.25;
                last = at;
            }
        }
        return sum;
    }

    /** Why the response is not one thought and then something; {@link #RIGHT} where it is. */
    public static String faultOfThinking(String text) {
        String once = faultOfCounts(text, List.of(THINK, THINK_END));
        if (!once.isEmpty()) {
            return once;
        }
        int open = text.indexOf(THINK);
        int close = text.indexOf(THINK_END);
        if (close < open) {
            return THINK_END + " comes before " + THINK;
        }
        if (!isBlank(text, 0, open)) {
            return "there is text before " + THINK;
        }
        if (isBlank(text, open + THINK.length(), close)) {
            return "the thought is empty";
        }
        return isBlank(text, close + THINK_END.length(), text.length()) ? "nothing follows the thought" : RIGHT;
    }

    /** Why the response is not one thought and then one answer, with only white space outside; {@link #RIGHT} where it is. */
    public static String faultOfThinkingAndAnswer(String text) {
        String once = faultOfCounts(text, List.of(THINK, THINK_END, ANSWER, ANSWER_END));
        if (!once.isEmpty()) {
            return once;
        }
        int think = text.indexOf(THINK);
        int thinkEnd = text.indexOf(THINK_END);
        int answer = text.indexOf(ANSWER);
        int answerEnd = text.indexOf(ANSWER_END);
        if (!(think < thinkEnd && thinkEnd < answer && answer < answerEnd)) {
            return "the tags are not in the order " + THINK + THINK_END + ANSWER + ANSWER_END;
        }
        if (!isBlank(text, 0, think)
                || !isBlank(text, thinkEnd + THINK_END.length(), answer)
                || !isBlank(text, answerEnd + ANSWER_END.length(), text.length())) {
            return "there is text outside the tags";
        }
        if (isBlank(text, think + THINK.length(), thinkEnd)) {
            return "the thought is empty";
        }
        return isBlank(text, answer + ANSWER.length(), answerEnd) ? "the answer is empty" : RIGHT;
    }

    private static String faultOfCounts(String text, List<String> tags) {
        for (String tag : tags) {
            int count = count(text, tag);
            if (count != 1) {
                return count == 0 ? "there is no " + tag : tag + " is there " + count + " times";
            }
        }
        return RIGHT;
    }

    /** How often a part is there, none overlapping another. */
    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    private static boolean isBlank(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Strings.isSpace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}

package dev.guerdon.agent.loop;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the final response in what an assistant wrote last. */
@Internal
public final class FinalResponse {

    private static final Pattern MARK =
            Pattern.compile("(?im)^[ \\t>*_#]*final[ \\t]+answer[ \\t]*[*_]*[ \\t]*:[ \\t]*[*_]*");
    private static final String OPEN = "<answer>";
    private static final String CLOSE = "</answer>";

    private FinalResponse() {}

    public static String of(Trajectory trajectory) {
        return in(trajectory.finalResponse());
    }

    /** Whether the text marks its answer, by {@code Final Answer:} or {@code <answer>}. */
    static boolean isMarked(String text) {
        return text.contains(OPEN) || MARK.matcher(text).find();
    }

    /** What follows the last {@code Final Answer:}, else what the last {@code <answer>} holds, else the whole text; trimmed. */
    static String in(String text) {
        Matcher mark = MARK.matcher(text);
        int from = -1;
        while (mark.find()) {
            from = mark.end();
        }
        if (from >= 0) {
            return inTags(text.substring(from)).strip();
        }
        return inTags(text).strip();
    }

    private static String inTags(String text) {
        int open = text.lastIndexOf(OPEN);
        if (open < 0) {
            return text;
        }
        int from = open + OPEN.length();
        int close = text.indexOf(CLOSE, from);
        return text.substring(from, close < 0 ? text.length() : close);
    }
}

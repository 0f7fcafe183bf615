package dev.guerdon.math;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a question of multiple choice.
 *
 * @param letter its letter
 * @param text what stands beside the letter, empty where there is nothing
 */
record ChoiceAnswer(char letter, String text) {

    private static final String STYLE = "(?:\\\\(?:text|textbf|textrm|mathrm|mathbf|mbox|bf|rm) ?\\{? ?)*";

    private static final Pattern MARKED = Pattern.compile(
            STYLE + "(?:(?:[Oo]ption|[Cc]hoice|[Aa]nswer):? ?)?" + STYLE
                    + "(?:\\( ?([A-J]) ?\\)|([A-J]) ?[).:])\\.? ?\\}*(?:(?:\\\\[ ,;:!]|\\\\q?quad| |~|:)*(.*))",
            Pattern.DOTALL);

    private static final Pattern REMARK = Pattern.compile(
            "^[,;/&+?]|\\?\\W*$|\\([A-J]\\)|\\b(?:or|and|is|not|nor|but|wrong|incorrect|false|maybe)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern NAMED =
            Pattern.compile(STYLE + "(?:[Oo]ption|[Cc]hoice|[Aa]nswer):? ?\\(?([A-J])\\)?\\.?\\}*");

    private static final Pattern BARE = Pattern.compile(STYLE + "([A-J])\\.?\\}*");

    /** Returns the choice that a text makes, null where it makes none. */
    static @Nullable ChoiceAnswer of(String answer) {
        String text = answer.replace("$", "").strip();
        if (text.length() > 300) {
            return null;
        }
        Matcher bare = BARE.matcher(text);
        if (bare.matches()) {
            return new ChoiceAnswer(bare.group(1).charAt(0), "");
        }
        Matcher named = NAMED.matcher(text);
        if (named.matches()) {
            return new ChoiceAnswer(named.group(1).charAt(0), "");
        }
        Matcher marked = MARKED.matcher(text);
        if (!marked.matches()) {
            return null;
        }
        String letter = marked.group(1) != null ? marked.group(1) : marked.group(2);
        String rest = marked.group(3).strip();
        // "(A) or (B)" and "(A) is wrong" choose nothing.
        return REMARK.matcher(rest).find() ? null : new ChoiceAnswer(letter.charAt(0), rest);
    }
}

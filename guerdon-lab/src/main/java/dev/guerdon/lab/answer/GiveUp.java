package dev.guerdon.lab.answer;

import dev.guerdon.api.Internal;
import java.util.regex.Pattern;

/** Tells an answer that only says that there is none, such as "I don't know", from an answer. */
@Internal
public final class GiveUp {

    private static final int LONGEST = 300;

    private static final Pattern WORDS = Pattern.compile(
            "(?i)\\W*(?:unknown|none|null|nil|n\\s?/\\s?a|undefined|no idea"
                    + "|not (?:available|found|known|sure|applicable|specified)(?: yet)?"
                    + "|no (?:answer|data|information|results?)(?: (?:was |were )?(?:found|available|given))?"
                    + "|(?:the |this |that )?(?:answer|information|data) (?:is |was |could )?not (?:be )?(?:available|found|given|known|provided|determined)(?: .{0,60})?"
                    + "|(?:i|we) have no (?:way|means) (?:of|to) .{0,60}|there is no (?:answer|information|data)(?: .{0,60})?"
                    + "|i (?:do not|don[’']t|do n[’']t) know(?: .{0,60})?|i am not sure|i[’']m not sure|cannot (?:be )?determined?)\\W*");

    private static final Pattern FAILED =
            Pattern.compile("(?i)\\b(?:could not|couldn[’']t|cannot|can[’']t|can not|unable to"
                    + "|(?:was|am|were|is|been) (?:not|un)\\s?able to|did not|didn[’']t|failed to|do not have|don[’']t have)\\s+(?:\\w+\\s+)?"
                    + "(?:find|found|determine|access|answer|open|locate|verify|retrieve|load|identify|provide|reach|get|see|help|complete"
                    + "|obtain|enough|the information)\\b");

    private static final Pattern YET = Pattern.compile(
            "(?i)\\b(?:but|however|guess|estimate[ds]?|probably|likely|approximately|about \\d|instead|still)\\b");

    private static final Pattern SORRY = Pattern.compile(
            "(?i)^(?:(?:i am|i[’']m|we are)?\\s*(?:very )?sorry|unfortunately|i apologi[sz]e)\\W+(?:but\\s+)?");

    private GiveUp() {}

    /** Whether a text gives no answer though it has words. Where the gold answer itself reads so, it is one. */
    public static boolean is(String answer, String gold) {
        return says(answer) && !says(gold);
    }

    private static boolean says(String text) {
        String stripped = SORRY.matcher(text.strip()).replaceFirst("");
        if (stripped.isEmpty() || stripped.length() > LONGEST) {
            return false;
        }
        return WORDS.matcher(stripped).matches()
                || (FAILED.matcher(stripped).find() && !YET.matcher(stripped).find());
    }
}

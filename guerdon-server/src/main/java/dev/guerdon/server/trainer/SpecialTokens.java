package dev.guerdon.server.trainer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The marks that tokenizers put behind a text, such as {@code <|im_end|>} or {@code </s>}; a reward would read them as a part of the answer. */
final class SpecialTokens {

    /** One mark at the end. No repetition is inside of another, so a long text takes no longer than its end. */
    private static final Pattern LAST = Pattern.compile(
            "(?:<[|｜][^|｜<>\\s]{1,60}[|｜]>|</s>|<s>|<eos>|<pad>|<end_of_turn>|<end_of_text>|\\[PAD])\\s*\\z");

    /** The longest mark with some space behind it. */
    private static final int LONGEST = 200;

    private SpecialTokens() {}

    /** A text without the marks at its end, and as it is where there are none. */
    static String withoutLast(String text) {
        String rest = text;
        while (true) {
            Matcher last = LAST.matcher(rest).region(Math.max(0, rest.length() - LONGEST), rest.length());
            if (!last.find()) {
                return rest;
            }
            rest = rest.substring(0, last.start());
        }
    }
}

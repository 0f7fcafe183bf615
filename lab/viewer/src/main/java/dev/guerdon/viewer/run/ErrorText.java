package dev.guerdon.viewer.run;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Common text of errors of one kind: numbers, addresses, paths, ids and quoted texts are folded into marks, so that messages which
 * differ in nothing else become one.
 */
final class ErrorText {

    /** Bounds the time, too: a quote that is never closed is looked for up to the end. */
    private static final int LONGEST = 2000;

    private static final int HASH = 8;
    private static final String WORD = "[\\p{javaLetterOrDigit}_]";
    private static final String DIGIT = "\\p{javaDigit}";
    private static final String ENDS_WORD = "\\p{javaWhitespace}\"'`“‘«()\\[\\]{}<>,;|=";
    private static final String IN_WORD = "[^" + ENDS_WORD + "]";

    /** A new word, with the first character of one, of an address or of a path. */
    private static final String BEGINS = "(?<!" + WORD + ")(?=[\\p{javaLetterOrDigit}_/~.-])";

    /** A sentence may end behind an address or a path. */
    private static final String NO_STOP = "(?<![.:!?,;)])";

    /** What may stand at a place, in the order in which it is looked for; an apostrophe within a word opens no quote. */
    private static final Pattern PART = Pattern.compile(
            "(?<space>\\p{javaWhitespace}+)"
                    + "|(?<!\\p{javaLetterOrDigit})(?<quoted>\"[^\"]*+\"|`[^`]*+`|“[^”]*+”|‘[^’]*+’|«[^»]*+»"
                    + "|'(?:[^']++|'(?=\\p{javaLetterOrDigit}))*+')"
                    + ("|(?<url>" + BEGINS + IN_WORD + "*?://[^\\p{javaWhitespace}\"'`“‘«<>]*" + NO_STOP + ")")
                    + ("|(?<path>" + BEGINS + "(?:" + IN_WORD + ":[\\\\/]" + IN_WORD + "*|(?:~/|\\./)" + IN_WORD + "*|/"
                            + IN_WORD
                            + "*[^.:!?" + ENDS_WORD + "]|" + IN_WORD + "*[\\\\/]" + IN_WORD + "*[\\\\/]" + IN_WORD
                            + "*)" + NO_STOP
                            + ")")
                    + ("|(?<!" + WORD + ")(?<word>" + WORD + "(?:" + WORD + "++|[-.:](?=" + DIGIT + "|(?<=" + DIGIT
                            + "[-.:])" + WORD + "))*+)"),
            Pattern.DOTALL);

    private static final Pattern NUMBER = Pattern.compile(DIGIT + "(?:" + DIGIT + "++|[.:-](?=" + DIGIT + "))*+");

    private ErrorText() {}

    /** Returns the kind of a message, at most as long as the message. */
    static String normalised(String message) {
        String text = message.strip();
        return PART.matcher(text.substring(0, Math.min(text.length(), LONGEST)))
                .replaceAll(ErrorText::mark)
                .strip();
    }

    private static String mark(MatchResult part) {
        String text = part.group();
        String mark = part.group("space") != null
                ? " "
                : part.group("quoted") != null
                        ? text.charAt(0) + "…" + text.charAt(text.length() - 1)
                        : part.group("url") != null
                                ? "<url>"
                                : part.group("path") != null
                                        ? "<path>"
                                        : isHex(text)
                                                ? "<id>"
                                                : NUMBER.matcher(text).replaceAll("#");
        return Matcher.quoteReplacement(mark);
    }

    private static boolean isHex(String word) {
        boolean marked = word.startsWith("0x") || word.startsWith("0X");
        String digits = word.substring(marked ? 2 : 0).replace("-", "");
        boolean hex = digits.chars().allMatch(c -> Character.digit(c, 16) >= 0);
        return hex
                && (marked
                        ? !digits.isEmpty()
                        : digits.length() >= HASH
                                && digits.chars().anyMatch(Character::isDigit)
                                && digits.chars().anyMatch(Character::isLetter));
    }
}

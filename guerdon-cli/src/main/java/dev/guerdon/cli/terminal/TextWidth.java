package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.utils.WCWidth;

/**
 * How many columns of a terminal a text takes: East Asian characters and emoji take two, combining marks none.
 *
 * <p>Counts by what a reader sees as one character, so an emoji of several code points (a family, a flag, a skin tone) takes two columns.
 */
@Internal
public final class TextWidth {

    /** Ends a text that was cut. */
    static final String ELLIPSIS = "\u2026";

    private static final Pattern CHARACTER = Pattern.compile("\\X");
    private static final int TEXT_STYLE = 0xFE0E;
    private static final int EMOJI_STYLE = 0xFE0F;
    private static final int FIRST_FLAG_LETTER = 0x1F1E6;
    private static final int LAST_FLAG_LETTER = 0x1F1FF;

    private TextWidth() {}

    /** The columns that a text takes. */
    public static int of(String text) {
        if (isSimple(text)) {
            return text.length();
        }
        int width = 0;
        Matcher characters = CHARACTER.matcher(text);
        while (characters.find()) {
            width += ofCharacter(characters.group());
        }
        return width;
    }

    /** The text if it takes no more than so many columns; else its beginning with an ellipsis. */
    public static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        StringBuilder beginning = new StringBuilder();
        int width = 0;
        Matcher characters = CHARACTER.matcher(text);
        while (characters.find()) {
            int more = ofCharacter(characters.group());
            if (width + more > columns - 1) {
                break;
            }
            beginning.append(characters.group());
            width += more;
        }
        return columns < 1 ? "" : beginning.toString().stripTrailing() + ELLIPSIS;
    }

    /** The text with blanks behind it, or before it, so that it takes so many columns. */
    static String pad(String text, int columns, boolean before) {
        String blanks = " ".repeat(Math.max(0, columns - of(text)));
        return before ? blanks + text : text + blanks;
    }

    private static boolean isSimple(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static int ofCharacter(String character) {
        int first = character.codePointAt(0);
        if (character.length() > Character.charCount(first) && isEmoji(first, character)) {
            return 2;
        }
        return character.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
    }

    private static boolean isEmoji(int first, String character) {
        if (character.indexOf(TEXT_STYLE) >= 0) {
            return false;
        }
        boolean flag = first >= FIRST_FLAG_LETTER && first <= LAST_FLAG_LETTER;
        return flag || Character.isExtendedPictographic(first) || character.indexOf(EMOJI_STYLE) >= 0;
    }
}

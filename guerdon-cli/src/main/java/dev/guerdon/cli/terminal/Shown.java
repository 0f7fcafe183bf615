package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Unseen;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text on one line of a terminal: what cannot be seen or would break the line is written as an escape. */
@Internal
public final class Shown {

    /** Colours and styles, but not the one that conceals; a line break of Windows; the beginning of a line that is drawn anew. */
    private static final Pattern OWN = Pattern.compile(
            "\u001b\\[(?:(?:[0-79]|[1-9][0-9]|10[0-7])(?:;(?!0?8[;m])[0-9]{1,2}){0,3})?m|\r\n|\r?\u001b\\[K");

    private Shown() {}

    /** The text, cut to so many characters. */
    public static String line(String text, int widest) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length() && out.length() <= widest; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (hidden(c)) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        }
        return out.length() > widest ? out.substring(0, widest - 3) + "..." : out.toString();
    }

    /** A text of several lines, which a model or a web page may have written: line breaks and tabs stay, escapes do nothing. */
    public static String text(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Unseen.is(c)) {
                Unseen.escape(c, out);
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /**
     * What a command prints, whoever wrote it. Guerdon's own colours and the line that it draws anew stay; every other sequence is
     * escaped. The escapes are those of JSON: an object that is printed stays the same object.
     */
    static String printed(String text) {
        if (text.codePoints().noneMatch(Unseen::is)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        Matcher own = OWN.matcher(text);
        int at = 0;
        while (own.find()) {
            out.append(text(text.substring(at, own.start()))).append(own.group());
            at = own.end();
        }
        return out.append(text(text.substring(at))).toString();
    }

    private static boolean hidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            default -> false;
        };
    }
}

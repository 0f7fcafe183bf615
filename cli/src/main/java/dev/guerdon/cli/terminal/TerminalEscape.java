package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.InvisibleCharacters;
import dev.guerdon.core.base.SecretFilter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text on one line of a terminal: what cannot be seen or would break the line is written as an escape. */
@Internal
public final class TerminalEscape {

    /** Colours and styles, but not the one that conceals; a line break of Windows; the beginning of a line that is drawn anew. */
    private static final Pattern OWN = Pattern.compile(
            "\u001b\\[(?:(?:[0-79]|[1-9][0-9]|10[0-7])(?:;(?!0?8[;m])[0-9]{1,2}){0,3})?m|\r\n|\r?\u001b\\[K");

    private TerminalEscape() {}

    /** Returns the text without secrets, cut to so many characters. */
    public static String line(String given, int widest) {
        String text = SecretFilter.known().redact(given);
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

    /**
     * Returns a text of several lines without secrets, which a model or a web page may have written: line breaks and tabs stay, escapes do
     * nothing.
     */
    public static String text(String text) {
        return escaped(SecretFilter.known().redact(text));
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (InvisibleCharacters.is(c)) {
                InvisibleCharacters.escape(c, out);
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /**
     * Returns a text that a command prints, made safe for a terminal. Guerdon's own colours and the line that it draws anew stay; every other sequence is
     * escaped. The escapes are those of JSON: an object that is printed stays the same object.
     */
    static String printed(String text) {
        if (text.codePoints().noneMatch(InvisibleCharacters::is)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        Matcher own = OWN.matcher(text);
        int at = 0;
        while (own.find()) {
            out.append(escaped(text.substring(at, own.start()))).append(own.group());
            at = own.end();
        }
        return out.append(escaped(text.substring(at))).toString();
    }

    /** Returns a writer that takes secrets out of what a command prints, and escapes what would trick a terminal. */
    public static PrintWriter around(PrintWriter out) {
        return new PrintWriter(new RedactingWriter(out), true);
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

    /**
     * Takes secrets out of what a command prints, line by line, and escapes what would trick a terminal. What was not ended by a line break goes out
     * when it is flushed.
     */
    private static final class RedactingWriter extends Writer {

        private final Writer out;
        private final StringBuilder line = new StringBuilder();

        private RedactingWriter(Writer out) {
            this.out = out;
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            synchronized (lock) {
                line.append(text, from, length);
                int end = line.lastIndexOf("\n") + 1;
                if (end > 0) {
                    out.write(clean(line.substring(0, end)));
                    line.delete(0, end);
                }
            }
        }

        private static String clean(String text) {
            return TerminalEscape.printed(SecretFilter.known().redact(text));
        }

        @Override
        public void flush() throws IOException {
            synchronized (lock) {
                if (!line.isEmpty()) {
                    out.write(clean(line.toString()));
                    line.setLength(0);
                }
                out.flush();
            }
        }

        @Override
        public void close() throws IOException {
            flush();
            out.close();
        }
    }
}

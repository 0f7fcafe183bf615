package dev.guerdon.cpython;

import java.util.Locale;

/** Finds and reads Python's string literals: single, double and triple quotes with all escapes. */
final class StringLiterals {

    private static final int FAILED = -1;

    private StringLiterals() {}

    /** Returns the position after the literal that begins at the quote there, or -1. */
    static int end(int[] text, int at) {
        int quote = text[at];
        int width = quotes(text, at, quote) >= 3 ? 3 : 1;
        for (int i = at + width; i < text.length; i++) {
            if (text[i] == '\\') {
                i++;
            } else if (text[i] == quote && quotes(text, i, quote) >= width) {
                return i + width;
            } else if (text[i] == '\n' && width == 1) {
                return FAILED;
            }
        }
        return FAILED;
    }

    /**
     * Works as {@link #end}, in the way of the grammar by which BrowserGym reads actions.
     *
     * <p>Triple quotes go before an empty string only if they are closed, and a backslash continues no line in them.
     */
    static int looseEnd(int[] text, int at) {
        int quote = text[at];
        if (quotes(text, at, quote) >= 3) {
            int end = tripleEnd(text, at + 3, quote);
            if (end != FAILED) {
                return end;
            }
        }
        return singleEnd(text, at + 1, quote);
    }

    private static int tripleEnd(int[] text, int from, int quote) {
        int at = from;
        while (at < text.length) {
            int c = text[at];
            if (c == quote) {
                int run = Math.min(quotes(text, at, quote), 3);
                if (run == 3) {
                    return at + 3;
                }
                at += run;
            } else if (c == '\\') {
                if (at + 1 >= text.length || text[at + 1] == '\n') {
                    return FAILED;
                }
                at += 2;
            } else {
                at++;
            }
        }
        return FAILED;
    }

    private static int singleEnd(int[] text, int from, int quote) {
        int at = from;
        while (at < text.length) {
            int c = text[at];
            if (c == quote) {
                return at + 1;
            }
            if (c == '\n' || c == '\r') {
                return FAILED;
            }
            at++;
            if (c == '\\') {
                if (at >= text.length || (text[at] == 'x' && !isHex(text, at + 1))) {
                    return FAILED;
                }
                at++;
            }
        }
        return FAILED;
    }

    private static int quotes(int[] text, int at, int quote) {
        int count = 0;
        while (count < 3 && at + count < text.length && text[at + count] == quote) {
            count++;
        }
        return count;
    }

    private static boolean isHex(int[] text, int at) {
        return at < text.length && text[at] < 0x80 && Character.digit(text[at], 16) >= 0;
    }

    /** Returns the value of the literal whose backslashes are plain characters. */
    static String raw(int[] text, int start, int end) {
        int width = width(text, start, end);
        return new String(text, start + width, end - start - 2 * width);
    }

    private static int width(int[] text, int start, int end) {
        return end - start >= 6 && quotes(text, start, text[start]) == 3 ? 3 : 1;
    }

    /** Returns the value of the literal between the two positions. */
    static String evaluate(int[] text, int start, int end) {
        SourceText.check(text, start, end);
        int width = width(text, start, end);
        return new Reading(text, start + width, end - width).read();
    }

    /** One literal while it is read. Positions in messages are those of the bytes that CPython decodes, where other than ASCII is escaped. */
    private static final class Reading {

        private final int[] text;
        private final int start;
        private final int end;
        private final StringBuilder out = new StringBuilder();
        private int at;

        Reading(int[] text, int start, int end) {
            this.text = text;
            this.start = start;
            this.end = end;
            this.at = start;
        }

        String read() {
            while (at < end) {
                int c = text[at++];
                if (c == '\\') {
                    escape(at - 1);
                } else if (c == '\r') {
                    newline();
                    out.append('\n');
                } else {
                    out.appendCodePoint(c);
                }
            }
            return out.toString();
        }

        private void newline() {
            if (at < end && text[at] == '\n') {
                at++;
            }
        }

        private void escape(int from) {
            int c = text[at++];
            switch (c) {
                case '\n' -> {}
                case '\r' -> newline();
                case '\\', '\'', '"' -> out.append((char) c);
                case 'a' -> out.append('\u0007');
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'n' -> out.append('\n');
                case 'r' -> out.append('\r');
                case 't' -> out.append('\t');
                case 'v' -> out.append('\u000b');
                case 'x' -> hex(from, 2, "truncated \\xXX escape");
                case 'u' -> hex(from, 4, "truncated \\uXXXX escape");
                case 'U' -> hex(from, 8, "truncated \\UXXXXXXXX escape");
                case 'N' -> named(from);
                case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(c - '0');
                default -> out.append('\\').appendCodePoint(c);
            }
        }

        private void octal(int first) {
            int code = first;
            for (int more = 0; more < 2 && at < end && text[at] >= '0' && text[at] <= '7'; more++) {
                code = code * 8 + text[at++] - '0';
            }
            out.append((char) code);
        }

        private void hex(int from, int count, String message) {
            long code = 0;
            for (int i = 0; i < count; i++) {
                if (at >= end || !isHex(text, at)) {
                    throw error(from, message);
                }
                code = code * 16 + Character.digit(text[at++], 16);
            }
            if (code > Character.MAX_CODE_POINT) {
                throw error(from, "illegal Unicode character");
            }
            out.appendCodePoint((int) code);
        }

        private void named(int from) {
            if (at >= end || text[at] != '{') {
                throw error(from, "malformed \\N character escape");
            }
            int open = ++at;
            while (at < end && text[at] != '}') {
                at++;
            }
            if (at >= end || at == open) {
                throw error(from, "malformed \\N character escape");
            }
            String name = new String(text, open, at - open);
            at++;
            try {
                out.appendCodePoint(Character.codePointOf(name.toUpperCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                throw error(from, "unknown Unicode character name");
            }
        }

        private PythonException error(int from, String message) {
            int line = 1;
            for (int i = start; i < end; i++) {
                if (text[i] == '\n' || (text[i] == '\r' && (i + 1 >= end || text[i + 1] != '\n'))) {
                    line++;
                }
            }
            return new PythonException(
                    "SyntaxError",
                    String.format(
                            Locale.ROOT,
                            "(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: %s (<unknown>, line %d)",
                            bytes(from),
                            bytes(at) - 1,
                            message,
                            line));
        }

        private int bytes(int to) {
            int bytes = 0;
            for (int i = start; i < to; i++) {
                boolean crlf = text[i] == '\r' && i + 1 < end && text[i + 1] == '\n';
                boolean escapesWide = text[i] == '\\' && i + 1 < end && text[i + 1] >= 0x80 && !isEscaped(i);
                bytes += text[i] >= 0x80 ? 10 : escapesWide ? 6 : crlf ? 0 : 1;
            }
            return bytes;
        }

        private boolean isEscaped(int at) {
            int before = at;
            while (before > start && text[before - 1] == '\\') {
                before--;
            }
            return (at - before) % 2 == 1;
        }
    }
}

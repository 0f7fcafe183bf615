package dev.guerdon.core.secret;

/**
 * Reads one character of a text that is escaped as JSON (once or twice), a shell, an address or HTML escape it.
 *
 * <p>What is read is a character and the index after it, packed into a number; {@link #NONE} if no escape begins at the place.
 */
final class TextEscapes {

    static final long NONE = -1;

    private static final String LEADING = "\\%&'+";
    private static final String SHORT = "nrtbf";
    private static final String MEANT = "\n\r\t\b\f";
    private static final int MAX_ENTITY = 8;

    private TextEscapes() {}

    /** Returns whether an escape can begin with this character. */
    static boolean canBegin(char c) {
        return LEADING.indexOf(c) >= 0;
    }

    /** Returns the character that was escaped. */
    static char character(long read) {
        return (char) read;
    }

    /** Returns the index after the escape. */
    static int end(long read) {
        return (int) (read >>> 16);
    }

    /** Returns the escape that begins at a place. */
    static long read(String text, int at) {
        return switch (at < text.length() ? text.charAt(at) : ' ') {
            case '\\' -> backslash(text, at);
            case '%' -> percent(text, at);
            case '&' -> entity(text, at);
            case '\'' -> shell(text, at);
            case '+' -> packed(' ', at + 1);
            default -> NONE;
        };
    }

    /** Returns the escape that begins at a place, if it was escaped twice: JSON in a text of JSON. */
    static long readTwice(String text, int at) {
        long outer = at < text.length() && text.charAt(at) == '\\' ? backslash(text, at) : NONE;
        if (outer == NONE || character(outer) != '\\') {
            return NONE;
        }
        int next = end(outer);
        if (next >= text.length()) {
            return NONE;
        }
        if (text.charAt(next) == '\\') {
            long inner = backslash(text, next);
            return inner == NONE ? NONE : packed(character(inner), end(inner));
        }
        return backslash(text, next - 1);
    }

    private static long backslash(String text, int at) {
        if (at + 1 >= text.length()) {
            return NONE;
        }
        char c = text.charAt(at + 1);
        if (c == 'u') {
            int code = hex(text, at + 2, 4);
            return code < 0 ? NONE : packed((char) code, at + 6);
        }
        int known = SHORT.indexOf(c);
        return packed(known < 0 ? c : MEANT.charAt(known), at + 2);
    }

    /** Returns one character of up to three bytes of UTF-8, which are all that one {@code char} has. */
    private static long percent(String text, int at) {
        int lead = hex(text, at + 1, 2);
        int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : 2;
        if (lead < 0 || (lead >= 0x80 && lead < 0xc2) || lead >= 0xf0) {
            return NONE;
        }
        int code = more == 0 ? lead : lead & (0x3f >> more);
        int end = at + 3;
        for (int i = 0; i < more; i++, end += 3) {
            int next = end < text.length() && text.charAt(end) == '%' ? hex(text, end + 1, 2) : -1;
            if (next < 0x80 || next > 0xbf) {
                return NONE;
            }
            code = code << 6 | (next & 0x3f);
        }
        return packed((char) code, end);
    }

    private static long entity(String text, int at) {
        int end = text.indexOf(';', at, Math.min(text.length(), at + MAX_ENTITY + 2));
        if (end < 0) {
            return NONE;
        }
        String name = text.substring(at + 1, end);
        int code = switch (name) {
            case "amp" -> '&';
            case "lt" -> '<';
            case "gt" -> '>';
            case "quot" -> '"';
            case "apos" -> '\'';
            default -> number(name);
        };
        return code < 0 ? NONE : packed((char) code, end + 1);
    }

    private static int number(String name) {
        boolean hex = name.startsWith("#x") || name.startsWith("#X");
        String digits = name.substring(Math.min(name.length(), hex ? 2 : 1));
        if (!name.startsWith("#") || digits.isEmpty() || digits.chars().anyMatch(c -> Character.digit(c, 16) < 0)) {
            return -1;
        }
        try {
            int code = Integer.parseInt(digits, hex ? 16 : 10);
            return code <= Character.MAX_VALUE ? code : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Returns a quote in a shell's quotes, as {@code '\''} or {@code '"'"'}. */
    private static long shell(String text, int at) {
        return text.startsWith("'\\''", at)
                ? packed('\'', at + 4)
                : text.startsWith("'\"'\"'", at) ? packed('\'', at + 5) : NONE;
    }

    private static int hex(String text, int from, int digits) {
        if (from + digits > text.length()) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < from + digits; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private static long packed(char c, int end) {
        return (long) end << 16 | c;
    }
}

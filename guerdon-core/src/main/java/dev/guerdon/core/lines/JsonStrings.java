package dev.guerdon.core.lines;

import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonScanner;
import java.nio.charset.StandardCharsets;

/** Decodes JSON strings that a {@link JsonScanner} has checked. */
@Internal
public final class JsonStrings {

    private JsonStrings() {}

    /**
     * The text of a string.
     *
     * @param from behind the opening quote
     * @param to the closing quote
     */
    public static String decode(byte[] bytes, int from, int to) {
        int plain = JsonScanner.plain(bytes, from, to);
        if (plain == to) {
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
        char[] out = new char[to - from];
        int n = 0;
        for (int i = from; i < plain; i++) {
            out[n++] = (char) bytes[i];
        }
        int at = plain;
        while (at < to) {
            byte b = bytes[at];
            if (b == '\\') {
                out[n++] = escaped(bytes, at);
                at += bytes[at + 1] == 'u' ? 6 : 2;
            } else if (b >= 0) {
                out[n++] = (char) b;
                at++;
            } else {
                int length = length(b);
                int codePoint = codePoint(bytes, at, length);
                if (Character.isBmpCodePoint(codePoint)) {
                    out[n++] = (char) codePoint;
                } else if (Character.isValidCodePoint(codePoint)) {
                    out[n++] = Character.highSurrogate(codePoint);
                    out[n++] = Character.lowSurrogate(codePoint);
                } else {
                    out[n++] = '\ufffd';
                }
                at += length;
            }
        }
        return new String(out, 0, n);
    }

    private static char escaped(byte[] bytes, int at) {
        return switch (bytes[at + 1]) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' ->
                (char) (Character.digit(bytes[at + 2], 16) << 12
                        | Character.digit(bytes[at + 3], 16) << 8
                        | Character.digit(bytes[at + 4], 16) << 4
                        | Character.digit(bytes[at + 5], 16));
            default -> (char) bytes[at + 1];
        };
    }

    private static int length(byte lead) {
        return (lead & 0xe0) == 0xc0 ? 2 : (lead & 0xf0) == 0xe0 ? 3 : 4;
    }

    private static int codePoint(byte[] bytes, int at, int length) {
        int codePoint = bytes[at] & (0x7f >> length);
        for (int i = 1; i < length; i++) {
            codePoint = codePoint << 6 | (bytes[at + i] & 0x3f);
        }
        return codePoint;
    }
}

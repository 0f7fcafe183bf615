package dev.guerdon.spark.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/** JSON in UTF-8 that grows. */
final class JsonBytes {

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[512];
    private int size;

    void clear() {
        size = 0;
        if (bytes.length > 1 << 20) {
            bytes = new byte[512]; // one long row should not cost every thread its memory
        }
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            long wanted = Math.max((long) size + more, bytes.length * 2L);
            if ((long) size + more > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException("a row of more than 2 GiB of JSON cannot be scored");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
        }
    }

    JsonBytes raw(char ascii) {
        room(1);
        bytes[size++] = (byte) ascii;
        return this;
    }

    JsonBytes raw(String ascii) {
        room(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            bytes[size++] = (byte) ascii.charAt(i);
        }
        return this;
    }

    JsonBytes raw(byte[] json) {
        room(json.length);
        System.arraycopy(json, 0, bytes, size, json.length);
        size += json.length;
        return this;
    }

    JsonBytes string(String text) {
        return quoted(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A text of Spark's, which may be bytes that are no text. */
    JsonBytes string(UTF8String text) {
        return text.isValid() ? quoted(text.getBytes()) : string(text.toString());
    }

    private JsonBytes quoted(byte[] utf8) {
        room(utf8.length + 2);
        bytes[size++] = '"';
        int from = 0;
        for (int i = 0; i < utf8.length; i++) {
            byte b = utf8[i];
            if (b >= ' ' ? b != '"' && b != '\\' : b < 0 && (b & 0xf8) != 0xf0) {
                continue;
            }
            copy(utf8, from, i);
            if (b < 0) {
                escape(utf8, i);
                i += 3;
            } else {
                escape(b);
            }
            from = i + 1;
        }
        copy(utf8, from, utf8.length);
        return raw('"');
    }

    private void copy(byte[] from, int start, int end) {
        room(end - start);
        System.arraycopy(from, start, bytes, size, end - start);
        size += end - start;
    }

    /** A character of four bytes, as the two that Java and JSON have for it: as Guerdon writes it elsewhere. */
    private void escape(byte[] utf8, int at) {
        int code = (utf8[at] & 7) << 18
                | ((utf8[at + 1] & 0x3f) << 12)
                | ((utf8[at + 2] & 0x3f) << 6)
                | (utf8[at + 3] & 0x3f);
        unicode(Character.highSurrogate(code));
        unicode(Character.lowSurrogate(code));
    }

    private void unicode(char c) {
        raw("\\u");
        room(4);
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[size++] = HEX[c >> shift & 15];
        }
    }

    private void escape(byte b) {
        switch (b) {
            case '"' -> raw("\\\"");
            case '\\' -> raw("\\\\");
            case '\b' -> raw("\\b");
            case '\t' -> raw("\\t");
            case '\n' -> raw("\\n");
            case '\f' -> raw("\\f");
            case '\r' -> raw("\\r");
            default -> unicode((char) b);
        }
    }
}

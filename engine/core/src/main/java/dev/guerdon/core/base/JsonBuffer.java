package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON on its way out, as UTF-8 bytes. What was written since a mark can be taken back, and lines that others wrote can be added as they
 * are: a generator of a library knows neither, and is made anew for each line.
 */
@Internal
public final class JsonBuffer {

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int size;

    public JsonBuffer() {
        this(16384);
    }

    /** @param room how many bytes it holds without growing */
    public JsonBuffer(int room) {
        this.bytes = new byte[room];
    }

    public int size() {
        return size;
    }

    /** Takes back everything after a size that the buffer had. */
    public void cutTo(int earlierSize) {
        size = earlierSize;
    }

    /** Returns a copy of what was written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    /** Copies everything to an array. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, size);
    }

    /** Adds what another buffer holds. */
    public JsonBuffer append(JsonBuffer other) {
        return bytes(other.bytes, 0, other.size);
    }

    /** Adds text that is plain ASCII and JSON already. */
    @SuppressWarnings("deprecation") // the one copy of ASCII that makes no array
    public JsonBuffer raw(String ascii) {
        int length = ascii.length();
        room(length);
        ascii.getBytes(0, length, bytes, size);
        size += length;
        return this;
    }

    /** Adds bytes that are JSON already. */
    public JsonBuffer bytes(byte[] json, int from, int length) {
        room(length);
        System.arraycopy(json, from, bytes, size, length);
        size += length;
        return this;
    }

    /** Adds any value that {@link JsonCodec} writes. */
    public JsonBuffer value(@Nullable Object value) {
        return switch (value) {
            case null -> raw("null");
            case String text -> string(text);
            case Double number -> number(number);
            case Integer number -> raw(number.toString());
            case Long number -> raw(number.toString());
            case Boolean truth -> raw(truth ? "true" : "false");
            default -> {
                byte[] json = JsonCodec.write(value).getBytes(StandardCharsets.UTF_8);
                room(json.length);
                System.arraycopy(json, 0, bytes, size, json.length);
                size += json.length;
                yield this;
            }
        };
    }

    /** Adds a number; NaN and infinities become null. */
    public JsonBuffer number(double value) {
        // Most rewards are exactly 0 or 1, and need no conversion from binary.
        if (value == 1.0) {
            return raw("1.0");
        }
        if (value == 0.0) {
            return raw("0.0");
        }
        return raw(Double.isFinite(value) ? Double.toString(value) : "null");
    }

    /** Adds a string in quotes. */
    public JsonBuffer string(String text) {
        int length = text.length();
        room(length * 6 + 2);
        byte[] out = bytes;
        int at = size;
        out[at++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7f) {
                if (c == '"' || c == '\\') {
                    out[at++] = '\\';
                }
                out[at++] = (byte) c;
            } else if (c < 0x80) {
                at = control(out, at, c);
            } else if (c < 0xa0 || c == 0x61c || ((c & 0xff80) == 0x2000 && InvisibleCharacters.is(c))) {
                at = unicode(out, at, c); // a terminal would obey it, or a reader be misled
            } else if (c < 0x800) {
                out[at++] = (byte) (0xc0 | c >> 6);
                out[at++] = (byte) (0x80 | (c & 0x3f));
            } else if (!Character.isSurrogate(c)) {
                out[at++] = (byte) (0xe0 | c >> 12);
                out[at++] = (byte) (0x80 | (c >> 6 & 0x3f));
                out[at++] = (byte) (0x80 | (c & 0x3f));
            } else if (i + 1 < length && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                int codePoint = Character.toCodePoint(c, text.charAt(++i));
                out[at++] = (byte) (0xf0 | codePoint >> 18);
                out[at++] = (byte) (0x80 | (codePoint >> 12 & 0x3f));
                out[at++] = (byte) (0x80 | (codePoint >> 6 & 0x3f));
                out[at++] = (byte) (0x80 | (codePoint & 0x3f));
            } else {
                // Half a pair has no UTF-8 form, but an escape that brings it back.
                at = unicode(out, at, c);
            }
        }
        out[at++] = '"';
        size = at;
        return this;
    }

    private static int control(byte[] out, int at, char c) {
        int letter = switch (c) {
            case '\b' -> 'b';
            case '\f' -> 'f';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            default -> 0;
        };
        if (letter == 0) {
            return unicode(out, at, c);
        }
        out[at] = '\\';
        out[at + 1] = (byte) letter;
        return at + 2;
    }

    private static int unicode(byte[] out, int at, char c) {
        out[at] = '\\';
        out[at + 1] = 'u';
        for (int i = 0; i < 4; i++) {
            out[at + 2 + i] = HEX[c >> (12 - 4 * i) & 0xf];
        }
        return at + 6;
    }

    /**
     * Adds a score as members of an object that has begun. One that comes from the boundary holds plain values, so no code of the user's
     * runs.
     *
     * @param fallback stands in the place of a reward that there is not; null for null
     */
    public JsonBuffer score(Score score, @Nullable Double fallback) {
        switch (score) {
            case Score.Scored(RewardResult result) -> {
                raw("\"reward\":").number(result.reward()).raw(",\"extras\":{");
                String between = "";
                for (Map.Entry<String, @Nullable Object> extra : result.extras().entrySet()) {
                    raw(between).string(extra.getKey()).raw(":").value(extra.getValue());
                    between = ",";
                }
                raw("}");
            }
            case Score.Unscored(Score.Reason reason, String message) ->
                raw("\"reward\":")
                        .value(fallback)
                        .raw(",\"unscored\":{\"reason\":")
                        .string(reason.name())
                        .raw(",\"message\":")
                        .string(message)
                        .raw("}");
        }
        return this;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.addExact(Math.max(bytes.length * 2, size), more));
        }
    }
}

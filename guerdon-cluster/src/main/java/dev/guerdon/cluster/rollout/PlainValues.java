package dev.guerdon.cluster.rollout;

import dev.guerdon.api.GuerdonException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plain values as bytes. Unlike JSON it loses nothing: a number comes back as the type that it was, NaN and infinities too, and a text
 * with half a character in it stays as it is.
 */
final class PlainValues {

    private static final int DEEPEST = 1_000;

    private enum Kind {
        NULL,
        FALSE,
        TRUE,
        INT,
        LONG,
        DOUBLE,
        FLOAT,
        BIG_INTEGER,
        BIG_DECIMAL,
        TEXT,
        CHARS,
        LIST,
        MAP;

        private static final Kind[] ALL = values();
    }

    private PlainValues() {}

    static void write(DataOutputStream out, @Nullable Object value) throws IOException {
        write(out, value, 0);
    }

    private static void write(DataOutputStream out, @Nullable Object value, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new GuerdonException("a value of an episode is nested more than " + DEEPEST + " deep");
        }
        switch (value) {
            case null -> kind(out, Kind.NULL);
            case Boolean truth -> kind(out, truth ? Kind.TRUE : Kind.FALSE);
            case Integer number -> {
                kind(out, Kind.INT);
                out.writeInt(number);
            }
            case Short number -> write(out, (int) number, depth);
            case Byte number -> write(out, (int) number, depth);
            case Long number -> {
                kind(out, Kind.LONG);
                out.writeLong(number);
            }
            case Double number -> {
                kind(out, Kind.DOUBLE);
                out.writeLong(Double.doubleToRawLongBits(number));
            }
            case Float number -> {
                kind(out, Kind.FLOAT);
                out.writeInt(Float.floatToRawIntBits(number));
            }
            case BigInteger number -> {
                kind(out, Kind.BIG_INTEGER);
                bytes(out, number.toByteArray());
            }
            case BigDecimal number -> {
                kind(out, Kind.BIG_DECIMAL);
                bytes(out, number.unscaledValue().toByteArray());
                out.writeInt(number.scale());
            }
            case Number number -> write(out, number.doubleValue(), depth);
            case Map<?, ?> map -> {
                kind(out, Kind.MAP);
                out.writeInt(map.size());
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    text(out, String.valueOf(entry.getKey()));
                    write(out, entry.getValue(), depth + 1);
                }
            }
            case List<?> list -> {
                kind(out, Kind.LIST);
                out.writeInt(list.size());
                for (Object element : list) {
                    write(out, element, depth + 1);
                }
            }
            default -> text(out, value.toString());
        }
    }

    @SuppressWarnings("EnumOrdinal") // both sides are of one version: the driver ships it
    private static void kind(DataOutputStream out, Kind kind) throws IOException {
        out.writeByte(kind.ordinal());
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        // Half a character has no UTF-8.
        boolean whole = text.chars().noneMatch(c -> Character.isSurrogate((char) c))
                || StandardCharsets.UTF_8.newEncoder().canEncode(text);
        kind(out, whole ? Kind.TEXT : Kind.CHARS);
        if (whole) {
            bytes(out, text.getBytes(StandardCharsets.UTF_8));
        } else {
            out.writeInt(text.length());
            out.writeChars(text);
        }
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static @Nullable Object read(DataInputStream in) throws IOException {
        return read(in, in.readUnsignedByte());
    }

    private static @Nullable Object read(DataInputStream in, int code) throws IOException {
        if (code >= Kind.ALL.length) {
            throw new GuerdonException("expected a value of an episode, found the byte " + code);
        }
        return switch (Kind.ALL[code]) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case DOUBLE -> Double.longBitsToDouble(in.readLong());
            case FLOAT -> Float.intBitsToFloat(in.readInt());
            case BIG_INTEGER -> new BigInteger(bytes(in));
            case BIG_DECIMAL -> new BigDecimal(new BigInteger(bytes(in)), in.readInt());
            case TEXT -> new String(bytes(in), StandardCharsets.UTF_8);
            case CHARS -> {
                char[] chars = new char[in.readInt()];
                for (int i = 0; i < chars.length; i++) {
                    chars[i] = in.readChar();
                }
                yield new String(chars);
            }
            case LIST -> {
                int size = in.readInt();
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    list.add(read(in));
                }
                yield list;
            }
            case MAP -> {
                int size = in.readInt();
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                for (int i = 0; i < size; i++) {
                    String name = String.valueOf(read(in));
                    map.put(name, read(in));
                }
                yield map;
            }
        };
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new GuerdonException("a value of an episode ends after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }
}

package dev.guerdon.webshop.nouns;

import dev.guerdon.webshop.catalogue.WebshopException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads MessagePack, as model files use it: maps, lists, numbers, texts and byte strings. Nesting is bounded. */
final class MsgPack {

    private static final int MAX_DEPTH = 64;

    private final ByteBuffer in;

    private MsgPack(byte[] bytes) {
        this.in = ByteBuffer.wrap(bytes);
    }

    /** Reads one value: {@code Map}, {@code List}, {@code String}, {@code byte[]}, {@code Long}, {@code Double}, {@code Boolean} or null. */
    static @Nullable Object read(byte[] bytes) {
        try {
            return new MsgPack(bytes).value(0);
        } catch (java.nio.BufferUnderflowException e) {
            throw new WebshopException("the file ends in the middle of a value", e);
        }
    }

    private @Nullable Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw new WebshopException("the values are nested more than " + MAX_DEPTH + " deep");
        }
        int type = in.get() & 0xff;
        if (type < 0x80) {
            return (long) type;
        }
        if (type >= 0xe0) {
            return (long) (byte) type;
        }
        if (type < 0x90) {
            return map(type & 0x0f, depth);
        }
        if (type < 0xa0) {
            return list(type & 0x0f, depth);
        }
        if (type < 0xc0) {
            return text(type & 0x1f);
        }
        return switch (type) {
            case 0xc0 -> null;
            case 0xc2 -> false;
            case 0xc3 -> true;
            case 0xc4 -> bytes(in.get() & 0xff);
            case 0xc5 -> bytes(in.getShort() & 0xffff);
            case 0xc6 -> bytes(in.getInt());
            case 0xca -> (double) in.getFloat();
            case 0xcb -> in.getDouble();
            case 0xcc -> (long) (in.get() & 0xff);
            case 0xcd -> (long) (in.getShort() & 0xffff);
            case 0xce -> in.getInt() & 0xffffffffL;
            case 0xcf, 0xd3 -> in.getLong();
            case 0xd0 -> (long) in.get();
            case 0xd1 -> (long) in.getShort();
            case 0xd2 -> (long) in.getInt();
            case 0xd9 -> text(in.get() & 0xff);
            case 0xda -> text(in.getShort() & 0xffff);
            case 0xdb -> text(in.getInt());
            case 0xdc -> list(in.getShort() & 0xffff, depth);
            case 0xdd -> list(in.getInt(), depth);
            case 0xde -> map(in.getShort() & 0xffff, depth);
            case 0xdf -> map(in.getInt(), depth);
            default ->
                throw new WebshopException(
                        "unknown value type 0x" + Integer.toHexString(type) + " at byte " + (in.position() - 1));
        };
    }

    private byte[] bytes(int length) {
        if (length < 0 || length > in.remaining()) {
            throw new WebshopException("the file ends in the middle of a value");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private String text(int length) {
        return new String(bytes(length), StandardCharsets.UTF_8);
    }

    private List<@Nullable Object> list(int size, int depth) {
        checked(size);
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(value(depth + 1));
        }
        return list;
    }

    /** Keys become texts, whether they were written as texts, bytes or numbers. */
    private Map<String, @Nullable Object> map(int size, int depth) {
        checked(size);
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            Object key = value(depth + 1);
            String name = key instanceof byte[] raw ? new String(raw, StandardCharsets.UTF_8) : String.valueOf(key);
            map.put(name, value(depth + 1));
        }
        return map;
    }

    private void checked(int size) {
        if (size < 0 || size > in.remaining()) {
            throw new WebshopException("the file ends in the middle of a value");
        }
    }
}

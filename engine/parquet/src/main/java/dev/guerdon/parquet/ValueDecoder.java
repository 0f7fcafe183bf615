package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.parquet.ColumnType.Physical;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Decodes the values of one page, one after the other, into plain JSON values. */
@FunctionalInterface
interface ValueDecoder {

    @Nullable
    Object next();

    /** Values as they are, one after the other. */
    static ValueDecoder plain(ColumnType type, ByteBuffer in) {
        return switch (type.physical()) {
            case BOOLEAN -> {
                int start = in.position();
                int[] at = {0};
                yield () -> {
                    int bit = at[0]++;
                    return (in.get(start + (bit >>> 3)) >>> (bit & 7) & 1) == 1;
                };
            }
            case INT32 -> () -> type.ofInt(in.getInt());
            case INT64 -> () -> type.ofLong(in.getLong());
            case INT96 -> () -> type.ofInt96(in.getLong(), in.getInt());
            case FLOAT -> () -> type.ofDouble(in.getFloat());
            case DOUBLE -> () -> type.ofDouble(in.getDouble());
            case BYTE_ARRAY -> () -> bytes(type, in, in.getInt());
            case FIXED -> () -> bytes(type, in, type.length());
        };
    }

    /** Returns the value in the next so many bytes. */
    private static @Nullable Object bytes(ColumnType type, ByteBuffer in, int size) {
        if (size < 0 || size > in.remaining()) {
            throw new GuerdonException("a value of " + size + " bytes, where " + in.remaining() + " are left");
        }
        int start = in.position();
        in.position(start + size);
        return type.ofBytes(in.array(), in.arrayOffset() + start, size);
    }

    /** Booleans in runs, after their length. */
    static ValueDecoder runs(ColumnType type, ByteBuffer in) {
        if (type.physical() != Physical.BOOLEAN) {
            throw new GuerdonException("runs of values that are " + type.physical());
        }
        in.getInt();
        RleDecoder runs = new RleDecoder(in, 1);
        return () -> runs.next() == 1;
    }

    /** Numbers as differences. */
    static ValueDecoder delta(ColumnType type, ByteBuffer in) {
        DeltaDecoder numbers = new DeltaDecoder(in);
        return switch (type.physical()) {
            case INT32 -> () -> type.ofInt((int) numbers.next());
            case INT64 -> () -> type.ofLong(numbers.next());
            default -> throw new GuerdonException("differences of values that are " + type.physical());
        };
    }

    /** Texts after all their lengths. */
    static ValueDecoder deltaLength(ColumnType type, ByteBuffer in) {
        requireBytes(type);
        DeltaDecoder lengths = lengths(in);
        return () -> bytes(type, in, size(lengths.next()));
    }

    /** Texts that begin like the one before them. */
    static ValueDecoder deltaBytes(ColumnType type, ByteBuffer in) {
        requireBytes(type);
        DeltaDecoder prefixes = lengths(in);
        DeltaDecoder suffixes = lengths(in);
        byte[][] last = {new byte[0]};
        return () -> {
            int prefix = size(prefixes.next());
            int suffix = size(suffixes.next());
            if (prefix > last[0].length || suffix > in.remaining()) {
                throw new GuerdonException("a value that has " + prefix + " bytes of the " + last[0].length
                        + " before it, and " + suffix + " of " + in.remaining() + " more");
            }
            byte[] value = new byte[Math.addExact(prefix, suffix)];
            System.arraycopy(last[0], 0, value, 0, prefix);
            in.get(value, prefix, suffix);
            last[0] = value;
            return type.ofBytes(value, 0, value.length);
        };
    }

    private static void requireBytes(ColumnType type) {
        if (type.physical() != Physical.BYTE_ARRAY && type.physical() != Physical.FIXED) {
            throw new GuerdonException("an encoding of bytes for values that are " + type.physical());
        }
    }

    /** Returns the lengths from here on, to be read while the buffer already stands after them. */
    private static DeltaDecoder lengths(ByteBuffer in) {
        ByteBuffer ahead = in.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        new DeltaDecoder(in).skipAll();
        return new DeltaDecoder(ahead);
    }

    private static int size(long length) {
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw new GuerdonException("a value of " + length + " bytes");
        }
        return (int) length;
    }

    /** Returns the first bytes of all values, then the second, and so on. */
    static ValueDecoder split(ColumnType type, ByteBuffer in) {
        int width = type.smallest();
        if (type.physical() == Physical.BYTE_ARRAY || type.physical() == Physical.BOOLEAN) {
            throw new GuerdonException("bytes apart for values that are " + type.physical());
        }
        int start = in.position();
        int count = in.remaining() / width;
        ByteBuffer one = ByteBuffer.allocate(width).order(ByteOrder.LITTLE_ENDIAN);
        ValueDecoder plain = plain(type, one);
        int[] at = {0};
        return () -> {
            int index = at[0]++;
            if (index >= count) {
                throw new GuerdonException("more than the " + count + " values that are there");
            }
            for (int b = 0; b < width; b++) {
                one.put(b, in.get(start + b * count + index));
            }
            one.position(0);
            return plain.next();
        };
    }
}

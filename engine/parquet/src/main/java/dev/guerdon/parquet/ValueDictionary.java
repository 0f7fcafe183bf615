package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The different values of a column, which its pages name by number.
 *
 * <p>Few values are decoded once and shared. Many are decoded at each use: their objects would need much more memory than the page.
 */
final class ValueDictionary {

    private static final int SHARED = 1 << 16;

    private final ColumnType type;
    private final ByteBuffer page;
    private final int count;
    private final int[] starts;
    private final ValueDecoder plain;
    private final @Nullable Object @Nullable [] values;

    ValueDictionary(ColumnType type, byte[] bytes, int count) {
        if (count < 0 || type.smallest() == 0 || (long) count * type.smallest() > bytes.length) {
            throw new GuerdonException("a dictionary of " + count + " values in " + bytes.length + " bytes");
        }
        this.type = type;
        this.count = count;
        this.page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        boolean sized = type.physical() == ColumnType.Physical.BYTE_ARRAY;
        this.starts = new int[sized ? count : 0];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = page.position();
            int size = page.getInt();
            if (size < 0 || size > page.remaining()) {
                throw new GuerdonException("value " + i + " of the dictionary has " + size + " bytes");
            }
            page.position(page.position() + size);
        }
        this.values = count <= SHARED ? new Object[count] : null;
        this.plain = ValueDecoder.plain(type, page);
        for (int i = 0; values != null && i < count; i++) {
            values[i] = decode(i);
        }
    }

    /** Returns how many bytes it holds. */
    int size() {
        return page.capacity();
    }

    /** Decodes numbers of values, after a byte with their width. */
    ValueDecoder decoder(ByteBuffer in) {
        RleDecoder numbers = new RleDecoder(in, in.get() & 0xff);
        return () -> value(numbers.next());
    }

    private @Nullable Object value(int number) {
        if (number < 0 || number >= count) {
            throw new GuerdonException("value " + number + " of a dictionary of " + count);
        }
        return values != null ? values[number] : decode(number);
    }

    private @Nullable Object decode(int number) {
        page.position(starts.length > 0 ? starts[number] : number * type.smallest());
        return plain.next();
    }
}

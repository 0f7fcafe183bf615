package dev.guerdon.viewer.run;

import dev.guerdon.viewer.run.SortKey.StableSort;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The order of texts in which {@code task-2} stands before {@code task-10}: runs of digits by their number, everything else by code
 * points. Texts that differ in leading zeros only are in the order of their bytes.
 */
final class NaturalOrder {

    private static final int LONG_RUN = 255;

    private NaturalOrder() {}

    /** Compares two texts. */
    public static int compare(String one, String other) {
        return compare(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    static int compare(byte[] one, byte[] other) {
        int order = Arrays.compareUnsigned(key(one, 0), key(other, 0));
        return order != 0 ? order : Arrays.compareUnsigned(one, other);
    }

    /** Bytes whose own order is that of the texts: each run of digits becomes a zero, its length and its digits. */
    static byte[] key(byte[] utf8, int from) {
        byte[] out = new byte[(utf8.length - from) * 2 + 8];
        int size = 0;
        for (int i = from; i < utf8.length; ) {
            if (size + 8 > out.length) {
                out = Arrays.copyOf(out, out.length * 2);
            }
            if (!digit(utf8[i])) {
                out[size++] = utf8[i++];
                continue;
            }
            while (i + 1 < utf8.length && utf8[i] == '0' && digit(utf8[i + 1])) {
                i++;
            }
            int end = i;
            while (end < utf8.length && digit(utf8[end])) {
                end++;
            }
            int length = end - i;
            if (size + length + 8 > out.length) {
                out = Arrays.copyOf(out, out.length * 2 + length);
            }
            out[size++] = '0';
            out[size++] = (byte) Math.min(LONG_RUN, length);
            if (length >= LONG_RUN) {
                for (int shift = 24; shift >= 0; shift -= 8) {
                    out[size++] = (byte) (length >>> shift);
                }
            }
            System.arraycopy(utf8, i, out, size, length);
            size += length;
            i = end;
        }
        return Arrays.copyOf(out, size);
    }

    private static boolean digit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Returns the place of every text of a dictionary in this order. */
    static int[] ranks(TextDictionary dictionary) {
        int size = dictionary.size();
        int shared = shared(dictionary);
        long[] keys = new long[size];
        int[] order = new int[size];
        for (int code = 0; code < size; code++) {
            order[code] = code;
            keys[code] = first(key(dictionary.utf8(code), shared));
        }
        StableSort.unsigned(keys, order);
        for (int from = 0; from < size; ) {
            int to = from + 1;
            while (to < size && keys[to] == keys[from]) {
                to++;
            }
            if (to - from > 1) {
                settle(dictionary, order, from, to);
            }
            from = to;
        }
        int[] ranks = new int[size];
        for (int place = 0; place < size; place++) {
            ranks[order[place]] = place;
        }
        return ranks;
    }

    private static void settle(TextDictionary dictionary, int[] order, int from, int to) {
        @SuppressWarnings("ArrayRecordComponent") // compared by its bytes below
        record Text(int code, byte[] utf8) {}
        Text[] texts = new Text[to - from];
        for (int i = from; i < to; i++) {
            texts[i - from] = new Text(order[i], dictionary.utf8(order[i]));
        }
        Arrays.sort(texts, (a, b) -> compare(a.utf8, b.utf8));
        for (int i = from; i < to; i++) {
            order[i] = texts[i - from].code;
        }
    }

    private static long first(byte[] key) {
        long out = 0;
        for (int i = 0; i < 8; i++) {
            out = out << 8 | (i < key.length ? key[i] & 0xff : 0);
        }
        return out;
    }

    /** Returns how many bytes all texts begin with, up to before a digit. */
    private static int shared(TextDictionary dictionary) {
        if (dictionary.size() == 0) {
            return 0;
        }
        byte[] first = dictionary.utf8(0);
        int shared = 0;
        while (shared < first.length && !digit(first[shared])) {
            shared++;
        }
        for (int code = 1; code < dictionary.size(); code++) {
            shared = Math.min(shared, dictionary.length(code));
            for (int i = 0; i < shared; i++) {
                if (dictionary.at(code, i) != first[i]) {
                    shared = i;
                }
            }
        }
        return shared;
    }
}

package dev.guerdon.viewer.run;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Distinct texts by code from 0, held as UTF-8 in large blocks: a million short ones take 30 MB. One thread adds; a {@link #snapshot}
 * never changes.
 */
final class TextDictionary {

    private static final int BLOCK = 1 << 18;
    private static final int FIRST_BLOCK = 1 << 10;
    private static final int FREE = 0;

    private byte[][] blocks = {};
    private int used;
    private int[] block = new int[16];
    private int[] start = new int[16];
    private int[] length = new int[16];
    private int[] table = new int[64];
    private int size;
    private long bytes;

    TextDictionary() {}

    private TextDictionary(TextDictionary other) {
        blocks = other.blocks;
        block = other.block;
        start = other.start;
        length = other.length;
        table = other.table;
        size = other.size;
        bytes = other.bytes;
    }

    TextDictionary snapshot() {
        return new TextDictionary(this);
    }

    /** Returns how many texts. */
    public int size() {
        return size;
    }

    /** Returns how many bytes all texts have. */
    long bytes() {
        return bytes;
    }

    /** Returns a text. */
    public String get(int code) {
        return new String(blocks[block[code]], start[code], length[code], StandardCharsets.UTF_8);
    }

    /** Returns how many bytes of UTF-8 a text has. */
    public int length(int code) {
        return length[code];
    }

    /** Returns a byte of a text. */
    public byte at(int code, int index) {
        return blocks[block[code]][start[code] + index];
    }

    /** Returns a text as UTF-8. */
    byte[] utf8(int code) {
        return Arrays.copyOfRange(blocks[block[code]], start[code], start[code] + length[code]);
    }

    /** Returns whether a text has ASCII only. */
    public boolean ascii(int code) {
        byte[] its = blocks[block[code]];
        int end = start[code] + length[code];
        for (int i = start[code]; i < end; i++) {
            if (its[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a text of ASCII has another in it, which is in lower case; upper and lower case are the same. */
    public boolean containsIgnoringCase(int code, byte[] wanted) {
        byte[] its = blocks[block[code]];
        int last = start[code] + length[code] - wanted.length;
        for (int from = start[code]; from <= last; from++) {
            int i = 0;
            while (i < wanted.length && lower(its[from + i]) == wanted[i]) {
                i++;
            }
            if (i == wanted.length) {
                return true;
            }
        }
        return false;
    }

    private static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b;
    }

    /** Returns the code of a text, -1 if it is not among them. */
    public int find(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return find(utf8, hash(utf8));
    }

    private int find(byte[] utf8, int hash) {
        int[] slots = table;
        int mask = slots.length - 1;
        for (int slot = hash & mask; slots[slot] != FREE; slot = (slot + 1) & mask) {
            int code = slots[slot] - 1;
            // A code beyond the size belongs to a text that was added after this snapshot.
            if (code < size && same(code, utf8)) {
                return code;
            }
        }
        return -1;
    }

    private boolean same(int code, byte[] utf8) {
        int from = start[code];
        return length[code] == utf8.length
                && Arrays.equals(blocks[block[code]], from, from + utf8.length, utf8, 0, utf8.length);
    }

    /** Returns the code of a text, which is added if it is new. */
    int add(byte[] utf8) {
        int hash = hash(utf8);
        int known = find(utf8, hash);
        if (known >= 0) {
            return known;
        }
        if (size == start.length) {
            int room = size + (size >> 1);
            block = Arrays.copyOf(block, room);
            start = Arrays.copyOf(start, room);
            length = Arrays.copyOf(length, room);
        }
        place(utf8);
        if ((size + 1) * 2L > table.length) {
            rehash(); // sees the new text too
        }
        int mask = table.length - 1;
        int slot = hash & mask;
        while (table[slot] != FREE) {
            slot = (slot + 1) & mask;
        }
        table[slot] = size + 1;
        bytes += utf8.length;
        return size++;
    }

    private void place(byte[] utf8) {
        if (blocks.length == 0 || utf8.length > blocks[blocks.length - 1].length - used) {
            int room = blocks.length > 7 ? BLOCK : FIRST_BLOCK << blocks.length;
            blocks = Arrays.copyOf(blocks, blocks.length + 1);
            blocks[blocks.length - 1] = new byte[Math.max(room, utf8.length)];
            used = 0;
        }
        block[size] = blocks.length - 1;
        start[size] = used;
        length[size] = utf8.length;
        System.arraycopy(utf8, 0, blocks[blocks.length - 1], used, utf8.length);
        used += utf8.length;
    }

    private void rehash() {
        int[] wider = new int[table.length * 2];
        int mask = wider.length - 1;
        for (int code = 0; code < size; code++) {
            int slot = hash(blocks[block[code]], start[code], length[code]) & mask;
            while (wider[slot] != FREE) {
                slot = (slot + 1) & mask;
            }
            wider[slot] = code + 1;
        }
        table = wider;
    }

    private static int hash(byte[] utf8) {
        return hash(utf8, 0, utf8.length);
    }

    private static int hash(byte[] utf8, int from, int length) {
        long hash = 0xCBF29CE484222325L;
        for (int i = from; i < from + length; i++) {
            hash = (hash ^ utf8[i]) * 0x100000001B3L;
        }
        return (int) (hash ^ hash >>> 32);
    }

    long memory() {
        return Arrays.stream(blocks).mapToLong(each -> each.length).sum() + 12L * start.length + 4L * table.length;
    }
}

package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.RandomAccess;

/** A list of many short texts that takes little more room than their bytes: a million task ids fit into 20 MB. Never changes. */
@Internal
public final class CompactTexts extends AbstractList<String> implements RandomAccess {

    /** By code points, as the bytes of UTF-8 are ordered; {@code String.compareTo} has another order beyond the basic plane. */
    public static final Comparator<String> BY_CODE_POINTS = CompactTexts::compare;

    private final byte[] bytes;
    private final int[] ends;

    private CompactTexts(byte[] bytes, int[] ends) {
        this.bytes = bytes;
        this.ends = ends;
    }

    /** Returns the same texts in a list that nobody changes. */
    public static List<String> copyOf(List<String> texts) {
        if (texts instanceof CompactTexts) {
            return texts;
        }
        Builder builder = new Builder();
        texts.forEach(builder::add);
        return builder.build();
    }

    private static int compare(String one, String other) {
        int shared = Math.min(one.length(), other.length());
        for (int i = 0; i < shared; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                // A surrogate stands for a code point above every other char.
                boolean high = Character.isSurrogate(a);
                return high == Character.isSurrogate(b) ? Character.compare(a, b) : high ? 1 : -1;
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    @Override
    public String get(int index) {
        int from = index == 0 ? 0 : ends[index - 1];
        return new String(bytes, from, ends[index] - from, StandardCharsets.UTF_8);
    }

    @Override
    public int size() {
        return ends.length;
    }

    /** Collects texts. Not thread-safe. */
    public static final class Builder {
        private byte[] bytes = new byte[256];
        private int[] ends = new int[16];
        private int length;
        private int count;

        /** Adds a text at the end. */
        public void add(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            int end = Math.addExact(length, utf8.length);
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, bytes.length * 2L)));
            }
            System.arraycopy(utf8, 0, bytes, length, utf8.length);
            length = end;
            if (count == ends.length) {
                ends = Arrays.copyOf(ends, count * 2);
            }
            ends[count++] = end;
        }

        /** Returns the texts so far. */
        public List<String> build() {
            return new CompactTexts(Arrays.copyOf(bytes, length), Arrays.copyOf(ends, count));
        }
    }
}

package dev.guerdon.cpython;

import java.util.Arrays;

/** A set of code points as sorted ranges. Lookup is a binary search. */
final class CodePointSet {

    /** The first code point of each range, and the one after its last, alternating. */
    private final int[] bounds;

    private CodePointSet(int[] bounds) {
        this.bounds = bounds;
    }

    /** Reads ranges of the form {@code +gap} or {@code +gap,length}, hexadecimal, as the table generator writes them. */
    static CodePointSet parse(String packed) {
        String[] ranges = packed.split(" ", -1);
        int[] bounds = new int[2 * ranges.length];
        int end = 0;
        for (int i = 0; i < ranges.length; i++) {
            String range = ranges[i];
            int comma = range.indexOf(',');
            int gap = Integer.parseInt(range, 1, comma < 0 ? range.length() : comma, 16);
            int more = comma < 0 ? 0 : Integer.parseInt(range, comma + 1, range.length(), 16);
            bounds[2 * i] = end + gap;
            end += gap + more + 1;
            bounds[2 * i + 1] = end;
        }
        return new CodePointSet(bounds);
    }

    boolean contains(int codePoint) {
        return offset(codePoint) >= 0;
    }

    /** Returns how far into its range a member is, or -1 for a code point outside of the set. */
    int offset(int codePoint) {
        int at = Arrays.binarySearch(bounds, codePoint);
        // A range lies between an even bound and the next one; a miss of the search lies after the bound before it.
        int bound = at >= 0 ? at : -at - 2;
        return bound >= 0 && bound % 2 == 0 ? codePoint - bounds[bound] : -1;
    }

    /** Sets the flag for each member below the length of the array. */
    void mark(byte[] flags, byte flag) {
        for (int i = 0; i < bounds.length && bounds[i] < flags.length; i += 2) {
            int end = Math.min(bounds[i + 1], flags.length);
            for (int c = bounds[i]; c < end; c++) {
                flags[c] |= flag;
            }
        }
    }
}

package dev.guerdon.rewards.overlap;

import java.util.Arrays;

/**
 * The n-grams of one or more references, each with the highest count that one reference has.
 *
 * <p>An n-gram is a pair: the number of the n-gram without its last token, and that token. So a text is counted in one pass, and memory
 * grows with the references alone, however long the response is.
 */
final class NGrams {

    private final int orders;
    private long[] keys;
    private int[] ids;
    private int size;
    private int[] most;

    /**
     * Makes room.
     *
     * @param orders the longest n-grams that count
     * @param tokens about how many tokens the references have
     */
    NGrams(int orders, int tokens) {
        this.orders = orders;
        int room = Integer.highestOneBit(Math.clamp(4L * orders * tokens, 64, 1 << 16));
        keys = new long[room];
        ids = new int[room];
        most = new int[room / 2];
    }

    /** Adds a reference: no token may be negative. */
    void add(int[] tokens) {
        int[] now = new int[most.length];
        for (int i = 0; i < tokens.length; i++) {
            int prefix = -1;
            int end = Math.min(tokens.length, i + orders);
            for (int j = i; j < end; j++) {
                prefix = intern(prefix, tokens[j]);
                if (prefix >= now.length) {
                    now = Arrays.copyOf(now, 2 * prefix);
                }
                now[prefix]++;
            }
        }
        if (most.length < size) {
            most = Arrays.copyOf(most, now.length);
        }
        for (int i = 0; i < size && i < now.length; i++) {
            most[i] = Math.max(most[i], now[i]);
        }
    }

    /** Returns how many n-grams of each order a text shares with the references, none more often than a reference has it. */
    int[] matches(int[] tokens) {
        int[] left = Arrays.copyOf(most, Math.max(1, size));
        int[] matches = new int[orders];
        for (int i = 0; i < tokens.length; i++) {
            int prefix = -1;
            int end = Math.min(tokens.length, i + orders);
            for (int j = i; j < end; j++) {
                prefix = tokens[j] < 0 ? -1 : find(prefix, tokens[j]);
                if (prefix < 0) {
                    break;
                }
                if (left[prefix] > 0) {
                    left[prefix]--;
                    matches[j - i]++;
                }
            }
        }
        return matches;
    }

    /** Returns how many n-grams of an order a text of that many tokens has. */
    static int total(int tokens, int order) {
        return Math.max(0, tokens - order + 1);
    }

    private int find(int prefix, int token) {
        long key = key(prefix, token);
        int mask = keys.length - 1;
        for (int at = hash(key) & mask; keys[at] != 0; at = (at + 1) & mask) {
            if (keys[at] == key) {
                return ids[at];
            }
        }
        return -1;
    }

    private int intern(int prefix, int token) {
        long key = key(prefix, token);
        int mask = keys.length - 1;
        int at = hash(key) & mask;
        for (; keys[at] != 0; at = (at + 1) & mask) {
            if (keys[at] == key) {
                return ids[at];
            }
        }
        keys[at] = key;
        ids[at] = size;
        if (2 * ++size > keys.length) {
            grow();
        }
        return size - 1;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldIds = ids;
        keys = new long[2 * oldKeys.length];
        ids = new int[2 * oldKeys.length];
        int mask = keys.length - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int at = hash(oldKeys[i]) & mask;
                while (keys[at] != 0) {
                    at = (at + 1) & mask;
                }
                keys[at] = oldKeys[i];
                ids[at] = oldIds[i];
            }
        }
    }

    /** Never 0, which marks a free place. */
    private static long key(int prefix, int token) {
        return ((long) (prefix + 2) << 32) | token;
    }

    private static int hash(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }
}

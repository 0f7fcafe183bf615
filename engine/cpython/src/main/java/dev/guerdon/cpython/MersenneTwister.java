package dev.guerdon.cpython;

/** The generator MT19937 with both of its seedings: by an array, as CPython does it, and by one number, as NumPy does. 2.5 KB of state. */
final class MersenneTwister {

    private static final int SIZE = 624;
    private static final int SHIFT = 397;

    private final int[] state = new int[SIZE];
    private int used = SIZE;

    /** Not seeded yet. */
    MersenneTwister() {}

    MersenneTwister(MersenneTwister other) {
        System.arraycopy(other.state, 0, state, 0, SIZE);
        used = other.used;
    }

    void seed(int seed) {
        state[0] = seed;
        for (int i = 1; i < SIZE; i++) {
            state[i] = 1812433253 * mixed(i - 1) + i;
        }
        used = SIZE;
    }

    void seed(int[] key) {
        seed(19650218);
        int i = 1;
        int j = 0;
        for (int k = Math.max(SIZE, key.length); k > 0; k--) {
            state[i] = (state[i] ^ (mixed(i - 1) * 1664525)) + key[j] + j;
            i = after(i);
            j = (j + 1) % key.length;
        }
        for (int k = SIZE - 1; k > 0; k--) {
            state[i] = (state[i] ^ (mixed(i - 1) * 1566083941)) - i;
            i = after(i);
        }
        state[0] = 0x80000000;
    }

    private int mixed(int i) {
        return state[i] ^ (state[i] >>> 30);
    }

    private int after(int i) {
        if (i + 1 < SIZE) {
            return i + 1;
        }
        state[0] = state[SIZE - 1];
        return 1;
    }

    /** Returns the next 32 random bits. */
    int next() {
        if (used == SIZE) {
            for (int i = 0; i < SIZE; i++) {
                int y = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
                state[i] = state[(i + SHIFT) % SIZE] ^ (y >>> 1) ^ ((y & 1) * 0x9908b0df);
            }
            used = 0;
        }
        int y = state[used++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }
}

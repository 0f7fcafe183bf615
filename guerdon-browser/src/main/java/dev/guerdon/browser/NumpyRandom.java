package dev.guerdon.browser;

/**
 * Draws the whole numbers that NumPy's {@code RandomState} draws for the same seed, by which tasks are seeded.
 *
 * <p>Mersenne Twister, 2.5 KB of state; not thread-safe.
 */
final class NumpyRandom {

    private static final int SIZE = 624;
    private static final int SHIFT = 397;

    private final int[] state = new int[SIZE];
    private int used = SIZE;

    NumpyRandom(int seed) {
        state[0] = seed;
        for (int i = 1; i < SIZE; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
    }

    private int next() {
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

    /** A number from 0 to one below the bound. */
    int below(int bound) {
        int mask = -1 >>> Integer.numberOfLeadingZeros(bound - 1);
        int drawn = next() & mask;
        while (drawn >= bound) {
            drawn = next() & mask;
        }
        return drawn;
    }
}

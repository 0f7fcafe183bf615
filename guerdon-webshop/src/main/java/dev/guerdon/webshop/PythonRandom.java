package dev.guerdon.webshop;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Draws the same numbers as CPython's {@code random} module for the same seed.
 *
 * <p>The order of goals and the random prices of the reference come from there. Mersenne Twister, 2.5 KB of state; not thread-safe.
 */
final class PythonRandom {

    private static final int N = 624;
    private static final int M = 397;

    private final int[] state = new int[N];
    private int index;

    PythonRandom(long seed) {
        seed(seed);
    }

    private PythonRandom(PythonRandom other) {
        System.arraycopy(other.state, 0, state, 0, N);
        index = other.index;
    }

    /** A generator that goes on from here on its own. */
    PythonRandom copy() {
        return new PythonRandom(this);
    }

    /** Starts again, as {@code random.seed(seed)} does. */
    void seed(long seed) {
        long magnitude = Math.abs(seed);
        int low = (int) magnitude;
        int high = (int) (magnitude >>> 32);
        initByArray(high == 0 ? new int[] {low} : new int[] {low, high});
    }

    private void initByArray(int[] key) {
        state[0] = 19650218;
        for (int i = 1; i < N; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
        int i = 1;
        int j = 0;
        for (int k = Math.max(N, key.length); k > 0; k--) {
            state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >>> 30)) * 1664525)) + key[j] + j;
            i++;
            j++;
            if (i >= N) {
                state[0] = state[N - 1];
                i = 1;
            }
            if (j >= key.length) {
                j = 0;
            }
        }
        for (int k = N - 1; k > 0; k--) {
            state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >>> 30)) * 1566083941)) - i;
            i++;
            if (i >= N) {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        state[0] = 0x80000000;
        index = N;
    }

    private int next32() {
        if (index >= N) {
            for (int k = 0; k < N; k++) {
                int y = (state[k] & 0x80000000) | (state[(k + 1) % N] & 0x7fffffff);
                state[k] = state[(k + M) % N] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
            }
            index = 0;
        }
        int y = state[index++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }

    /** A double in [0, 1). */
    double random() {
        int a = next32() >>> 5;
        int b = next32() >>> 6;
        return (a * 67108864.0 + b) / 9007199254740992.0;
    }

    /** An integer of {@code bits} random bits, at most 32. */
    long bits(int bits) {
        return Integer.toUnsignedLong(next32()) >>> (32 - bits);
    }

    /** An integer in [0, bound). */
    int below(int bound) {
        int bits = 32 - Integer.numberOfLeadingZeros(bound);
        long drawn = bits(bits);
        while (drawn >= bound) {
            drawn = bits(bits);
        }
        return (int) drawn;
    }

    double uniform(double a, double b) {
        return a + (b - a) * random();
    }

    void shuffle(int[] values) {
        for (int i = values.length - 1; i > 0; i--) {
            int j = below(i + 1);
            int swapped = values[i];
            values[i] = values[j];
            values[j] = swapped;
        }
    }

    /** The positions that {@code random.sample} of a population of {@code size} picks, in order. */
    int[] sample(int size, int count) {
        if (count > size) {
            throw new IllegalArgumentException("cannot sample " + count + " of " + size);
        }
        double setSize = 21;
        if (count > 5) {
            setSize += Math.pow(4, Math.ceil(Math.log(count * 3.0) / Math.log(4)));
        }
        int[] picked = new int[count];
        if (size <= setSize) {
            int[] pool = new int[size];
            for (int i = 0; i < size; i++) {
                pool[i] = i;
            }
            for (int i = 0; i < count; i++) {
                int j = below(size - i);
                picked[i] = pool[j];
                pool[j] = pool[size - i - 1];
            }
        } else {
            Set<Integer> seen = new HashSet<>();
            for (int i = 0; i < count; i++) {
                int j = below(size);
                while (!seen.add(j)) {
                    j = below(size);
                }
                picked[i] = j;
            }
        }
        return picked;
    }

    /** One of the elements, as {@code random.choices(list)} picks it. */
    <T> T choice(List<T> list) {
        return list.get((int) Math.floor(random() * list.size()));
    }

    /** A position drawn with weights, given as running sums without the leading 0, as {@code random.choices(weights=...)} does. */
    int weighted(double[] sums) {
        return bisectRight(sums, random() * sums[sums.length - 1], sums.length - 1);
    }

    /** A word of lower-case letters, as the reference names its sessions. */
    String letters(int count) {
        StringBuilder word = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            word.append((char) ('a' + (int) Math.floor(random() * 26)));
        }
        return word.toString();
    }

    /** Where to insert {@code value} behind equal ones in the first {@code end} elements. */
    static int bisectRight(double[] sorted, double value, int end) {
        int low = 0;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (value < sorted[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}

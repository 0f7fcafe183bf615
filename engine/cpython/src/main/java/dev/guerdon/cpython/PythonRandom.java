package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.util.HashSet;
import java.util.Set;

/** Draws the same numbers as CPython's {@code random.Random} for the same seed. Not thread-safe. */
@Internal
public final class PythonRandom {

    private final MersenneTwister twister;

    public PythonRandom(long seed) {
        twister = new MersenneTwister();
        seed(seed);
    }

    private PythonRandom(PythonRandom other) {
        twister = new MersenneTwister(other.twister);
    }

    /** Returns an independent generator with the same state. */
    public PythonRandom copy() {
        return new PythonRandom(this);
    }

    /** Starts again, as {@code random.seed(seed)} does. */
    public void seed(long seed) {
        long magnitude = Math.abs(seed);
        int low = (int) magnitude;
        int high = (int) (magnitude >>> 32);
        twister.seed(high == 0 ? new int[] {low} : new int[] {low, high});
    }

    /** Returns a double in [0, 1). */
    public double random() {
        int a = twister.next() >>> 5;
        int b = twister.next() >>> 6;
        return (a * 67108864.0 + b) / 9007199254740992.0;
    }

    /** Returns an integer of that many random bits, 1 to 32. */
    public long bits(int bits) {
        return Integer.toUnsignedLong(twister.next()) >>> (32 - bits);
    }

    /** Returns an integer in [0, bound), as {@code randrange(bound)} and {@code choice} of so many draw it. */
    public int below(int bound) {
        int bits = 32 - Integer.numberOfLeadingZeros(bound);
        long drawn = bits(bits);
        while (drawn >= bound) {
            drawn = bits(bits);
        }
        return (int) drawn;
    }

    /** Returns a double between the two, as {@code random.uniform(a, b)} gives it. */
    public double uniform(double a, double b) {
        return a + (b - a) * random();
    }

    /** Changes the order as {@code random.shuffle} does. */
    public void shuffle(int[] values) {
        for (int i = values.length - 1; i > 0; i--) {
            int j = below(i + 1);
            int swapped = values[i];
            values[i] = values[j];
            values[j] = swapped;
        }
    }

    /** Returns the positions that {@code random.sample} of a population of {@code size} picks, in order. */
    public int[] sample(int size, int count) {
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

    /** Returns a position drawn with weights, given as running sums without the leading 0, as {@code random.choices(weights=...)} does. */
    public int weighted(double[] sums) {
        return bisectRight(sums, random() * sums[sums.length - 1], sums.length - 1);
    }

    /** Returns a word of lower-case letters, as {@code random.choices(string.ascii_lowercase, k=count)} picks them. */
    public String letters(int count) {
        StringBuilder word = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            word.append((char) ('a' + (int) Math.floor(random() * 26)));
        }
        return word.toString();
    }

    /** Returns where to insert {@code value} after equal ones in the first {@code end} elements. */
    public static int bisectRight(double[] sorted, double value, int end) {
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

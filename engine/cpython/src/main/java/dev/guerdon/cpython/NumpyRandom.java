package dev.guerdon.cpython;

import dev.guerdon.api.Internal;

/** Draws the whole numbers that NumPy's {@code RandomState} draws for the same seed. Not thread-safe. */
@Internal
public final class NumpyRandom {

    private final MersenneTwister twister = new MersenneTwister();

    public NumpyRandom(int seed) {
        twister.seed(seed);
    }

    /** Returns a number from 0 to one below the bound, as {@code randint(0, bound)} gives it; a bound of 1 draws nothing. */
    public int below(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("expected a bound of at least 1, found " + bound);
        }
        if (bound == 1) {
            return 0;
        }
        int mask = -1 >>> Integer.numberOfLeadingZeros(bound - 1);
        int drawn = twister.next() & mask;
        while (drawn >= bound) {
            drawn = twister.next() & mask;
        }
        return drawn;
    }
}

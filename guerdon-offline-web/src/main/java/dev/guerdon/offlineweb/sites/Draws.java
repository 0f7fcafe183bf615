package dev.guerdon.offlineweb.sites;

import dev.guerdon.api.Internal;

/** Draws that depend on nothing but their key, so that the offline web is the same everywhere and for ever. */
@Internal
public final class Draws {

    private Draws() {}

    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** Evenly from 0 to 1, 1 excluded. */
    public static double unit(String key, long number) {
        long seed = 7;
        for (int i = 0; i < key.length(); i++) {
            seed = seed * 31 + key.charAt(i);
        }
        return (mix(mix(seed) ^ mix(number)) >>> 11) * 0x1p-53;
    }

    /** A whole number from 0, below a bound. */
    public static int below(int bound, String key, long number) {
        return (int) (unit(key, number) * bound);
    }

    public static double between(double low, double high, String key, long number) {
        return low + (high - low) * unit(key, number);
    }
}

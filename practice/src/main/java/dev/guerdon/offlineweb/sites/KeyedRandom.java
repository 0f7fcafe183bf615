package dev.guerdon.offlineweb.sites;

import dev.guerdon.core.base.Utf8;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws that depend on nothing but their key, so that the offline web is the same everywhere and for ever. */
final class KeyedRandom {

    private static final Map<String, List<String>> LISTS = new HashMap<>();

    static {
        List<String> items = new ArrayList<>();
        for (String line : Utf8.resource(KeyedRandom.class, "words.txt").lines().toList()) {
            if (line.startsWith(" ")) {
                items.add(line.strip());
            } else {
                items = new ArrayList<>();
                LISTS.put(line, items);
            }
        }
    }

    private KeyedRandom() {}

    /** Returns a list of {@code words.txt}, by its name. */
    public static List<String> list(String name) {
        return List.copyOf(Objects.requireNonNull(LISTS.get(name), name));
    }

    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** Returns a number spread evenly from 0 to 1, 1 excluded. */
    public static double unit(String key, long number) {
        long seed = 7;
        for (int i = 0; i < key.length(); i++) {
            seed = seed * 31 + key.charAt(i);
        }
        return (mix(mix(seed) ^ mix(number)) >>> 11) * 0x1p-53;
    }

    /** Returns a whole number from 0, below a bound. */
    public static int below(int bound, String key, long number) {
        return (int) (unit(key, number) * bound);
    }

    public static <T> T of(List<T> some, String key, long number) {
        return some.get(below(some.size(), key, number));
    }

    /** Returns some sentences, in a row. */
    public static String sentences(List<String> some, String key, int count) {
        return IntStream.range(0, count).mapToObj(i -> of(some, key, i)).collect(Collectors.joining(" "));
    }

    public static double between(double low, double high, String key, long number) {
        return low + (high - low) * unit(key, number);
    }
}

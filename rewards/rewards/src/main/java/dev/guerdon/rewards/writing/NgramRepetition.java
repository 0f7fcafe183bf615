package dev.guerdon.rewards.writing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts how many runs of n tokens are different. */
final class NgramRepetition {

    private NgramRepetition() {}

    /**
     * Returns the share of runs that are repeated: 1 - different / all.
     *
     * <p>Runs are named by pairs of shorter runs, so the time grows with the number of tokens and the logarithm of n.
     *
     * @param size how many tokens a run has, from 1 to the number of tokens
     */
    static double share(List<?> tokens, int size) {
        int[] names = new int[tokens.size()];
        Map<Object, Integer> known = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            names[i] = name(known, plain(tokens.get(i)));
        }
        int length = 1;
        while (length < size) {
            int step = Math.min(length, size - length);
            names = longer(names, step);
            length += step;
        }
        long different = java.util.Arrays.stream(names).distinct().count();
        return 1 - (double) different / names.length;
    }

    /** Names runs that are longer by a step, each made of two that overlap or touch. */
    private static int[] longer(int[] names, int step) {
        int[] longer = new int[names.length - step];
        Map<Long, Integer> known = new HashMap<>();
        for (int i = 0; i < longer.length; i++) {
            longer[i] = name(known, ((long) names[i] << 32) | names[i + step]);
        }
        return longer;
    }

    private static <T> int name(Map<T, Integer> known, T key) {
        Integer name = known.get(key);
        if (name == null) {
            name = known.size();
            known.put(key, name);
        }
        return name;
    }

    /** Numbers that Python takes for the same are the same here. */
    private static Object plain(@Nullable Object token) {
        return switch (token) {
            case null -> "null";
            case Boolean b -> b ? 1.0 : 0.0;
            case Number n -> n.doubleValue();
            case String text -> "\"" + text;
            default -> token;
        };
    }
}

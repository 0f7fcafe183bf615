package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** Holds the parts of two answers against each other: in order, or each against a partner of its own. */
final class Pairing {

    /** Length of a list from which on it pays to look up what is written alike. */
    private static final int MANY = 8;

    private Pairing() {}

    /** Returns whether both have as many parts, and each equals the one in its place. */
    static <T> boolean inOrder(List<T> x, List<T> y, BiPredicate<T, T> equal) {
        if (x.size() != y.size()) {
            return false;
        }
        for (int i = 0; i < x.size(); i++) {
            if (!equal.test(x.get(i), y.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether both have as many parts, and each its partner; equality is transitive enough for the first match to do. */
    static <T> boolean inAnyOrder(List<T> x, List<T> y, BiPredicate<T, T> equal) {
        return x.size() == y.size() && covers(x, y, true, equal);
    }

    /** Returns whether each part of one has a partner among the others, which serves only once or any number of times. */
    static <T> boolean covers(List<T> x, List<T> y, boolean once, BiPredicate<T, T> equal) {
        boolean[] taken = new boolean[y.size()];
        Map<Object, List<Integer>> alike = new HashMap<>();
        for (int i = y.size() - 1; i >= 0 && y.size() >= MANY; i--) {
            alike.computeIfAbsent(key(y.get(i)), key -> new ArrayList<>()).add(i);
        }
        for (T item : x) {
            // What is written alike is found at once: long lists in another order cost no comparison of each with each.
            List<Integer> written = alike.getOrDefault(key(item), List.of());
            int found = -1;
            if (!written.isEmpty() && equal.test(item, y.get(written.getLast()))) {
                found = once ? written.removeLast() : written.getLast();
                found = once && taken[found] ? -1 : found;
            }
            for (int i = 0; i < y.size() && found < 0; i++) {
                if (!(once && taken[i]) && equal.test(item, y.get(i))) {
                    found = i;
                }
            }
            if (found < 0) {
                return false;
            }
            taken[found] = true;
        }
        return true;
    }

    /** Returns what two parts have in common that are written alike, or are the same number. */
    private static Object key(Object part) {
        return part instanceof Node.Num n
                ? n.value()
                : part instanceof Node.Neg m && m.of() instanceof Node.Num n
                        ? n.value().negate()
                        : part;
    }
}

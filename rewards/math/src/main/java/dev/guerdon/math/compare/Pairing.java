package dev.guerdon.math.compare;

import java.util.List;
import java.util.function.BiPredicate;

/** Holds the parts of two answers against each other: in order, or each against a partner of its own. */
final class Pairing {

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
        for (T item : x) {
            int found = -1;
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
}

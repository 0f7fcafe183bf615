package dev.guerdon.rewards.regex;

/** A set of code points. */
@FunctionalInterface
interface CharSet {

    boolean has(int codePoint);

    default CharSet not() {
        return c -> !has(c);
    }

    /** Returns the set without regard to case: a code point is in it if one of its case forms is. */
    default CharSet anyCase() {
        return c -> {
            if (has(c)) {
                return true;
            }
            int upper = Character.toUpperCase(c);
            int lower = Character.toLowerCase(c);
            return has(lower) || has(upper) || has(Character.toLowerCase(upper)) || has(Character.toUpperCase(lower));
        };
    }

    static CharSet one(int codePoint) {
        return c -> c == codePoint;
    }

    static CharSet range(int from, int to) {
        return c -> c >= from && c <= to;
    }
}

package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import java.util.Comparator;

/** The order of texts that databases and files use. */
@Internal
public final class Texts {

    /** By code points, as the bytes of UTF-8 are ordered; {@code String.compareTo} has another order beyond the basic plane. */
    public static final Comparator<String> BY_CODE_POINTS = Texts::compare;

    private Texts() {}

    private static int compare(String one, String other) {
        int shared = Math.min(one.length(), other.length());
        for (int i = 0; i < shared; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                // A surrogate stands for a code point above every other char.
                boolean high = Character.isSurrogate(a);
                return high == Character.isSurrogate(b) ? Character.compare(a, b) : high ? 1 : -1;
            }
        }
        return Integer.compare(one.length(), other.length());
    }
}

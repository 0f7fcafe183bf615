package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.util.Arrays;

/** Classes of characters that Python's methods and patterns ask for and {@link Strings} does not have. */
@Internal
public final class CharacterClass {

    /** {@code \s} of Python's {@code re}, as a class for Java's patterns. */
    public static final String SPACE =
            "[\\x09-\\x0d\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

    /** First and last of each run of digits that are not decimal: superscripts, circled digits and the like. */
    private static final int[] OTHER_DIGITS = {
        0xB2, 0xB3, 0xB9, 0xB9, 0x1369, 0x1371, 0x19DA, 0x19DA, 0x2070, 0x2070, 0x2074, 0x2079, 0x2080, 0x2089, 0x2460,
        0x2468, 0x2474, 0x247C, 0x2488, 0x2490, 0x24EA, 0x24EA, 0x24F5, 0x24FD, 0x24FF, 0x24FF, 0x2776, 0x277E, 0x2780,
        0x2788, 0x278A, 0x2792, 0x10A40, 0x10A43, 0x10E60, 0x10E68, 0x11052, 0x1105A, 0x1F100, 0x1F10A
    };

    private CharacterClass() {}

    /** Whether {@code str.isdigit()} of the one character: decimal digits, and those written above, below or in a circle. */
    public static boolean isDigit(int codePoint) {
        if (codePoint < 128) {
            return codePoint >= '0' && codePoint <= '9';
        }
        int found = Arrays.binarySearch(OTHER_DIGITS, codePoint);
        return found >= 0 || (-found - 1) % 2 == 1 || Strings.decimal(codePoint) >= 0;
    }

    /** {@code str.isdigit()}. */
    public static boolean isDigits(String text) {
        return !text.isEmpty() && text.codePoints().allMatch(CharacterClass::isDigit);
    }
}

package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A decimal number in plain digits, compared without computing.
 *
 * @param negative its sign
 * @param digits all digits without leading zeros, and without trailing ones after the point
 * @param decimals how many of them come after the point
 */
@Internal
public record PlainNumber(boolean negative, String digits, int decimals) {

    /** The number that a text is, null for anything but plain digits. */
    public static @Nullable PlainNumber of(String text) {
        int at = 0;
        boolean negative = false;
        if (!text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+')) {
            negative = text.charAt(0) == '-';
            at = 1;
        }
        int point = -1;
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.' && point < 0 && i > at) {
                point = i;
            } else if (c < '0' || c > '9') {
                return null;
            }
        }
        int end = text.length();
        if (end == at) {
            return null;
        }
        if (point >= 0) {
            while (end > point + 1 && text.charAt(end - 1) == '0') {
                end--;
            }
            if (end == point + 1) {
                end = point;
            }
        }
        int start = at;
        while (start < end - 1 && text.charAt(start) == '0' && text.charAt(start + 1) != '.') {
            start++;
        }
        String digits = text.substring(start, end);
        boolean zero = digits.equals("0") || digits.equals(BigInteger.ZERO.toString());
        return new PlainNumber(negative && !zero, digits, end > point && point >= 0 ? end - point - 1 : 0);
    }
}

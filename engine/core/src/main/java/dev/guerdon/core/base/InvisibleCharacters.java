package dev.guerdon.core.base;

import dev.guerdon.api.Internal;

/**
 * Characters that must not reach a terminal or a page as they are: they cannot be seen, and make what can be seen read
 * otherwise. Escape sequences begin with a control character, of which U+009B is one; marks such as U+202E turn the direction of
 * writing around.
 */
@Internal
public final class InvisibleCharacters {

    private InvisibleCharacters() {}

    /** Returns whether a character is one of them. Line breaks and tabs are not, and neither are the joiners that scripts and emoji need. */
    public static boolean is(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL -> codePoint != '\n' && codePoint != '\t';
            case Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.FORMAT -> !joins(codePoint) && !isSign(codePoint);
            default -> false;
        };
    }

    private static boolean joins(int c) {
        return c == 0x200c || c == 0x200d;
    }

    /** Signs that stand before numbers in some scripts: they have a shape. */
    private static boolean isSign(int c) {
        return (c >= 0x600 && c <= 0x605) || c == 0x6dd || c == 0x70f || c == 0x8e2 || c == 0x110bd || c == 0x110cd;
    }

    /** The character as JSON and Java would escape it: {@code \\u202e}. */
    public static void escape(int codePoint, StringBuilder out) {
        for (char c : Character.toChars(codePoint)) {
            out.append("\\u").append(Character.forDigit(c >> 12, 16));
            out.append(Character.forDigit(c >> 8 & 15, 16));
            out.append(Character.forDigit(c >> 4 & 15, 16));
            out.append(Character.forDigit(c & 15, 16));
        }
    }
}

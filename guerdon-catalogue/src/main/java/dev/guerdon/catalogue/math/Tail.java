package dev.guerdon.catalogue.math;

/** The end of a text, counted in code points. */
final class Tail {

    private Tail() {}

    static String of(String text, int codePoints) {
        if (text.length() <= codePoints) {
            return text;
        }
        int from = text.length();
        for (int left = codePoints; left > 0 && from > 0; left--) {
            from = text.offsetByCodePoints(from, -1);
        }
        return text.substring(from);
    }
}

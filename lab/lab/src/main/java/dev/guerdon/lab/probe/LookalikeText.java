package dev.guerdon.lab.probe;

import java.text.Normalizer;

/** The same text to the eye, in other characters. */
final class LookalikeText {

    private static final String LATIN = "aceopxyABCEHKMOPTXi";
    private static final String CYRILLIC = "асеорхуАВСЕНКМОРТХі";

    private LookalikeText() {}

    /** Letters and digits in the wide forms of East Asian text. */
    static String wide(String text) {
        return text.codePoints()
                .map(c -> c > ' ' && c < 0x7f ? c + 0xfee0 : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Letters that have a twin in Cyrillic, as that twin. */
    static String homoglyphs(String text) {
        StringBuilder out = new StringBuilder(text);
        for (int i = 0; i < out.length(); i++) {
            int twin = LATIN.indexOf(out.charAt(i));
            if (twin >= 0) {
                out.setCharAt(i, CYRILLIC.charAt(twin));
            }
        }
        return out.toString();
    }

    /** Returns a space of no width behind each character. */
    static String zeroWidth(String text) {
        return text.codePoints()
                .collect(StringBuilder::new, (out, c) -> out.appendCodePoint(c).append('\u200b'), StringBuilder::append)
                .toString();
    }

    /** Written backwards, and turned round again for the eye. */
    static String rightToLeft(String text) {
        return '\u202e' + new StringBuilder(text).reverse().toString() + '\u202c';
    }

    /** Returns a mark above each letter. */
    static String marked(String text) {
        return text.codePoints()
                .collect(
                        StringBuilder::new,
                        (out, c) -> {
                            out.appendCodePoint(c);
                            if (Character.isLetterOrDigit(c)) {
                                out.append('\u0301');
                            }
                        },
                        StringBuilder::append)
                .toString();
    }

    /** Accents as characters of their own. */
    static String decomposed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFD);
    }

    /** Without accents. */
    static String bare(String text) {
        return decomposed(text).replaceAll("\\p{M}", "");
    }
}

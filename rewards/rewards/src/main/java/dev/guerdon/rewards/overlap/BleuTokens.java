package dev.guerdon.rewards.overlap;

import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.List;

/** Ways in which sacrebleu cuts a text into words, by the name of its tokenizer. */
enum BleuTokens {
    /** Western punctuation apart, with the rules of the NIST evaluation of 2009. */
    NIST("13a") {
        @Override
        List<String> tokens(String text) {
            String line = text.indexOf('<') < 0 ? text : text.replace("<skipped>", "");
            if (line.indexOf('\n') >= 0) {
                line = line.replace("-\n", "").replace('\n', ' ');
            }
            if (line.indexOf('&') >= 0) {
                line = line.replace("&quot;", "\"")
                        .replace("&amp;", "&")
                        .replace("&lt;", "<")
                        .replace("&gt;", ">");
            }
            return WesternTokens.of(" " + line + " ");
        }
    },
    /** White space alone. */
    NONE("none") {
        @Override
        List<String> tokens(String text) {
            return PythonStrings.split(text);
        }
    },
    /** Each character that is no white space. */
    CHARACTERS("char") {
        @Override
        List<String> tokens(String text) {
            List<String> tokens = new ArrayList<>();
            text.codePoints().filter(c -> !PythonStrings.isSpace(c)).forEach(c -> tokens.add(Character.toString(c)));
            return tokens;
        }
    },
    /** Punctuation and symbols of any script apart, unless a mark stands between numbers. */
    INTERNATIONAL("intl") {
        @Override
        List<String> tokens(String text) {
            return PythonStrings.split(symbols(markBeforeOther(markAfterOther(text))));
        }
    },
    /** Each Chinese character apart, the rest as Western text. */
    CHINESE("zh") {
        @Override
        List<String> tokens(String text) {
            StringBuilder line = new StringBuilder(2 * text.length());
            PythonStrings.strip(text).codePoints().forEach(c -> {
                if (isChinese(c)) {
                    line.append(' ').appendCodePoint(c).append(' ');
                } else {
                    line.appendCodePoint(c);
                }
            });
            return WesternTokens.of(line);
        }
    };

    private final String name;

    BleuTokens(String name) {
        this.name = name;
    }

    /** Returns the name that sacrebleu has for it. */
    String tokenizer() {
        return name;
    }

    /** Returns the words of a text, of which white space at the end does not count. */
    List<String> of(String text) {
        int end = text.length();
        while (end > 0 && PythonStrings.isSpace(text.charAt(end - 1))) {
            end--;
        }
        return tokens(text.substring(0, end));
    }

    abstract List<String> tokens(String text);

    private static String markAfterOther(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            out.appendCodePoint(c);
            int next = i < text.length() ? text.codePointAt(i) : -1;
            if (next >= 0 && !isNumber(c) && isMark(next)) {
                out.append(' ').appendCodePoint(next).append(' ');
                i += Character.charCount(next);
            }
        }
        return out.toString();
    }

    private static String markBeforeOther(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            int next = i < text.length() ? text.codePointAt(i) : -1;
            if (next >= 0 && isMark(c) && !isNumber(next)) {
                out.append(' ').appendCodePoint(c).append(' ').appendCodePoint(next);
                i += Character.charCount(next);
            } else {
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    private static String symbols(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (isSymbol(c)) {
                out.append(' ').appendCodePoint(c).append(' ');
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    private static boolean isNumber(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> false;
        };
    }

    private static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    private static boolean isSymbol(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.MATH_SYMBOL, Character.CURRENCY_SYMBOL, Character.MODIFIER_SYMBOL, Character.OTHER_SYMBOL ->
                true;
            default -> false;
        };
    }

    /**
     * Returns the blocks that sacrebleu lists.
     *
     * <p>It means the two supplementary planes of ideographs too, but writes them with four digits: what it compares with is U+2001 to
     * U+2A6D and U+2F81 to U+2FA1, so arrows and mathematical signs stand apart, and rare ideographs do not.
     */
    private static boolean isChinese(int c) {
        return (c >= 0x3400 && c <= 0x4DB5)
                || (c >= 0x4E00 && c <= 0x9FBB)
                || (c >= 0xF900 && c <= 0xFA2D)
                || (c >= 0xFA30 && c <= 0xFA6A)
                || (c >= 0xFA70 && c <= 0xFAD9)
                || (c >= 0x2001 && c <= 0x2A6D)
                || (c >= 0xFF00 && c <= 0xFFEF)
                || (c >= 0x2E80 && c <= 0x2FDF)
                || (c >= 0x2FF0 && c <= 0x303F)
                || (c >= 0x3100 && c <= 0x312F)
                || (c >= 0x31A0 && c <= 0x31BF)
                || (c >= 0x31C0 && c <= 0x31EF)
                || (c >= 0x3200 && c <= 0x33FF)
                || (c >= 0xFE10 && c <= 0xFE1F)
                || (c >= 0xFE30 && c <= 0xFE4F);
    }
}

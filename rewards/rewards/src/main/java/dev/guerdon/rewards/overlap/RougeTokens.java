package dev.guerdon.rewards.overlap;

import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.List;

/** Words into which ROUGE cuts a text. */
enum RougeTokens {
    /** Runs of {@code a-z} and {@code 0-9} in lower case, as the reference does: any other letter splits words. */
    ASCII {
        @Override
        boolean isWord(int codePoint) {
            return (codePoint >= 'a' && codePoint <= 'z') || (codePoint >= '0' && codePoint <= '9');
        }
    },
    /** Runs of letters, digits and marks of any script in lower case; a character of a script without spaces is a word. */
    UNICODE {
        @Override
        boolean isWord(int codePoint) {
            return codePoint < 128
                    ? ASCII.isWord(codePoint)
                    : Character.isLetterOrDigit(codePoint) || isMark(codePoint);
        }

        @Override
        boolean standsAlone(int codePoint) {
            return codePoint >= 0x0E00
                    && switch (Character.UnicodeScript.of(codePoint)) {
                        case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> !isMark(codePoint);
                        default -> false;
                    };
        }
    };

    private static final int SHORTEST_STEMMED = 4;

    abstract boolean isWord(int codePoint);

    boolean standsAlone(int codePoint) {
        return false;
    }

    private static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }

    /** Returns the words of a text. */
    List<String> of(String text, boolean stem) {
        String lower = PythonStrings.lower(text);
        List<String> words = new ArrayList<>();
        int start = -1;
        int codePoint;
        for (int i = 0; i < lower.length(); i += Character.charCount(codePoint)) {
            codePoint = lower.codePointAt(i);
            boolean word = isWord(codePoint);
            if (start >= 0 && (!word || standsAlone(codePoint))) {
                words.add(word(lower.substring(start, i), stem));
                start = -1;
            }
            if (word && start < 0) {
                start = i;
            }
        }
        if (start >= 0) {
            words.add(word(lower.substring(start), stem));
        }
        return words;
    }

    private static String word(String word, boolean stem) {
        return stem && word.length() >= SHORTEST_STEMMED ? PorterStemmer.stem(word) : word;
    }
}

package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.MathWords;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.algebra.Node.Word;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares answers that are words. */
final class TextAnswers {

    private TextAnswers() {}

    /** Returns the verdict where words decide, empty where one side may be a product of letters. */
    static Optional<Boolean> equal(Node a, Node b) {
        String x = letters(a);
        String y = letters(b);
        if (x == null || y == null) {
            return Optional.empty();
        }
        if ((isMarked(a) && b instanceof Mul) || (isMarked(b) && a instanceof Mul)) {
            // "yes" is a word, y e s a product.
            return Optional.of(false);
        }
        if (x.equals(y)) {
            return Optional.of(true);
        }
        boolean text = (a instanceof Word w && w.text()) || (b instanceof Word v && v.text());
        boolean caseless = (text && x.length() > 1)
                || MathWords.PLAIN_ANSWERS.contains(x.toLowerCase(Locale.ROOT))
                || (hasLower(x) && hasLower(y) && x.length() > 2);
        if (caseless && x.equalsIgnoreCase(y)) {
            return Optional.of(true);
        }
        return a instanceof Word && b instanceof Word ? Optional.of(false) : Optional.empty();
    }

    /** Returns whether a word was marked as text, or is one that answers use. */
    private static boolean isMarked(Node node) {
        return node instanceof Word w
                && ((w.text() && w.words().length() > 2)
                        || MathWords.PLAIN_ANSWERS.contains(w.words().toLowerCase(Locale.ROOT)));
    }

    private static boolean hasLower(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (Character.isLowerCase(word.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the letters of a word or a product of plain letters, null for anything else. */
    private static @Nullable String letters(Node node) {
        return switch (node) {
            case Word w -> w.words();
            case Sym s -> s.name();
            case Const c when c == Const.E -> "e";
            case Const c when c == Const.I -> "i";
            case Mul m -> {
                StringBuilder all = new StringBuilder();
                for (Node factor : m.factors()) {
                    String letter = factor instanceof Mul ? null : letters(factor);
                    if (letter == null || letter.length() != 1) {
                        yield null;
                    }
                    all.append(letter);
                }
                yield all.toString();
            }
            default -> null;
        };
    }
}

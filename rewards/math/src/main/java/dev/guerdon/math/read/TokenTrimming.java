package dev.guerdon.math.read;

import dev.guerdon.math.algebra.MathWords;
import dev.guerdon.math.algebra.MeasureUnits;
import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes to the tokens of an answer before they are read. */
final class TokenTrimming {

    /** Words of two letters, in which the order of the letters matters. */
    static final Set<String> SHORT_WORDS = MathWords.set("""
            on no is it at as an am be by do go he if in me my of ok or so to up us we No On NO ON Up""");

    private TokenTrimming() {}

    /** Three or more letters in a row and nothing else: a word or a name, in which the order of the letters matters. */
    static @Nullable String letterRun(List<AnswerToken> tokens) {
        if (tokens.size() < 2) {
            return null;
        }
        StringBuilder run = new StringBuilder(tokens.size());
        for (int i = 0; i < tokens.size(); i++) {
            AnswerToken token = tokens.get(i);
            if (token.kind() != Kind.LETTER || token.text().length() != 1 || (i > 0 && token.space())) {
                return null;
            }
            run.append(token.text());
        }
        return run.length() > 2 || SHORT_WORDS.contains(run.toString()) ? run.toString() : null;
    }

    /** Without what leads up to the answer, punctuation at the end, and closing brackets that nothing opened. */
    static List<AnswerToken> trim(List<AnswerToken> tokens) {
        List<AnswerToken> list = new ArrayList<>(tokens.size());
        boolean system = false;
        for (AnswerToken token : tokens) {
            // Invisible brackets count only after a brace that opens a system of equations.
            system |= token.is("⦃");
            if (!token.is("⌜") && (system || !token.is("⌟"))) {
                list.add(token);
            }
        }
        leads(list);
        if (list.size() > 1 && list.getFirst().is("=")) {
            list.removeFirst();
        }
        while (!list.isEmpty()) {
            AnswerToken last = list.getLast();
            boolean punctuation =
                    last.is(".") || last.is(",") || last.is(";") || last.is(":") || last.is("\\\\") || last.is("⏎");
            if (punctuation || (isCloser(last) && unmatched(list))) {
                list.removeLast();
            } else {
                break;
            }
        }
        if (list.size() > 4 && list.getFirst().is("<") && list.getLast().is(">")) {
            list.set(0, symbol("⟨"));
            list.set(list.size() - 1, symbol("⟩"));
        }
        if (list.size() > 4 && list.getFirst().is("]")) {
            list.set(0, symbol("("));
        }
        if (list.size() > 4 && list.getLast().is("[")) {
            list.set(list.size() - 1, symbol(")"));
        }
        return list;
    }

    private static AnswerToken symbol(String text) {
        return new AnswerToken(Kind.SYMBOL, text, null, false, false);
    }

    /** Takes "the answer is" away if it is marked as text and something that is no word follows. */
    private static void leads(List<AnswerToken> list) {
        int words = 0;
        while (words < list.size()
                && list.get(words).kind() == Kind.WORD
                && list.get(words).inText()
                && MeasureUnits.isLead(list.get(words).text())) {
            words++;
        }
        if (words < list.size() && list.get(words).is(":")) {
            words++;
        }
        boolean more = words > 0 && words < list.size() && list.get(words).kind() != Kind.WORD;
        if (more && list.getFirst().kind() == Kind.WORD) {
            list.subList(0, words).clear();
        }
    }

    private static boolean isCloser(AnswerToken token) {
        return token.is(")") || token.is("]") || token.is("}");
    }

    private static boolean unmatched(List<AnswerToken> list) {
        int open = 0;
        for (AnswerToken token : list) {
            if (token.is("(") || token.is("[") || token.is("{")) {
                open++;
            } else if (isCloser(token)) {
                open--;
            }
        }
        return open < 0;
    }
}

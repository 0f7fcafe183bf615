package dev.guerdon.math.read;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Units;
import dev.guerdon.math.read.Token.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done with the tokens of an answer before they are read. */
@Internal
public final class Trimming {

    /** Words of two letters, in which the order of the letters matters. */
    static final Set<String> SHORT_WORDS = Set.of(
            "on", "no", "is", "it", "at", "as", "an", "am", "be", "by", "do", "go", "he", "if", "in", "me", "my", "of",
            "ok", "or", "so", "to", "up", "us", "we", "No", "On", "NO", "ON", "Up");

    private Trimming() {}

    /** Three or more letters in a row and nothing else: a word or a name, in which the order of the letters matters. */
    static @Nullable String letterRun(List<Token> tokens) {
        if (tokens.size() < 2) {
            return null;
        }
        StringBuilder run = new StringBuilder(tokens.size());
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (token.kind() != Kind.LETTER || token.text().length() != 1 || (i > 0 && token.space())) {
                return null;
            }
            run.append(token.text());
        }
        return run.length() > 2 || SHORT_WORDS.contains(run.toString()) ? run.toString() : null;
    }

    /**
     * The letters that name functions in two answers: wherever one of them occurs, a bracket with a single name or number follows.
     */
    public static Set<String> functions(List<Token> a, List<Token> b) {
        Set<String> applied = new HashSet<>();
        Set<String> bare = new HashSet<>(Set.of("e", "i", "pi", "∞"));
        collect(a, applied, bare);
        collect(b, applied, bare);
        applied.removeAll(bare);
        return applied;
    }

    private static void collect(List<Token> tokens, Set<String> applied, Set<String> bare) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).kind() == Kind.LETTER) {
                (isApplied(tokens, i + 1) ? applied : bare).add(tokens.get(i).text());
            }
        }
    }

    private static boolean isApplied(List<Token> tokens, int from) {
        int at = from;
        while (at < tokens.size() && tokens.get(at).is("'")) {
            at++;
        }
        if (at >= tokens.size() || !tokens.get(at).is("(")) {
            return false;
        }
        at++;
        if (at < tokens.size() && tokens.get(at).is("-")) {
            at++;
        }
        return at + 1 < tokens.size()
                && (tokens.get(at).kind() == Kind.NUMBER || tokens.get(at).kind() == Kind.LETTER)
                && tokens.get(at + 1).is(")");
    }

    /** Without what leads up to the answer, punctuation at the end, and closing brackets that nothing opened. */
    static List<Token> trim(List<Token> tokens) {
        List<Token> list = new ArrayList<>(tokens.size());
        boolean system = false;
        for (Token token : tokens) {
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
            Token last = list.getLast();
            boolean punctuation = last.is(".")
                    || last.is(",")
                    || last.is(";")
                    || last.is(":")
                    || last.is("\\\\")
                    || last.is("⏎")
                    || (last.is("'") && list.size() == 2 && list.getFirst().kind() == Kind.NUMBER);
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

    private static Token symbol(String text) {
        return new Token(Kind.SYMBOL, text, null, false, false);
    }

    /** Takes "the answer is" away where it is marked as text and something that is no word follows. */
    private static void leads(List<Token> list) {
        int words = 0;
        while (words < list.size()
                && list.get(words).kind() == Kind.WORD
                && list.get(words).inText()
                && Units.isLead(list.get(words).text())) {
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

    private static boolean isCloser(Token token) {
        return token.is(")") || token.is("]") || token.is("}");
    }

    private static boolean unmatched(List<Token> list) {
        int open = 0;
        for (Token token : list) {
            if (token.is("(") || token.is("[") || token.is("{")) {
                open++;
            } else if (isCloser(token)) {
                open--;
            }
        }
        return open < 0;
    }
}

package dev.guerdon.math.read;

import dev.guerdon.math.read.AnswerToken.Kind;
import java.util.List;

/** A place in a list of tokens. */
final class TokenCursor {

    private final List<AnswerToken> tokens;
    private int at;

    TokenCursor(List<AnswerToken> tokens) {
        this.tokens = tokens;
    }

    AnswerToken peek() {
        return peek(0);
    }

    AnswerToken peek(int ahead) {
        return at + ahead < tokens.size() ? tokens.get(at + ahead) : AnswerToken.END;
    }

    AnswerToken next() {
        AnswerToken token = peek();
        at++;
        return token;
    }

    boolean atEnd() {
        return at >= tokens.size();
    }

    int position() {
        return at;
    }

    void reset(int position) {
        at = position;
    }

    /** Puts another token in place of the current one. */
    void replace(AnswerToken token) {
        tokens.set(at, token);
    }

    /** Takes the symbol if it is next. */
    boolean take(String symbol) {
        if (peek().is(symbol)) {
            at++;
            return true;
        }
        return false;
    }

    boolean takeCommand(String name) {
        if (peek().isCommand(name)) {
            at++;
            return true;
        }
        return false;
    }

    void expect(String symbol) {
        if (!take(symbol)) {
            throw NotReadException.INSTANCE;
        }
    }

    boolean nextIsLetter(String letter) {
        AnswerToken token = peek();
        return token.kind() == Kind.LETTER && token.text().equals(letter);
    }

    boolean nextIsWord(String word) {
        AnswerToken token = peek();
        return token.kind() == Kind.WORD && token.text().equals(word);
    }

    /** Returns whether a degree sign comes next, as an exponent has it. */
    boolean nextIsCircle() {
        return peek().isCommand("circ") || (peek().is("{") && peek(1).isCommand("circ") && peek(2).is("}"));
    }

    void skipCircle() {
        boolean braces = take("{");
        next();
        if (braces) {
            next();
        }
    }
}

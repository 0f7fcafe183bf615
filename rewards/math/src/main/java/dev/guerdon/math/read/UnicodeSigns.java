package dev.guerdon.math.read;

import dev.guerdon.math.algebra.Rational;
import dev.guerdon.math.read.AnswerToken.Kind;

/** Lexes characters beyond ASCII: superscripts, subscripts, fractions, roots, signs of money, symbols. */
final class UnicodeSigns {

    private final AnswerLexer lexer;

    UnicodeSigns(AnswerLexer lexer) {
        this.lexer = lexer;
    }

    /** A character beyond ASCII that is no plain variant of an ASCII one. */
    void unicode() {
        int code = Character.codePointAt(lexer.in, lexer.at);
        lexer.at += Character.charCount(code);
        String name = AnswerCharacters.command(code);
        if (name == null) {
            if ("€£¥".indexOf(code) >= 0) {
                lexer.currency(Character.toString(code));
            } else if (AnswerCharacters.isBlank(code)) {
                lexer.space = true;
            } else {
                lexer.emit(Kind.SYMBOL, Character.toString(code));
            }
            return;
        }
        if (name.startsWith("^")) {
            lexer.emit(Kind.SYMBOL, "^");
            lexer.emit(Kind.SYMBOL, "{");
            lexer.lexInner(following(name, "^"), false);
            lexer.emit(Kind.SYMBOL, "}");
        } else if (name.startsWith("√")) {
            lexer.emit(Kind.COMMAND, "sqrt");
            lexer.emit(Kind.SYMBOL, "[");
            lexer.emit(Kind.NUMBER, name.substring(1), Rational.of(Long.parseLong(name.substring(1))));
            lexer.emit(Kind.SYMBOL, "]");
        } else if (name.startsWith("_")) {
            lexer.emit(Kind.SYMBOL, "_");
            lexer.emit(Kind.SYMBOL, "{");
            lexer.lexInner(following(name, "_"), false);
            lexer.emit(Kind.SYMBOL, "}");
        } else if (name.startsWith("/")) {
            int slash = name.indexOf('/', 1);
            lexer.emit(Kind.COMMAND, "frac");
            number(name.substring(1, slash));
            number(name.substring(slash + 1));
        } else {
            lexer.dispatch(name);
        }
    }

    /** Returns the signs of superscripts or subscripts that follow each other, as one text. */
    private String following(String first, String mark) {
        StringBuilder text = new StringBuilder(first.substring(1));
        while (lexer.at < lexer.in.length()) {
            int code = Character.codePointAt(lexer.in, lexer.at);
            String next = AnswerCharacters.command(code);
            if (next == null || !next.startsWith(mark)) {
                break;
            }
            text.append(next.substring(1));
            lexer.at += Character.charCount(code);
        }
        return text.toString();
    }

    void number(String digits) {
        lexer.emit(Kind.SYMBOL, "{");
        lexer.emit(Kind.NUMBER, digits, Rational.of(Long.parseLong(digits)));
        lexer.emit(Kind.SYMBOL, "}");
    }
}

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
            String power = name;
            while (power != null && power.startsWith("^")) {
                lexer.lexInner(power.substring(1), false);
                power = null;
                if (lexer.at < lexer.in.length()) {
                    int next = Character.codePointAt(lexer.in, lexer.at);
                    power = AnswerCharacters.command(next);
                    if (power != null && power.startsWith("^")) {
                        lexer.at += Character.charCount(next);
                    }
                }
            }
            lexer.emit(Kind.SYMBOL, "}");
        } else if (name.startsWith("√")) {
            lexer.emit(Kind.COMMAND, "sqrt");
            lexer.emit(Kind.SYMBOL, "[");
            lexer.emit(Kind.NUMBER, name.substring(1), Rational.of(Long.parseLong(name.substring(1))));
            lexer.emit(Kind.SYMBOL, "]");
        } else if (name.startsWith("_")) {
            lexer.emit(Kind.SYMBOL, "_");
            lexer.emit(Kind.SYMBOL, "{");
            subscript(name);
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

    /** Subscript digits, as many as follow each other. */
    void subscript(String first) {
        StringBuilder digits = new StringBuilder(first.substring(1));
        while (lexer.at < lexer.in.length()) {
            int code = Character.codePointAt(lexer.in, lexer.at);
            String next = AnswerCharacters.command(code);
            if (next == null || !next.startsWith("_")) {
                break;
            }
            digits.append(next.substring(1));
            lexer.at += Character.charCount(code);
        }
        lexer.lexInner(digits.toString(), false);
    }

    void number(String digits) {
        lexer.emit(Kind.SYMBOL, "{");
        lexer.emit(Kind.NUMBER, digits, Rational.of(Long.parseLong(digits)));
        lexer.emit(Kind.SYMBOL, "}");
    }
}

package dev.guerdon.viewer.query;

import java.util.ArrayList;
import java.util.List;

/** Cuts a filter into words, from left to right, looking at each character once. */
final class Lexer {

    private static final String COMPARING = "=<>!~";

    private final String text;
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    static List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text);
        List<Token> out = new ArrayList<>();
        Token token;
        do {
            token = lexer.next();
            out.add(token);
        } while (token.kind() != Token.Kind.END);
        return out;
    }

    private Token next() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return new Token(Token.Kind.END, "", at);
        }
        char c = text.charAt(at);
        if (c == '(' || c == ')' || c == ',') {
            return new Token(Token.Kind.MARK, String.valueOf(c), at++);
        }
        if (c == '"' || c == '\'' || c == '`') {
            return quoted(c);
        }
        if (COMPARING.indexOf(c) >= 0) {
            return comparison(c);
        }
        if (c == '&' || c == '|') {
            return connective(c);
        }
        if (isDigit(c) || c == '$' || ((c == '-' || c == '+' || c == '.') && number(at + 1))) {
            return numeral();
        }
        if (Character.isLetter(c) || c == '_') {
            int start = at;
            while (at < text.length() && inWord(text.charAt(at))) {
                at++;
            }
            return new Token(Token.Kind.WORD, text.substring(start, at), start);
        }
        throw new FilterException(
                at,
                "found '" + Character.toString(text.codePointAt(at))
                        + "', which means nothing here; texts stand in quotes, names with other characters in backticks");
    }

    private boolean number(int index) {
        return index < text.length()
                && (isDigit(text.charAt(index)) || text.charAt(index) == '.' || text.charAt(index) == '$');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean inWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == ':' || c == '/' || c == '#';
    }

    /** A number, a duration, money or a date: everything up to a space, a comma, a comparison or a parenthesis. */
    private Token numeral() {
        int start = at++;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean sign = c == '+' || c == '-' || c == ':' || c == '.' || c == '$' || c == '%' || c == '_';
            if (!sign && !Character.isLetterOrDigit(c)) {
                break;
            }
            at++;
        }
        return new Token(Token.Kind.NUMBER, text.substring(start, at), start);
    }

    private Token quoted(char quote) {
        int from = at;
        StringBuilder out = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return new Token(quote == '`' ? Token.Kind.NAME : Token.Kind.QUOTED, out.toString(), from);
            }
            if (c == '\\' && at + 1 < text.length()) {
                c = text.charAt(++at);
            }
            out.append(c);
        }
        throw new FilterException(
                from,
                "a " + (quote == '`' ? "name" : "text") + " begins with " + quote
                        + ", and the same mark is missing at its end");
    }

    private Token comparison(char c) {
        int from = at++;
        if (c == '!' && (at == text.length() || "=~".indexOf(text.charAt(at)) < 0)) {
            return new Token(Token.Kind.WORD, "not", from);
        }
        char second = at < text.length() ? text.charAt(at) : 0;
        String two = "" + c + second;
        String known = switch (two) {
            case "==" -> "=";
            case "!=", "<>" -> "!=";
            case "<=", "=<" -> "<=";
            case ">=", "=>" -> ">=";
            case "!~" -> "!~";
            case "=~", "~=" -> "~";
            default -> "";
        };
        if (known.isEmpty()) {
            return new Token(Token.Kind.COMPARISON, String.valueOf(c), from);
        }
        at++;
        return new Token(Token.Kind.COMPARISON, known, from);
    }

    private Token connective(char c) {
        int from = at;
        if (at + 1 >= text.length() || text.charAt(at + 1) != c) {
            throw new FilterException(at, "expected 'and' or 'or', found '" + c + "'");
        }
        at += 2;
        return new Token(Token.Kind.WORD, c == '&' ? "and" : "or", from);
    }
}

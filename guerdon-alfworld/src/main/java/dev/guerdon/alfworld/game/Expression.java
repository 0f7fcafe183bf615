package dev.guerdon.alfworld.game;

import java.util.ArrayList;
import java.util.List;

/** The value of a {@code {...}} in a template: attributes of objects, texts, {@code +} and {@code or}. */
sealed interface Expression {

    /** An attribute of the object that a variable stands for; {@code {r}} is its name. */
    record Attribute(String variable, String attribute) implements Expression {}

    /** A quoted text. */
    record Text(String text) implements Expression {}

    /** Texts one after the other. */
    record Sum(List<Expression> parts) implements Expression {}

    /** The first part that is not empty, else the last. */
    record FirstOf(List<Expression> parts) implements Expression {}

    /** Something this engine does not compute; an error only when it is asked for, since files carry rules that nobody uses. */
    record Unreadable(String source) implements Expression {}

    /** Parses an expression. Nothing is evaluated but what the records above say. */
    static Expression parse(String source) {
        Reader reader = new Reader(source);
        try {
            Expression expression = reader.firstOf();
            return reader.atEnd() ? expression : new Unreadable(source);
        } catch (IndexOutOfBoundsException e) {
            return new Unreadable(source);
        }
    }

    /** A reader by recursive descent that runs off the end of a text it cannot read. */
    final class Reader {

        private final String source;
        private int at;

        private Reader(String source) {
            this.source = source;
        }

        private Expression firstOf() {
            List<Expression> parts = new ArrayList<>();
            do {
                parts.add(sum());
            } while (takeWord("or"));
            return parts.size() == 1 ? parts.getFirst() : new FirstOf(List.copyOf(parts));
        }

        private Expression sum() {
            List<Expression> parts = new ArrayList<>();
            do {
                parts.add(primary());
            } while (take('+'));
            return parts.size() == 1 ? parts.getFirst() : new Sum(List.copyOf(parts));
        }

        private Expression primary() {
            blanks();
            char c = source.charAt(at);
            if (c == '\'' || c == '"') {
                int end = source.indexOf(c, at + 1);
                String text = source.substring(at + 1, end);
                at = end + 1;
                return new Text(text);
            }
            String variable = name();
            return new Attribute(variable, take('.') ? name() : "name");
        }

        private String name() {
            blanks();
            int start = at;
            while (at < source.length() && (Character.isLetterOrDigit(source.charAt(at)) || source.charAt(at) == '_')) {
                at++;
            }
            if (start == at) {
                throw new StringIndexOutOfBoundsException(at);
            }
            return source.substring(start, at);
        }

        private boolean take(char c) {
            blanks();
            boolean taken = at < source.length() && source.charAt(at) == c;
            if (taken) {
                at++;
            }
            return taken;
        }

        private boolean takeWord(String word) {
            blanks();
            int end = at + word.length();
            boolean taken = source.startsWith(word, at)
                    && end < source.length()
                    && !Character.isLetterOrDigit(source.charAt(end))
                    && source.charAt(end) != '_';
            if (taken) {
                at = end;
            }
            return taken;
        }

        private void blanks() {
            while (at < source.length() && Character.isWhitespace(source.charAt(at))) {
                at++;
            }
        }

        private boolean atEnd() {
            blanks();
            return at == source.length();
        }
    }
}

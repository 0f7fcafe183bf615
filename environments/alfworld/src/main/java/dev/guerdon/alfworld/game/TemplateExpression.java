package dev.guerdon.alfworld.game;

import java.util.ArrayList;
import java.util.List;

/** The value of a {@code {...}} in a template: attributes of objects, texts, {@code +} and {@code or}. */
sealed interface TemplateExpression {

    /** An attribute of the object that a variable stands for; {@code {r}} is its name. */
    record Attribute(String variable, String attribute) implements TemplateExpression {}

    /** A quoted text. */
    record Text(String text) implements TemplateExpression {}

    /** Texts one after the other. */
    record Sum(List<TemplateExpression> parts) implements TemplateExpression {}

    /** The first part that is not empty, else the last. */
    record FirstOf(List<TemplateExpression> parts) implements TemplateExpression {}

    /** Something this engine does not compute; an error only when it is asked for, since files carry rules that nobody uses. */
    record Unreadable(String source) implements TemplateExpression {}

    /** Parses an expression. Nothing is evaluated but what the records above say. */
    static TemplateExpression parse(String source) {
        Reader reader = new Reader(source);
        try {
            TemplateExpression expression = reader.firstOf();
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

        private TemplateExpression firstOf() {
            List<TemplateExpression> parts = new ArrayList<>();
            do {
                parts.add(sum());
            } while (takeWord("or"));
            return parts.size() == 1 ? parts.getFirst() : new FirstOf(List.copyOf(parts));
        }

        private TemplateExpression sum() {
            List<TemplateExpression> parts = new ArrayList<>();
            do {
                parts.add(primary());
            } while (take('+'));
            return parts.size() == 1 ? parts.getFirst() : new Sum(List.copyOf(parts));
        }

        private TemplateExpression primary() {
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

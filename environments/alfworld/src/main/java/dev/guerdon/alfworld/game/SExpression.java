package dev.guerdon.alfworld.game;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A word or a bracketed list of planning language, with the line it began on. */
sealed interface SExpression {

    int line();

    /** A single token, in lower case. */
    record Word(String text, int line) implements SExpression {}

    /** A bracketed list. */
    record Group(List<SExpression> items, int line) implements SExpression {

        boolean isEmpty() {
            return items.isEmpty();
        }

        /** Returns the first item if it is a word, else the empty text. */
        String head() {
            return !items.isEmpty() && items.getFirst() instanceof Word word ? word.text() : "";
        }

        List<SExpression> rest() {
            return items.subList(1, items.size());
        }
    }

    int MAX_DEPTH = 200;

    /** Returns the expression on one line, without comments and in lower case. */
    static String write(SExpression expression) {
        return switch (expression) {
            case Word word -> word.text();
            case Group group ->
                group.items().stream().map(SExpression::write).collect(Collectors.joining(" ", "(", ")"));
        };
    }

    /**
     * Reads a text that is one bracketed list.
     *
     * @param source names the text in messages
     */
    static Group read(String text, String source) {
        Deque<List<SExpression>> open = new ArrayDeque<>();
        Deque<Integer> openedAt = new ArrayDeque<>();
        Group whole = null;
        int line = 0;
        for (String raw : text.split("\n", -1)) {
            line++;
            for (String token : tokens(raw)) {
                if (whole != null) {
                    throw new AlfworldException(
                            source + ", line " + line + ": expected the end of the text, found '" + token + "'");
                }
                switch (token) {
                    case "(" -> {
                        if (open.size() == MAX_DEPTH) {
                            throw new AlfworldException(source + ", line " + line + ": brackets are nested more than "
                                    + MAX_DEPTH + " deep");
                        }
                        open.push(new ArrayList<>());
                        openedAt.push(line);
                    }
                    case ")" -> {
                        if (open.isEmpty()) {
                            throw new AlfworldException(source + ", line " + line + ": expected '(', found ')'");
                        }
                        Group group = new Group(List.copyOf(open.pop()), openedAt.pop());
                        if (open.isEmpty()) {
                            whole = group;
                        } else {
                            open.element().add(group);
                        }
                    }
                    default -> {
                        if (open.isEmpty()) {
                            throw new AlfworldException(
                                    source + ", line " + line + ": expected '(', found '" + token + "'");
                        }
                        open.element().add(new Word(token, line));
                    }
                }
            }
        }
        if (whole == null) {
            throw new AlfworldException(source
                    + (open.isEmpty()
                            ? " is empty; expected '(define ...)'"
                            : ", line " + openedAt.peek() + ": the bracket opened here is never closed"));
        }
        return whole;
    }

    private static List<String> tokens(String line) {
        int comment = line.indexOf(';');
        int end = comment < 0 ? line.length() : comment;
        List<String> tokens = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= end; i++) {
            char c = i == end ? ' ' : line.charAt(i);
            boolean bracket = c == '(' || c == ')';
            if (start >= 0 && (bracket || c == '?' || Character.isWhitespace(c))) {
                tokens.add(line.substring(start, i).toLowerCase(Locale.ROOT));
                start = -1;
            }
            if (bracket) {
                tokens.add(String.valueOf(c));
            } else if (start < 0 && !Character.isWhitespace(c)) {
                start = i;
            }
        }
        return tokens;
    }
}

package dev.guerdon.alfworld.game;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the text grammar of a game, the TWL2 format. */
final class GrammarReader {

    private static final String SOURCE = "grammar";

    private final String text;
    private int at;
    private final Map<String, List<GrammarText.Production>> rules = new LinkedHashMap<>();
    private final Map<String, GrammarText.ActionText> actions = new LinkedHashMap<>();

    private GrammarReader(String text) {
        this.text = text;
    }

    static GrammarText read(String text) {
        GrammarReader reader = new GrammarReader(text);
        reader.document();
        return new GrammarText(Map.copyOf(reader.rules), Map.copyOf(reader.actions));
    }

    private void document() {
        while (skipBlanks()) {
            String word = name("'action' or 'grammar'");
            switch (word) {
                case "action" -> action();
                case "grammar" -> {
                    int line = line();
                    rules(block(), line);
                }
                default -> throw error("'action' or 'grammar'", "'" + word + "'");
            }
        }
    }

    private void action() {
        skipBlanks();
        String action = name("the action's name").toLowerCase(Locale.ROOT);
        expect("{");
        String template = "";
        String feedback = "";
        while (skipBlanks() && text.charAt(at) != '}') {
            String word = name("'template', 'feedback', 'pddl', 'grammar' or '}'");
            switch (word) {
                case "template" -> template = string();
                case "feedback" -> feedback = string();
                case "pddl" -> block();
                case "grammar" -> {
                    int line = line();
                    rules(withoutComments(block()), line);
                }
                default -> throw error("'template', 'feedback', 'pddl' or 'grammar'", "'" + word + "'");
            }
        }
        expect("}");
        actions.put(action, new GrammarText.ActionText(template, feedback));
    }

    private static String withoutComments(String block) {
        // Emptied, not removed, so that a position in the JSON still counts the lines of the block.
        return block.lines()
                .map(line -> line.stripLeading().startsWith("#") ? "" : line)
                .collect(Collectors.joining("\n"));
    }

    private void rules(String block, int line) {
        String where = SOURCE + ", the block at line " + line;
        try {
            JsonCodec.read(block, where).asMap().forEach((rule, productions) -> {
                List<GrammarText.Production> list = new ArrayList<>();
                for (Json production : new Json(productions).asList()) {
                    list.add(new GrammarText.Production(
                            production.get("rhs").asString(),
                            production.find("condition").map(Json::asString).orElse("")));
                }
                rules.put(rule, List.copyOf(list));
            });
        } catch (GuerdonException e) {
            String message = String.valueOf(e.getMessage());
            throw new AlfworldException(message.startsWith(where) ? message : where + ": " + message, e);
        }
    }

    private String string() {
        expect("::");
        expect("\"");
        int end = text.indexOf('"', at);
        if (end < 0) {
            throw error("a closing '\"'", "the end of the text");
        }
        String string = text.substring(at, end);
        at = end + 1;
        expect(";");
        return string;
    }

    private String block() {
        expect("::");
        expect("\"\"\"");
        int end = text.indexOf("\"\"\"", at);
        if (end < 0) {
            throw error("a closing '\"\"\"'", "the end of the text");
        }
        String block = text.substring(at, end);
        at = end + 3;
        expect(";");
        return block;
    }

    private String name(String expected) {
        int start = at;
        while (at < text.length() && isNameCharacter(text.charAt(at))) {
            at++;
        }
        if (start == at) {
            throw error(expected, found());
        }
        return text.substring(start, at);
    }

    private static boolean isNameCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '/' || c == '-';
    }

    private void expect(String token) {
        skipBlanks();
        if (!text.startsWith(token, at)) {
            throw error("'" + token + "'", found());
        }
        at += token.length();
    }

    /** Skips white space and comments; returns whether there is more text. */
    private boolean skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                return true;
            }
        }
        return false;
    }

    private String found() {
        return at < text.length() ? "'" + text.charAt(at) + "'" : "the end of the text";
    }

    private int line() {
        return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
    }

    private AlfworldException error(String expected, String found) {
        return new AlfworldException(SOURCE + ", line " + line() + ": expected " + expected + ", found " + found);
    }

    /**
     * A text grammar as it stands in the file.
     *
     * @param rules the productions of each rule
     * @param actions the texts of each action, by its name in lower case
     */
    record GrammarText(Map<String, List<Production>> rules, Map<String, ActionText> actions) {

        /**
         * One way to render a rule.
         *
         * @param rhs the template
         * @param condition the query that must have a solution, empty if there is none
         */
        record Production(String rhs, String condition) {}

        /**
         * The texts of an action.
         *
         * @param template the command
         * @param feedback what is said after it
         */
        record ActionText(String template, String feedback) {}
    }
}

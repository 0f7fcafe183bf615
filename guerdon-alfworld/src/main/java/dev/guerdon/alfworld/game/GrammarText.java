package dev.guerdon.alfworld.game;

import java.util.List;
import java.util.Map;

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
     * @param condition the query that must have a solution, empty where there is none
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

package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A goal of the running task and whether it is reached.
 *
 * @param text what is to be done, in words
 * @param required whether the task needs it, in its turn; otherwise it only helps
 * @param reached whether it was reached
 */
@Internal
public record GoalState(String text, boolean required, boolean reached) {

    /** Number, state, the class of the goal, words. */
    private static final Pattern ROW = Pattern.compile("\\d+\\t(true|false)\\t[^\\t]*\\t(.*)");

    /** Reads the table that the official simulator prints: the goals in order, then those that help. */
    static List<GoalState> read(String table) {
        List<GoalState> goals = new ArrayList<>();
        boolean required = true;
        for (String line : table.split("\n", -1)) {
            required &= !line.startsWith("Unordered");
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                goals.add(new GoalState(row.group(2).strip(), required, Boolean.parseBoolean(row.group(1))));
            }
        }
        return List.copyOf(goals);
    }
}

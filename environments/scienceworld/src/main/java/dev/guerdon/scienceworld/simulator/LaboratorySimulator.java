package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A simulated laboratory as the wrapper's bookkeeping sees it, used by one thread at a time.
 *
 * <p>The calls and what they answer are those of ScienceWorld's own interface; MiniLab follows it.
 */
@Internal
public interface LaboratorySimulator extends AutoCloseable {

    /** Returns the names of the tasks, sorted. */
    List<String> taskNames();

    /** Returns how many variations a task has. */
    int variations(String task);

    /**
     * Builds the world of a task anew; the same arguments give the same world.
     *
     * @return an error in words, or the empty text
     */
    String load(String task, int variation, String simplifications);

    /** Takes one turn and answers what the agent sees. */
    String step(String action);

    /** Returns the score from 0 to 1, or -1 once the task has failed; right only after a step. */
    double score();

    /** Returns whether the task is done; right only after a step. */
    boolean completed();

    /** Ticks of simulated time since the world was built. */
    int moves();

    String look();

    String inventory();

    String taskDescription();

    /**
     * Returns the actions that can be spelled out now. In ScienceWorld asking draws random numbers, so when it is asked changes
     * the world.
     */
    List<String> validActions();

    /** Returns how far each goal is, in words. */
    String progress();

    /** Returns the goals of the task: the required ones in their order, then those that help. */
    List<GoalState> goals();

    /** Actions that solve a task, found by playing it; what was loaded before is lost. */
    List<String> goldPath(String task, int variation, String simplifications);

    @Override
    void close();

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

    /** Source of simulators for environments. */
    interface Simulators {

        /** Returns a simulator that no one else uses. */
        LaboratorySimulator take();

        /** Takes back a simulator that works; a broken one is closed instead. */
        default void giveBack(LaboratorySimulator simulator) {
            simulator.close();
        }

        /** Returns which simulator this is, with its version. */
        String origin();
    }
}

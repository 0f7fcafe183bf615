package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import java.util.List;

/**
 * A simulated laboratory as the wrapper's bookkeeping sees it, used by one thread at a time.
 *
 * <p>The calls and what they answer are those of ScienceWorld's own interface; MiniLab follows it.
 */
@Internal
public interface Simulator extends AutoCloseable {

    /** The names of the tasks, sorted. */
    List<String> taskNames();

    /** How many variations a task has. */
    int variations(String task);

    /**
     * Builds the world of a task anew; the same arguments give the same world.
     *
     * @return an error in words, or the empty text
     */
    String load(String task, int variation, String simplifications);

    /** Takes one turn and answers what the agent sees. */
    String step(String action);

    /** From 0 to 1, or -1 once the task has failed; right only after a step. */
    double score();

    /** Whether the task is done; right only after a step. */
    boolean completed();

    /** Ticks of simulated time since the world was built. */
    int moves();

    String look();

    String inventory();

    String taskDescription();

    /** The actions that can be spelled out now. In ScienceWorld asking draws random numbers, so when it is asked changes the world. */
    List<String> validActions();

    /** How far each goal is, in words. */
    String progress();

    /** The goals of the task: the required ones in their order, then those that help. */
    List<GoalState> goals();

    /** Actions that solve a task, found by playing it; what was loaded before is lost. */
    List<String> goldPath(String task, int variation, String simplifications);

    @Override
    void close();
}

package dev.guerdon.scienceworld;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Step;
import java.util.List;

/**
 * The live laboratory of a rollout, for rewards and tools of your own.
 *
 * <p>{@code Scienceworld.of(context)} gives the world in which the rollout's tools act; {@link #minilab} does the same for
 * {@code minilab}. Questions look at the world as it is at that moment and change nothing: no time passes and no random number is
 * drawn. Only {@link #step} acts. Like the environment, it is used by one thread at a time.
 *
 * <pre>{@code
 * @Reward("careful_scientist")
 * static double careful(Context context) {
 *     Scienceworld world = Scienceworld.of(context);
 *     return world.failed() ? 0 : world.bestScore() * (world.moves() < 50 ? 1 : 0.5);
 * }
 * }</pre>
 */
@Experimental
public final class Scienceworld {

    /**
     * A goal of the task.
     *
     * @param text what is to be done, in the simulator's words
     * @param required whether the task needs it; required goals count in their order, others only help
     * @param reached whether it was reached
     */
    public record Subgoal(String text, boolean required, boolean reached) {}

    private final ScienceworldEnvironment environment;

    private Scienceworld(ScienceworldEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Returns the ScienceWorld of a rollout. Its first use begins the task that the fields {@code task_name} and {@code variation_idx} name.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code RESOURCE} outside of a rollout, such as for trajectories from
     *     a file
     */
    public static Scienceworld of(Context context) {
        return new Scienceworld(LaboratoryKind.OFFICIAL.environment(context));
    }

    /** Returns the minilab of a rollout, as {@link #of(Context)} gives its ScienceWorld. */
    public static Scienceworld minilab(Context context) {
        return new Scienceworld(LaboratoryKind.MINILAB.environment(context));
    }

    /** Returns the handle of an environment that you opened yourself and reset to a task. */
    public static Scienceworld of(ScienceworldEnvironment environment) {
        environment.episode(); // says so where no episode has begun
        return new Scienceworld(environment);
    }

    /** Returns the task's name, such as {@code boil}. */
    public String taskName() {
        return environment.episode().task();
    }

    /** Returns which variation of the task it is, from 0. */
    public int variation() {
        return environment.episode().variation();
    }

    /** Returns the simplifications as they were asked for; empty if there are none. */
    public String simplifications() {
        return environment.episode().simplifications();
    }

    /** Returns what the agent is asked to do, in words. */
    public String taskDescription() {
        return text("taskDesc").replaceFirst("(?i)^task description:\\s*", "");
    }

    /** Returns the score now: from 0 to 1, or -1 once the task has failed. */
    public double score() {
        return lastStep().score().orElse(0) / 100;
    }

    /** Returns the highest score of the episode, from 0 to 1: a later failure takes nothing back. */
    public double bestScore() {
        return environment.bestScore();
    }

    /** Returns whether the whole score was reached at some time. */
    public boolean solved() {
        return bestScore() >= 1;
    }

    /** Returns whether the task has failed, such as by a focus on the wrong thing. */
    public boolean failed() {
        return score() < 0;
    }

    /** Returns whether the episode is over: solved, failed, or cut by the limit of {@value ScienceworldEnvironment#STEP_LIMIT} moves. */
    public boolean ended() {
        return lastStep().done();
    }

    /** Returns the goals of the task and which are reached: first the required ones in their order, then those that help. */
    public List<Subgoal> subgoals() {
        return environment.goals().stream()
                .map(goal -> new Subgoal(goal.text(), goal.required(), goal.reached()))
                .toList();
    }

    /** Returns the share of the required goals that are reached, from 0 to 1. */
    public double progress() {
        List<Subgoal> required = subgoals().stream().filter(Subgoal::required).toList();
        return required.isEmpty()
                ? 0
                : (double) required.stream().filter(Subgoal::reached).count() / required.size();
    }

    /** Returns how far each goal is, as a table for people to read. */
    public String goalProgress() {
        return environment.describeState();
    }

    /** Returns how much simulated time has passed since the beginning; some actions take none, {@code wait} takes several. */
    public int moves() {
        return lastStep().info().get("moves") instanceof Number moves ? moves.intValue() : 0;
    }

    /** Returns the actions of the episode, oldest first. */
    public List<String> actions() {
        return environment.played();
    }

    /** Returns what can be seen from where the agent is. */
    public String look() {
        return text("look");
    }

    /** Returns what the agent carries. */
    public String inventory() {
        return text("inv");
    }

    /** Returns what the agent saw last. */
    public String observation() {
        return lastStep().observation().text();
    }

    /** Returns the valid actions as they were listed after the last step; asking the simulator anew would change the world. */
    public List<String> validActions() {
        return environment.actions();
    }

    /** Returns the last answer of the world, as a step. It is {@linkplain Step#lost() lost} where the simulator itself fell over. */
    public Step lastStep() {
        return environment.last().orElseThrow();
    }

    /** Returns the actions that solve this task from its beginning. Finding them takes up to some ten seconds the first time. */
    public List<String> goldPath() {
        return environment.goldPath();
    }

    /** Performs an action, as the tool {@code scienceworld_explorer} does. */
    public Step step(String action) {
        return environment.step(action);
    }

    /** Returns the environment itself. */
    public ScienceworldEnvironment environment() {
        return environment;
    }

    private String text(String key) {
        return lastStep().info().get(key) instanceof String text ? text : "";
    }
}

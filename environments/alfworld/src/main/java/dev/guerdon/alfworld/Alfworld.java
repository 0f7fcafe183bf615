package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.StateView;
import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Step;
import java.util.List;
import java.util.Optional;

/**
 * The live ALFWorld game of a rollout, for rewards and tools of your own.
 *
 * <p>{@code Alfworld.of(context)} gives the game that the rollout's tools play. Every question looks at the game as it is at that
 * moment, and only {@link #step} and {@link #restart} change it. Like the environment, it is used by one thread at a time.
 *
 * <pre>{@code
 * @Reward("half_way")
 * static double halfWay(Context context) {
 *     Alfworld game = Alfworld.of(context);
 *     return game.won() ? 1 : 0.5 * game.progress();
 * }
 * }</pre>
 */
@Experimental
public final class Alfworld {

    /**
     * A fact that holds in the game.
     *
     * @param predicate what is said, in lower case, such as {@code inreceptacle}
     * @param arguments the objects in the names that players see, such as {@code apple 1} and {@code fridge 1}
     */
    public record Fact(String predicate, List<String> arguments) {

        /** Returns the fact as {@code inreceptacle(apple 1, fridge 1)}. */
        @Override
        public String toString() {
            return predicate + "(" + String.join(", ", arguments) + ")";
        }
    }

    /**
     * A part of the goal.
     *
     * @param text the part, such as {@code inreceptacle(apple 1, fridge 1)}; of all objects that would do, it names those that come
     *     nearest to the goal
     * @param holds whether it holds now
     */
    public record Subgoal(String text, boolean holds) {}

    /**
     * A command that was given.
     *
     * @param command the command without blanks around it; of one that was not understood, the first 200 characters
     * @param understood whether the game acted on it; otherwise it answered "Nothing happens."
     */
    public record Turn(String command, boolean understood) {}

    private final AlfworldEnvironment environment;

    private Alfworld(AlfworldEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Returns the game of a rollout. Its first use begins the game that the task's fields name.
     *
     * @throws dev.guerdon.api.UnscoredException with the reason {@code RESOURCE} outside of a rollout, such as for trajectories from
     *     a file
     */
    public static Alfworld of(Context context) {
        return new Alfworld(AlfworldTools.environment(context));
    }

    /** Returns the handle of an environment that you opened yourself and reset to a task. */
    public static Alfworld of(AlfworldEnvironment environment) {
        environment.episode(); // says so where no episode has begun
        return new Alfworld(environment);
    }

    /** Returns the id of the game, such as {@code trial_T20190908_222917_366542} or {@code bundled-7}. */
    public String taskId() {
        return environment.taskId();
    }

    /** Returns the type of task in ALFRED's words, such as {@code pick_heat_then_place_in_recep}; empty where nothing says it. */
    public String taskType() {
        return environment.taskType();
    }

    /** Returns the file of the game; empty for a bundled one. */
    public String gameFile() {
        return environment.gameFile();
    }

    /** Returns what the player is asked to do, in words, without the full stop at the end. */
    public String goal() {
        return environment.objective();
    }

    /** Returns the goal in planning language, as the game has it. It decides what is won. */
    public String goalFormula() {
        return environment.episode().game().goalText();
    }

    /**
     * Returns the parts of the goal that actions can change, and whether each holds.
     *
     * <p>All of them hold exactly where the game is won. There are none where nothing in the game could ever fulfil the goal.
     */
    public List<Subgoal> subgoals() {
        var episode = environment.episode();
        return episode.game().subgoals().in(episode.facts()).stream()
                .map(part -> new Subgoal(part.text(), part.holds()))
                .toList();
    }

    /** Returns the share of the subgoals that hold, from 0 to 1; 0 if there are none. */
    public double progress() {
        List<Subgoal> subgoals = subgoals();
        return subgoals.isEmpty()
                ? won() ? 1 : 0
                : (double) subgoals.stream().filter(Subgoal::holds).count() / subgoals.size();
    }

    /** Returns whether the goal holds now. */
    public boolean won() {
        return environment.isWon();
    }

    /** Returns whether the episode is over: the goal was reached, or the commands are used up. */
    public boolean ended() {
        return lastStep().done();
    }

    /** Returns how many commands were given since the game began, including those that were not understood. */
    public int steps() {
        return environment.steps();
    }

    /** Returns the last answer of the game, as a step. */
    public Step lastStep() {
        return environment.last().orElseThrow();
    }

    /** Returns what the player saw last. */
    public String observation() {
        return lastStep().observation().text();
    }

    /** Returns the commands that are possible now, sorted. */
    public List<String> admissibleCommands() {
        return environment.actions();
    }

    /** Returns the commands given since the game began, oldest first; in an episode without a limit, at least the last 500. */
    public List<Turn> history() {
        return environment.history();
    }

    /**
     * Returns whether a fact holds now: {@code holds("inreceptacle", "apple 1", "fridge 1")}.
     *
     * <p>Objects are named as players see them, or by their ids in the game file. Case does not matter. An object that this game does
     * not have makes the fact false.
     *
     * @throws dev.guerdon.api.GuerdonException where the game has no such predicate, or one with another number of arguments; the
     *     message lists those it has
     */
    public boolean holds(String predicate, String... objects) {
        return view().holds(predicate, List.of(objects));
    }

    /** Returns every fact that holds now, those that never change included. */
    public List<Fact> facts() {
        return facts(view().facts());
    }

    /** Returns the facts of one predicate that hold now, such as all of {@code inreceptacle}. */
    public List<Fact> facts(String predicate) {
        return facts(view().facts(predicate));
    }

    /** Returns the predicates of this game; official games and bundled ones have different ones. */
    public List<String> predicates() {
        return view().predicates();
    }

    private static List<Fact> facts(List<StateView.Fact> facts) {
        return facts.stream()
                .map(fact -> new Fact(fact.predicate(), fact.arguments()))
                .toList();
    }

    private StateView view() {
        var episode = environment.episode();
        return new StateView(episode.game(), episode.facts());
    }

    /**
     * Commands that win from here, found by the planner; empty where the game is won, nothing where it found no way.
     *
     * <p>The search takes milliseconds, and its result is kept until the player leaves the plan.
     */
    public Optional<List<String>> expertPlan() {
        return environment.plan().commands();
    }

    /** Returns the commands that win from the start, as the game file has them. */
    public Optional<List<String>> walkthrough() {
        return environment.episode().game().walkthrough();
    }

    /** Gives a command, as the tool {@code alfworld_step} does. */
    public Step step(String command) {
        return environment.step(command);
    }

    /** Begins the same game again. */
    public Step restart() {
        return environment.restart();
    }

    /** Returns the environment itself. */
    public AlfworldEnvironment environment() {
        return environment;
    }
}

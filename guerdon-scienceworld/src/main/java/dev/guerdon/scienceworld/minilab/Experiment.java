package dev.guerdon.scienceworld.minilab;

import java.util.List;
import java.util.function.IntFunction;

/** One variation of a task in {@code minilab}: what it adds to the house, what it asks, and how it is solved. */
abstract class Experiment {

    /** Every task has its subjects in each of these many layouts of the house. */
    static final int LAYOUTS = 4;

    private final World world;

    Experiment(int variation) {
        world = new World(variation % LAYOUTS);
    }

    final World world() {
        return world;
    }

    abstract String description();

    abstract Goals goals();

    /** Plays the task to its end. */
    abstract void solve(Player player);

    /**
     * A task.
     *
     * @param name its name
     * @param variations how many there are
     * @param build makes the experiment of a variation
     */
    record Kind(String name, int variations, IntFunction<Experiment> build) {}

    /** All tasks by name. */
    static List<Kind> all() {
        return List.of(
                ChangeOfState.BOIL,
                Search.LIVING,
                Search.NON_LIVING,
                ChangeOfState.FREEZE,
                ChangeOfState.MELT,
                Mixture.MIX,
                Measurement.CONDUCTIVITY,
                Measurement.TEMPERATURE);
    }

    /** Whether the agent has turned its attention to something the task does not allow. */
    final boolean wrongFocus(Thing... allowed) {
        Thing focus = world.focus();
        return focus != null && !List.of(allowed).contains(focus);
    }
}

package dev.guerdon.scienceworld;

import java.util.List;
import java.util.function.IntFunction;

/** One variation of a task in {@code minilab}: what it adds to the house, what it asks, and how it is solved. */
abstract class LabExperiment {

    /** Every task has its subjects in each of these many layouts of the house. */
    static final int LAYOUTS = 4;

    private final LabWorld world;

    LabExperiment(int variation) {
        world = new LabWorld(variation % LAYOUTS);
    }

    final LabWorld world() {
        return world;
    }

    abstract String description();

    abstract LabGoals goals();

    /** Plays the task to its end. */
    abstract void solve(LabPlayer player);

    /**
     * A task.
     *
     * @param name its name
     * @param variations how many there are
     * @param build makes the experiment of a variation
     */
    record Kind(String name, int variations, IntFunction<LabExperiment> build) {}

    /** All tasks by name. */
    static List<Kind> all() {
        return List.of(
                LabChangeOfState.BOIL,
                LabSearch.LIVING,
                LabSearch.NON_LIVING,
                LabChangeOfState.FREEZE,
                LabChangeOfState.MELT,
                LabMixture.MIX,
                LabMeasurement.CONDUCTIVITY,
                LabMeasurement.TEMPERATURE);
    }

    /** Whether the agent has turned its attention to something the task does not allow. */
    final boolean wrongFocus(LabThing... allowed) {
        LabThing focus = world.focus();
        return focus != null && !List.of(allowed).contains(focus);
    }
}

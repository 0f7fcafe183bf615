package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;

/** Where environments get their simulator from. */
@Internal
public interface Simulators {

    /** A simulator that no one else uses. */
    Simulator take();

    /** Takes back a simulator that works; a broken one is closed instead. */
    default void giveBack(Simulator simulator) {
        simulator.close();
    }

    /** Which simulator this is, with its version. */
    String origin();
}

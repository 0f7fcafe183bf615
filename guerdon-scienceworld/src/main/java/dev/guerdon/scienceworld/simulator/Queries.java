package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;

/** Which questions an environment asks the simulator after every step. */
@Internal
public enum Queries {
    /** All that the Python wrapper asks, in its order, the valid actions included: published figures come out the same. */
    WRAPPER,
    /** Not for the valid actions. Several times as fast, and random processes run as they do for gold paths. */
    NONE;

    public static Queries of(String word) {
        return switch (word) {
            case "wrapper" -> WRAPPER;
            case "none" -> NONE;
            default -> throw new ScienceworldException("unknown queries '" + word + "'; there are: wrapper, none");
        };
    }
}

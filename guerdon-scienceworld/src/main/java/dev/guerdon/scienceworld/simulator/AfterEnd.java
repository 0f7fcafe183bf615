package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;

/** What a step does once the episode is done. */
@Internal
public enum AfterEnd {
    /** Acts, as the Python wrapper does: {@code reset task} can even undo a failure. */
    PLAY,
    /** Changes nothing and repeats the last answer. */
    REPEAT;

    public static AfterEnd of(String word) {
        return switch (word) {
            case "play" -> PLAY;
            case "repeat" -> REPEAT;
            default -> throw new ScienceworldException("unknown after-end '" + word + "'; there are: play, repeat");
        };
    }
}

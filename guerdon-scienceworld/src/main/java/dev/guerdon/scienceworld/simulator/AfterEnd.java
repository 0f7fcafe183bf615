package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;

/** What a step does once the episode is done. */
@Internal
public enum AfterEnd {
    /** Acts, as the Python wrapper does: {@code reset task} can even undo a failure. */
    PLAY,
    /** Changes nothing and says that the episode is over. */
    REFUSE
}

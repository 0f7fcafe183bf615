package dev.guerdon.core.job;

import dev.guerdon.api.Internal;

/** Whether a job was asked to end before its input does. Asked and read by any thread. */
@Internal
public final class Stop {

    private volatile boolean cancelled;
    private volatile boolean stopping;

    /** Asks for an end within the block that is worked on, but not before the first line. */
    public void stop() {
        stopping = true;
    }

    /** Asks for an end behind what was read. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    boolean isStopping() {
        return stopping;
    }
}

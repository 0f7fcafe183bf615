package dev.guerdon.core.job;

import dev.guerdon.api.Internal;

/**
 * How much of the memory the lines of a job that are under way may take.
 *
 * @param bytes the most they may take, in bytes
 */
@Internal
public record Share(long bytes) {

    /** A line as bytes, decoded, and as what a reward makes of it: long lines are scored nearly alone. */
    private static final int COPIES = 16;

    /** The share of one of several jobs in this process. */
    public static Share among(int jobs) {
        return new Share(Runtime.getRuntime().maxMemory() / 4 / Math.max(1, jobs));
    }

    /** What lines of this length take while they are scored. */
    static long takenBy(long length) {
        return COPIES * length;
    }

    /** Whether more may begin while that much is taken. */
    boolean hasRoom(long taken) {
        return taken < bytes;
    }
}

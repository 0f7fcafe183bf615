package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.time.Duration;

/**
 * What a server takes on at once, and how long it works on it.
 *
 * @param body the bytes of the largest body, also once it is unpacked
 * @param batch the most samples of one request that is not a stream
 * @param queueSamples how many samples wait or are worked on at once, of all clients
 * @param queueBytes how many bytes these may have
 * @param batchDeadline how long a request may take; what is not decided then is unscored
 * @param slow a call that takes longer is written to the log
 * @param drain how long requests that are under way may go on once the server is asked to end
 * @param threads how many calls compute at once
 */
@Experimental
public record ServeLimits(
        long body,
        int batch,
        long queueSamples,
        long queueBytes,
        Duration batchDeadline,
        Duration slow,
        Duration drain,
        int threads) {

    private static final long MIB = 1L << 20;

    public ServeLimits {
        atLeast("limits.body", body, 1024);
        atLeast("limits.batch", batch, 1);
        atLeast("limits.queue_samples", queueSamples, 1);
        atLeast("limits.queue_bytes", queueBytes, 1024);
        atLeast("limits.batch_deadline (in nanoseconds)", batchDeadline.toNanos(), 1);
        atLeast("limits.threads", threads, 1);
        if (body > 1024 * MIB) {
            throw new GuerdonException("limits.body must be at most 1024m, found " + body + " bytes");
        }
    }

    private static void atLeast(String what, long found, long least) {
        if (found < least) {
            throw new GuerdonException(what + " must be at least " + least + ", found " + found);
        }
    }

    /** What holds where nobody says anything else, for a machine and heap like this one. */
    public static ServeLimits usual() {
        long memory = Runtime.getRuntime().maxMemory();
        return new ServeLimits(
                Math.clamp(memory / 8, 4 * MIB, 64 * MIB),
                10_000,
                100_000,
                Math.max(memory / 8, 4 * MIB),
                Duration.ofSeconds(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Runtime.getRuntime().availableProcessors());
    }
}

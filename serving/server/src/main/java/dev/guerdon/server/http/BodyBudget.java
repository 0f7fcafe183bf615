package dev.guerdon.server.http;

import dev.guerdon.api.GuerdonException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the memory of all bodies that are being read or worked on.
 *
 * <p>A body counts several times its size: the bytes, the texts made of them, and the answer. Who finds no room waits, unread, and is
 * told to come back after a while. Small bodies have a budget of their own, so that a few large ones that come slowly do not keep out
 * the many that are a step each.
 */
final class BodyBudget {

    /** The largest body. */
    static final long LARGEST = 16L << 20;

    private static final long SMALL = 64L << 10;
    private static final int WEIGHT = 6;
    private static final int UNIT = 1024;

    private final int smallUnits;
    private final int largeUnits;
    private final Semaphore small;
    private final Semaphore large;
    private final Duration patience;
    private final long largest;

    /**
     * A budget.
     *
     * @param memory how many bytes the bodies may take, of which small ones have a third
     */
    BodyBudget(long memory, Duration patience) {
        this(memory, patience, LARGEST);
    }

    private BodyBudget(long memory, Duration patience, long largest) {
        this.largest = largest;
        smallUnits = units(memory / 3);
        largeUnits = units(memory - memory / 3);
        small = new Semaphore(smallUnits, true);
        large = new Semaphore(largeUnits, true);
        this.patience = patience;
    }

    /** Returns the budget of this process, half of its heap, for bodies up to a size. */
    static BodyBudget ofHeap(long largest) {
        return new BodyBudget(Runtime.getRuntime().maxMemory() / 2, Duration.ofSeconds(30), largest);
    }

    private static int units(long bytes) {
        return Math.clamp((bytes + UNIT - 1) / UNIT, 1, Integer.MAX_VALUE);
    }

    /**
     * Takes what a body needs; to be given back with {@link Share#close}.
     *
     * @param length its length, or -1 where its headers do not say
     * @throws ServeException if there is no room for too long
     */
    Share take(long length) {
        if (length == 0) {
            return new Share(small, 0);
        }
        boolean little = length > 0 && length <= SMALL;
        long needed = (length < 0 ? largest : Math.min(length, largest)) * WEIGHT;
        // What is larger than the whole budget goes alone.
        int share = Math.min(units(needed), little ? smallUnits : largeUnits);
        Semaphore budget = little ? small : large;
        try {
            if (!budget.tryAcquire(share, patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new ServeException(
                        503,
                        "busy",
                        "other requests with large bodies fill the memory; try again, or send smaller ones");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GuerdonException("the server is closing", e);
        }
        return new Share(budget, share);
    }

    /** Share that one body has taken. */
    record Share(Semaphore budget, int units) implements AutoCloseable {

        @Override
        public void close() {
            budget.release(units);
        }
    }
}

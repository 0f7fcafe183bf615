package dev.guerdon.server.scoring;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets so many pieces of work in at once, and clients take turns: however much one of them asks for, the next free place is that of
 * another client that waits. Within a client, first come is first served.
 */
final class FairGate {

    private final int places;
    private final Map<String, ArrayDeque<CountDownLatch>> waiting = new LinkedHashMap<>();
    private int free;
    private int count;

    FairGate(int places) {
        this.places = places;
        this.free = places;
    }

    int places() {
        return places;
    }

    /** Returns how many pieces wait. */
    synchronized int waiting() {
        return count;
    }

    /**
     * Waits for a place; to be given back with {@link #leave}.
     *
     * @param until by when, as {@link System#nanoTime} counts
     * @return false where it became too late
     */
    boolean enter(String client, long until) throws InterruptedException {
        CountDownLatch turn;
        synchronized (this) {
            if (free > 0) {
                free--;
                return true;
            }
            turn = new CountDownLatch(1);
            waiting.computeIfAbsent(client, any -> new ArrayDeque<>()).add(turn);
            count++;
        }
        boolean mine = false;
        try {
            mine = turn.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        } finally {
            mine = mine || !withdraw(client, turn);
        }
        return mine;
    }

    /** Stops waiting; false where the place was given in the same moment. */
    private synchronized boolean withdraw(String client, CountDownLatch turn) {
        ArrayDeque<CountDownLatch> own = waiting.get(client);
        if (own == null || !own.remove(turn)) {
            return false;
        }
        count--;
        if (own.isEmpty()) {
            waiting.remove(client);
        }
        return true;
    }

    /** Gives a place back, to the next client in turn. */
    synchronized void leave() {
        if (waiting.isEmpty()) {
            free++;
            return;
        }
        Map.Entry<String, ArrayDeque<CountDownLatch>> next =
                waiting.entrySet().iterator().next();
        String client = next.getKey();
        ArrayDeque<CountDownLatch> own = next.getValue();
        CountDownLatch turn = own.remove();
        count--;
        // A client that has more to do is behind all others again.
        waiting.remove(client);
        if (!own.isEmpty()) {
            waiting.put(client, own);
        }
        turn.countDown();
    }
}

package dev.guerdon.server.scoring;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets so many pieces of work in at once, and clients take turns: however much one of them asks for, the next free place is that of
 * another client that waits. Within a client, first come is first served.
 */
final class FairGate {

    private final int places;
    private final ReentrantLock lock = new ReentrantLock();
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

    /** How many pieces wait. */
    int waiting() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a place; to be given back with {@link #leave}.
     *
     * @param until by when, as {@link System#nanoTime} counts
     * @return false where it became too late
     */
    boolean enter(String client, long until) throws InterruptedException {
        CountDownLatch turn;
        lock.lock();
        try {
            if (free > 0) {
                free--;
                return true;
            }
            turn = new CountDownLatch(1);
            waiting.computeIfAbsent(client, any -> new ArrayDeque<>()).add(turn);
            count++;
        } finally {
            lock.unlock();
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
    private boolean withdraw(String client, CountDownLatch turn) {
        lock.lock();
        try {
            ArrayDeque<CountDownLatch> own = waiting.get(client);
            if (own == null || !own.remove(turn)) {
                return false;
            }
            count--;
            if (own.isEmpty()) {
                waiting.remove(client);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a place back, to the next client in turn. */
    void leave() {
        lock.lock();
        try {
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
            // Whoever has more to do stands behind all others again.
            waiting.remove(client);
            if (!own.isEmpty()) {
                waiting.put(client, own);
            }
            turn.countDown();
        } finally {
            lock.unlock();
        }
    }
}

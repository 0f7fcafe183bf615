package dev.guerdon.benchmarks.cluster;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The slots of all machines: what each works on, how far it is, and how fast it gets on. Slot s is on machine s modulo the number of
 * machines, so that few pieces spread over many machines.
 */
final class Slots {

    private static final double TOLERANCE = 0.005;
    private static final int NOTHING = -1;

    private final Machines machines;
    private final Finishes finishes;
    private final BitSet free;
    private final BitSet running;
    private final int[] pieces;
    private final int[] versions;
    private final boolean[] warm;
    private final double[] speeds;
    private final double[] works;
    private final double[] bytes;
    private final double[] requests;
    private final double[] rests;
    private final double[] rates;
    private final double[] since;
    private final double[] started;
    private final double[] limits;
    private final int[] active;
    private final double[] bytesShares;
    private double storeShare = Double.NaN;
    private double requestShare = Double.NaN;
    private double requestsPerSecond = Double.POSITIVE_INFINITY;
    private double mostBytes;
    private double mostRequests;
    private int allActive;

    Slots(Machines machines) {
        this.machines = machines;
        int count = machines.allSlots();
        finishes = new Finishes(count);
        free = new BitSet(count);
        running = new BitSet(count);
        pieces = new int[count];
        Arrays.fill(pieces, NOTHING);
        versions = new int[count];
        warm = new boolean[count];
        speeds = new double[count];
        // The slow machines are as many as the share says, so that no seed draws a lucky cluster.
        long slow = Math.round(machines.slowShare() * machines.count());
        for (int slot = 0; slot < count; slot++) {
            speeds[slot] = machines.speed() / (slot % machines.count() < slow ? machines.slowFactor() : 1);
        }
        works = new double[count];
        bytes = new double[count];
        requests = new double[count];
        rests = new double[count];
        rates = new double[count];
        since = new double[count];
        started = new double[count];
        limits = new double[count];
        active = new int[machines.count()];
        bytesShares = new double[machines.count()];
    }

    /** A stage begins: nothing runs, and what was about to start does not. */
    void begin(double modelRequestsPerSecond) {
        requestsPerSecond = modelRequestsPerSecond;
        requestShare = Double.NaN;
        storeShare = Double.NaN;
        mostBytes = 0;
        mostRequests = 0;
        for (int slot = 0; slot < pieces.length; slot++) {
            if (pieces[slot] != NOTHING) {
                free(slot);
            }
        }
    }

    /** The slots of the machine can be used, and are cold. */
    void up(int machine) {
        for (int slot = machine; slot < pieces.length; slot += machines.count()) {
            warm[slot] = false;
            free(slot);
        }
    }

    void down(int slot) {
        free(slot);
        free.clear(slot);
    }

    void free(int slot) {
        pieces[slot] = NOTHING;
        versions[slot]++;
        free.set(slot);
    }

    /** The first free slot, or -1. */
    int firstFree() {
        return free.nextSetBit(0);
    }

    /** The first free slot on another machine than that of this slot, or -1. */
    int freeElsewhere(int slot) {
        int found = free.nextSetBit(0);
        while (found >= 0 && found % machines.count() == slot % machines.count()) {
            found = free.nextSetBit(found + 1);
        }
        return found;
    }

    /** Keeps the slot for a piece; returns what {@link #isReserved} asks for. */
    int reserve(int slot, int piece) {
        free.clear(slot);
        pieces[slot] = piece;
        return versions[slot];
    }

    boolean isReserved(int slot, int version) {
        return versions[slot] == version && !running.get(slot);
    }

    boolean isRunning(int slot) {
        return running.get(slot);
    }

    /** The slots that run something; not to be changed. */
    BitSet running() {
        return running;
    }

    /** The piece that the slot works on or is kept for, or -1. */
    int piece(int slot) {
        return pieces[slot];
    }

    double started(int slot) {
        return started[slot];
    }

    double firstTime() {
        return finishes.firstTime();
    }

    /** The slot that is the next to be done with its piece, or to reach its limit. */
    int first() {
        return finishes.first();
    }

    /**
     * Starts what the slot is kept for.
     *
     * @param cost in seconds of a slot of speed 1
     * @param waiting the share of it that takes as long on a slot of any speed
     * @param cutAfterSeconds that it may run
     * @param warms whether this work warms the JVM up
     */
    void start(
            int slot,
            double now,
            double cost,
            double waiting,
            double moved,
            double asked,
            double cutAfterSeconds,
            boolean warms) {
        works[slot] = cost * (1 - waiting + waiting * speeds[slot])
                + (warms && !warm[slot] ? machines.warmupSeconds() / machines.slots() : 0);
        warm[slot] |= warms;
        bytes[slot] = moved;
        requests[slot] = asked;
        rests[slot] = 1;
        since[slot] = now;
        started[slot] = now;
        limits[slot] = now + cutAfterSeconds;
        // A share beyond what anybody can use is no limit, and its changes concern nobody.
        double unhindered = speeds[slot] / works[slot];
        mostBytes = Math.max(mostBytes, moved == 0 ? 0 : moved * unhindered);
        mostRequests = Math.max(mostRequests, asked == 0 ? 0 : asked * unhindered);
        running.set(slot);
        share(slot % machines.count(), 1, now);
        schedule(slot, now);
    }

    /** Stops the slot; it is neither free nor down until that is said. */
    void stop(int slot, double now) {
        running.clear(slot);
        finishes.remove(slot);
        share(slot % machines.count(), -1, now);
    }

    /** Lets the slot work until it is done, whatever its limit. */
    void letEnd(int slot, double now) {
        limits[slot] = Double.POSITIVE_INFINITY;
        schedule(slot, now);
    }

    /** How much of its work the slot has still to do, from 1 to 0. */
    double settle(int slot, double now) {
        if (now > since[slot]) {
            double left = rests[slot] - rates[slot] * (now - since[slot]);
            // What is left by rounding alone would never end.
            rests[slot] = left < 1e-9 ? 0 : left;
            since[slot] = now;
        }
        return rests[slot];
    }

    private void schedule(int slot, double now) {
        double perByte = bytesShares[slot % machines.count()] / bytes[slot];
        double perRequest = requestShare / requests[slot];
        double rate = speeds[slot] / works[slot];
        rate = perByte < rate ? perByte : rate;
        rates[slot] = perRequest < rate ? perRequest : rate;
        finishes.set(slot, Math.min(limits[slot], now + rests[slot] / rates[slot]));
    }

    /** One more or one less is active on the machine: everybody's share changes. */
    private void share(int machine, int change, double now) {
        active[machine] += change;
        allActive += change;
        double ofStore = Math.min(mostBytes, machines.storeBytesPerSecond() / Math.max(1, allActive));
        double ofRequests = Math.min(mostRequests, requestsPerSecond / Math.max(1, allActive));
        boolean requestsChanged = changed(requestShare, ofRequests);
        if (requestsChanged || changed(storeShare, ofStore)) {
            requestShare = ofRequests;
            storeShare = ofStore;
            for (int each = 0; each < active.length; each++) {
                if (active[each] > 0) {
                    share(each, requestsChanged, now);
                }
            }
        } else {
            share(machine, false, now);
        }
    }

    private void share(int machine, boolean always, double now) {
        double mine = Math.min(storeShare, machines.bytesPerSecond() / Math.max(1, active[machine]));
        if (!always && !changed(bytesShares[machine], mine)) {
            return;
        }
        for (int slot = machine; slot < pieces.length; slot += machines.count()) {
            if (running.get(slot)) {
                settle(slot, now);
            }
        }
        bytesShares[machine] = mine;
        for (int slot = machine; slot < pieces.length; slot += machines.count()) {
            if (running.get(slot)) {
                schedule(slot, now);
            }
        }
    }

    private static boolean changed(double old, double now) {
        return old != now && !(Math.abs(now - old) <= TOLERANCE * old);
    }
}

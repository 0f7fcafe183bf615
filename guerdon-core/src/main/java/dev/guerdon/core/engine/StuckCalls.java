package dev.guerdon.core.engine;

import dev.guerdon.api.Internal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the calls that were given up and still run, so that one reward cannot exhaust the machine for the others.
 *
 * @param <R> what is called
 */
@Internal
public final class StuckCalls<R> {

    private final int most;
    private final Map<R, AtomicInteger> counts = new ConcurrentHashMap<>();

    /**
     * @param most how many calls of one reward may be stuck before further ones are refused; at least 1
     */
    public StuckCalls(int most) {
        this.most = most;
    }

    /** Counts a call that is given up. */
    public void gaveUp(R reward) {
        of(reward).incrementAndGet();
    }

    /** Counts such a call that returned after all. */
    public void cameBack(R reward) {
        of(reward).decrementAndGet();
    }

    private AtomicInteger of(R reward) {
        return counts.computeIfAbsent(reward, key -> new AtomicInteger());
    }

    /** How many calls of a reward are stuck, where these are so many that no further one should start; otherwise 0. */
    public int tooMany(R reward) {
        AtomicInteger count = counts.get(reward);
        int stuck = count == null ? 0 : count.get();
        return stuck < most ? 0 : stuck;
    }

    /** How many calls are stuck, of all rewards. */
    public int all() {
        return counts.values().stream().mapToInt(AtomicInteger::get).sum();
    }
}

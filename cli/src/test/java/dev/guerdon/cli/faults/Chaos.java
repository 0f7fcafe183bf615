package dev.guerdon.cli.faults;

import java.util.List;
import java.util.SplittableRandom;

/** A seeded source of faults for one step; says how many of each kind were injected. Used by one thread, but for the counting. */
final class Chaos {

    private final SplittableRandom dice;
    private final Tally tally;

    /**
     * @param seed of the whole suite
     * @param scenario the scenario's name
     * @param step the number of the step; each has dice of its own, so that it can be done again alone
     */
    Chaos(long seed, String scenario, long step, Tally tally) {
        this.dice = new SplittableRandom(
                seed * 31 + scenario.hashCode() * 0x9E3779B97F4A7C15L + step * 0xBF58476D1CE4E5B9L);
        this.tally = tally;
    }

    /** A number from 0 to one less than the bound. */
    int below(int bound) {
        return dice.nextInt(bound);
    }

    /** A number between two, both included. */
    int between(int least, int most) {
        return dice.nextInt(least, most + 1);
    }

    boolean oneIn(int times) {
        return dice.nextInt(times) == 0;
    }

    long seed() {
        return dice.nextLong();
    }

    <T> T pick(List<T> choices) {
        return choices.get(dice.nextInt(choices.size()));
    }

    /** Counts a fault; may be called by any thread. */
    void injected(String kind) {
        tally.add(kind, 1);
    }

    void injected(String kind, long times) {
        tally.add(kind, times);
    }
}

package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The exact boundary of a walk whose steps have given sizes and the signs of a fair coin, looked at as often as one likes.
 *
 * <p>It carries the distribution of the walk that has not crossed yet from look to look, and takes the least position for which the chance
 * of ever having crossed stays within what may be spent by now. Steps of 1 are the sign test; steps of other sizes a sign-flip test. A
 * look costs as many additions as there are new steps times positions that can be reached. Not thread-safe.
 */
@Internal
public final class FairWalk {

    /** Sums of so many chances are not exact to the last digit. */
    private static final double SLACK = 1e-15;

    /** Chance of each number of units that went up, for walks that have not crossed; a position is twice that less the total. */
    private double[] chance = {1};

    private long unit;
    private int total;
    private double spent;

    /** Creates a walk that has made no step. */
    public FairWalk() {}

    private FairWalk(double[] chance, long unit, int total, double spent) {
        this.chance = chance;
        this.unit = unit;
        this.total = total;
        this.spent = spent;
    }

    /** Returns a walk that begins anew, of which what was spent is spent. */
    public FairWalk anew() {
        return new FairWalk(new double[] {1}, 0, 0, spent);
    }

    /** Returns the same walk, to be continued in another way. */
    public FairWalk copy() {
        return new FairWalk(chance.clone(), unit, total, spent);
    }

    /** Adds a step of a size; one of 0 is none. */
    public void step(long size) {
        if (size == 0) {
            return;
        }
        long common = gcd(unit, Math.abs(size));
        if (common != unit) {
            refine(common);
        }
        int units = Math.toIntExact(Math.abs(size) / unit);
        double[] next = chance.length > total + units ? chance : Arrays.copyOf(chance, 2 * (total + units) + 1);
        for (int x = total + units; x >= 0; x--) {
            next[x] = (next[x] + (x >= units ? next[x - units] : 0)) / 2;
        }
        chance = next;
        total += units;
    }

    /**
     * Looks at the walk, and spends what may be spent.
     *
     * @param budget the chance that a fair walk has ever crossed, by now
     * @return the least position that has crossed; empty if none can have
     */
    public OptionalLong look(double budget) {
        double tail = 0;
        int least = -1;
        for (int x = total; x >= 0; x--) {
            if (chance[x] > 0) {
                if (spent + tail + chance[x] > budget + SLACK) {
                    break;
                }
                tail += chance[x];
                least = x;
            }
        }
        if (least < 0) {
            return OptionalLong.empty();
        }
        spent += tail;
        Arrays.fill(chance, least, total + 1, 0);
        return OptionalLong.of((2L * least - total) * unit);
    }

    /** Returns the chance that a fair walk has crossed by now. */
    public double spent() {
        return spent;
    }

    private void refine(long common) {
        if (unit > 0) {
            int parts = Math.toIntExact(unit / common);
            double[] fine = new double[total * parts + 1];
            for (int x = 0; x <= total; x++) {
                fine[x * parts] = chance[x];
            }
            chance = fine;
            total *= parts;
        }
        unit = common;
    }

    private static long gcd(long one, long other) {
        return other == 0 ? one : gcd(other, one % other);
    }
}

package dev.guerdon.lab.stats;

import dev.guerdon.api.Internal;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Holm's step-down correction of p-values for several tests at once. */
@Internal
public final class Holm {

    private Holm() {}

    /** The adjusted p-values, in the order given: those below alpha may be rejected with a family-wise error of at most alpha. */
    public static double[] adjust(double... p) {
        int[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[p.length];
        double floor = 0;
        for (int rank = 0; rank < p.length; rank++) {
            floor = Math.max(floor, Math.min(1, p[order[rank]] * (p.length - rank)));
            adjusted[order[rank]] = floor;
        }
        return adjusted;
    }
}

package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Optional;

/**
 * When a comparison is good enough to go ahead.
 *
 * @param maxDrop by how much the mean reward may be lower at most; empty to not look at the size of a drop
 * @param alpha a drop that chance alone would bring with less than this probability fails, however small it is; 0 to not test
 * @param neverRegress tasks of the base that may not get worse by more than the margin, nor be missing; {@code *} stands for any text
 * @param maxRegressed how many tasks may regress; empty for any number
 * @param minTasks how many tasks must have been compared
 * @param allowMissing whether the candidate may lack tasks that the base has
 */
@Experimental
public record GatePolicy(
        Optional<Double> maxDrop,
        double alpha,
        List<String> neverRegress,
        Optional<Integer> maxRegressed,
        int minTasks,
        boolean allowMissing) {

    /** What holds where nothing else is said. */
    public static final GatePolicy DEFAULT =
            new GatePolicy(Optional.of(0.05), 0.05, List.of(), Optional.empty(), 1, false);

    public GatePolicy {
        neverRegress = List.copyOf(neverRegress);
    }
}

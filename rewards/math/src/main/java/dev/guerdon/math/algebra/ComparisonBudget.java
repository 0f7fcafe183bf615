package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.math.spi.MathLimits;

/** Counts what one comparison has cost so far, and stops it past its limits. */
@Internal
public final class ComparisonBudget {

    private final MathLimits limits;
    private int steps;
    private int nodes;

    public ComparisonBudget(MathLimits limits) {
        this.limits = limits;
    }

    public MathLimits limits() {
        return limits;
    }

    /** Charges elementary steps; past the limit the whole comparison ends. */
    public void step(long count) {
        steps = (int) Math.min(Integer.MAX_VALUE, steps + count);
        if (steps > limits.steps()) {
            throw exhausted("more than " + limits.steps() + " steps of algebra");
        }
    }

    /** Returns whether this many further steps would still be within the limit. */
    public boolean affords(long count) {
        return steps + count <= limits.steps();
    }

    public void node() {
        if (++nodes > limits.nodes()) {
            throw exhausted("more than " + limits.nodes() + " nodes in the expression");
        }
    }

    public void depth(int depth) {
        if (depth > limits.nesting()) {
            throw exhausted("nested deeper than " + limits.nesting());
        }
    }

    public static UnscoredException exhausted(String what) {
        return new UnscoredException(Score.Reason.TIMEOUT, "the answer is too expensive to compare: " + what);
    }
}

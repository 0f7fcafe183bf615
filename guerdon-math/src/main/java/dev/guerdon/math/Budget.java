package dev.guerdon.math;

import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;

/** Counts what one comparison has cost so far, and stops it past its limits. */
final class Budget {

    private final MathLimits limits;
    private int steps;
    private int nodes;

    Budget(MathLimits limits) {
        this.limits = limits;
    }

    MathLimits limits() {
        return limits;
    }

    /** Charges elementary steps; past the limit the whole comparison ends. */
    void step(long count) {
        steps = (int) Math.min(Integer.MAX_VALUE, steps + count);
        if (steps > limits.steps()) {
            throw exhausted("more than " + limits.steps() + " steps of algebra");
        }
    }

    int spent() {
        return steps;
    }

    /** Whether this many further steps would still be within the limit. */
    boolean affords(long count) {
        return steps + count <= limits.steps();
    }

    void node() {
        if (++nodes > limits.nodes()) {
            throw exhausted("more than " + limits.nodes() + " nodes in the expression");
        }
    }

    void depth(int depth) {
        if (depth > limits.nesting()) {
            throw exhausted("nested deeper than " + limits.nesting());
        }
    }

    static UnscoredException exhausted(String what) {
        return new UnscoredException(
                Score.Reason.TIMEOUT, "the answer is too expensive to compare: " + what + " (see MathLimits)");
    }
}

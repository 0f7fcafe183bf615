package dev.guerdon.math.spi;

import dev.guerdon.api.Experimental;

/**
 * Limits of the cost of one comparison, past which it is {@code Unscored(TIMEOUT)}.
 *
 * @param length characters of an extracted answer that are read as mathematics; longer ones are compared as text
 * @param nesting depth of brackets, fractions, roots and exponents
 * @param digits decimal digits of any number that is written out
 * @param nodes nodes of an expression tree
 * @param steps elementary steps of algebra and numerics, each about a hundred nanoseconds
 */
@Experimental
public record MathLimits(int length, int nesting, int digits, int nodes, int steps) {

    /** What the rewards use: every comparison ends within some tens of milliseconds and allocates a few megabytes. */
    public static final MathLimits DEFAULT = new MathLimits(10_000, 400, 10_000, 20_000, 120_000);

    public MathLimits {
        if (length < 1 || nesting < 1 || digits < 20 || nodes < 10 || steps < 1000) {
            throw new IllegalArgumentException("limits too small to read any answer: length " + length + ", nesting "
                    + nesting + ", digits " + digits + ", nodes " + nodes + ", steps " + steps);
        }
    }
}

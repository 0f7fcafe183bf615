/**
 * Numbers and the budget that every computation with them is counted against.
 *
 * <p>Exact rationals, prime factors, and three kinds of error-bounded reals: doubles for speed, big floats for certainty,
 * complex numbers on top of either. {@code Budget} counts steps and memory; whoever exceeds it stops with {@code
 * UndecidedException}. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.math.number;

import org.jspecify.annotations.NullMarked;

/**
 * Expressions as trees, their normal forms, their values at points, and the numbers and the budget that all of it is computed with.
 *
 * <p>{@code Node} is what readers make and comparers take. {@code Algebra} brings a tree to a quotient of polynomials over
 * atoms; {@code NumericEvaluation} and {@code RandomPointComparison} evaluate where no normal form decides, with exact rationals or error-bounded reals:
 * doubles for speed, big floats for certainty. {@code ComparisonBudget} counts steps and memory; whoever exceeds it stops with {@code
 * UndecidedException}. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.math.algebra;

import org.jspecify.annotations.NullMarked;

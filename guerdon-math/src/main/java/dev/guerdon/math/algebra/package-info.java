/**
 * Expressions as trees, their normal forms, and their values at points.
 *
 * <p>{@code Node} is what readers make and comparers take. {@code Algebra} brings a tree to a quotient of polynomials over
 * atoms; {@code Numeric} and {@code Points} evaluate where no normal form decides. Uses {@code number} and {@code spi}.
 */
@NullMarked
package dev.guerdon.math.algebra;

import org.jspecify.annotations.NullMarked;

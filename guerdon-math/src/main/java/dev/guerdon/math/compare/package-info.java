/**
 * Decides whether two answers are equal.
 *
 * <p>{@code Comparison} tells the kinds of answers apart; relations, solution sets, quantities, vectors, pieces and texts each
 * have a class. {@code Scalars} decides single values by normal form, then by points. Uses {@code algebra}, {@code number} and
 * {@code spi}.
 */
@NullMarked
package dev.guerdon.math.compare;

import org.jspecify.annotations.NullMarked;

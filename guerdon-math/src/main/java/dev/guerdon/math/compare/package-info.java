/**
 * Decides whether two answers are equal.
 *
 * <p>{@code Comparison} knows the conventions of answers: lists, sets, equations, intervals, units, percent. {@code Scalars}
 * decides single values by normal form, then by points. Uses {@code algebra}, {@code number} and
 * {@code spi}.
 */
@NullMarked
package dev.guerdon.math.compare;

import org.jspecify.annotations.NullMarked;

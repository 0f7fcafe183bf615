/**
 * Guerdon on Apache Spark: Spark schedules, Guerdon scores.
 *
 * <p>Everything here is Spark's side of the seam {@code dev.guerdon.cluster.spi}. Guerdon itself is loaded by
 * {@code isolated.GuerdonLoader}, apart from Spark's libraries.
 *
 * <p>Uses {@code cluster}, {@code isolated} and {@code rows}.
 */
@NullMarked
package dev.guerdon.spark;

import org.jspecify.annotations.NullMarked;

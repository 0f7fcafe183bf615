/**
 * Guerdon on Apache Spark: Spark schedules, Guerdon scores.
 *
 * <p>Everything here is Spark's side of the seam {@code dev.guerdon.cli.spi}: a cluster whose pieces are tasks and whose store is what
 * Hadoop's file systems reach, and rewards inside Spark's own queries, as functions for SQL and in batches for Datasets. Guerdon itself is
 * unpacked from the one jar and loaded by {@code GuerdonLoader}, apart from Spark's libraries.
 */
@NullMarked
package dev.guerdon.spark;

import org.jspecify.annotations.NullMarked;

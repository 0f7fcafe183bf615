/**
 * Rewards inside Spark's own queries: expressions for SQL, batches for Datasets, and the scorers of this process behind both.
 *
 * <p>Uses {@code cluster}, {@code isolated} and {@code json}.
 */
@NullMarked
package dev.guerdon.spark.rows;

import org.jspecify.annotations.NullMarked;

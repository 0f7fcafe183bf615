/**
 * Rows of Spark's as JSON, by the rules by which Guerdon reads Parquet on one machine.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.spark.json;

import org.jspecify.annotations.NullMarked;

/**
 * A Spark cluster as the seam wants one: pieces become tasks, the store is what Hadoop's file systems reach.
 *
 * <p>Uses {@code isolated} and {@code json}.
 */
@NullMarked
package dev.guerdon.spark.cluster;

import org.jspecify.annotations.NullMarked;

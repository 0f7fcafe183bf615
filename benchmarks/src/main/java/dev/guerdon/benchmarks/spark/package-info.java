/**
 * What {@code --on} costs: {@code guerdon score} and {@code guerdon run} on Spark beside the same commands without it, on the same files,
 * in turns, through the launcher.
 *
 * <p>The figures of the cluster simulator come from here. Uses no other room.
 */
@NullMarked
package dev.guerdon.benchmarks.spark;

import org.jspecify.annotations.NullMarked;

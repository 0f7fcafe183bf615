/**
 * Work in pieces, which the machines of a cluster do: large files are scored, and episodes are played.
 *
 * <p>Nothing here knows which engine runs the pieces; {@code guerdon-spark} is one. What is decided is decided here, by the one
 * process that drives the job: the plan, the commits, the metrics, the run.
 *
 * <p>Uses {@code piece}, {@code rollout}, {@code scoring} and {@code spi}.
 */
@NullMarked
package dev.guerdon.cluster;

import org.jspecify.annotations.NullMarked;

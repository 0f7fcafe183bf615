/**
 * A simulator of Guerdon on a cluster: pieces of a job over the cores of machines that start late, run slow, share a store and fail.
 *
 * <p>It answers what nobody can measure on a desk: how long 10^9 trajectories take on 100 machines, what that costs, and what the time
 * goes into. Its figures for one core come from measurements ({@code calibration.json}). It is pure and seeded: the same input gives
 * the same table on every machine. Uses no other room.
 */
@NullMarked
package dev.guerdon.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * Scoring and rollouts in pieces, which the machines of a cluster or other processes of this one do: a driver cuts the work, hands out pieces and keeps
 * what comes back as if it had been done here; engines do the pieces there.
 *
 * <p>{@code ClusterScoring} and {@code EpisodeStages} are the drivers' doors, {@code EngineOpener} is that of the engines. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.cli.pieces;

import org.jspecify.annotations.NullMarked;

package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;

/**
 * Where a session is.
 *
 * @param task the id of its task; empty before the first reset
 * @param split the split of the task; empty where it is the client's own
 * @param index its place in the split; -1 where it is the client's own
 * @param seed the seed of the episode
 * @param steps how many steps were taken in it
 * @param done whether it is over
 */
@Experimental
public record EpisodeState(String task, String split, int index, long seed, int steps, boolean done) {}

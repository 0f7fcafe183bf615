/**
 * ScienceWorld: the simulator's laboratory, and a small one of our own.
 *
 * <p>The door: environments, providers, policies, episodes and their names, gold paths, set-up. Uses every room.
 */
@NullMarked
package dev.guerdon.scienceworld;

import org.jspecify.annotations.NullMarked;

/**
 * The simulator: its jar found, rewritten and loaded once, asked in many worlds; episodes, names, splits, gold paths.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.scienceworld.simulator;

import org.jspecify.annotations.NullMarked;

/**
 * The simulator: its jar found, loaded apart, asked; episodes, names, splits, gold paths.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.scienceworld.simulator;

import org.jspecify.annotations.NullMarked;

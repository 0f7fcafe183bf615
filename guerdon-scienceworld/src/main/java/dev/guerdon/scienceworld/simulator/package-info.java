/**
 * The simulator: its jar found, loaded apart, asked; episodes, names, splits, gold paths.
 *
 * <p>Uses {@code minilab}.
 */
@NullMarked
package dev.guerdon.scienceworld.simulator;

import org.jspecify.annotations.NullMarked;

/**
 * A small laboratory that needs no download: things, substances, experiments, goals.
 *
 * <p>It follows the simulator's interface, so that everything above works with either. Uses {@code simulator}.
 */
@NullMarked
package dev.guerdon.scienceworld.minilab;

import org.jspecify.annotations.NullMarked;

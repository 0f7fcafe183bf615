/**
 * A small laboratory that needs no download: things, substances, experiments, goals.
 *
 * <p>Uses {@code simulator}.
 */
@NullMarked
package dev.guerdon.scienceworld.minilab;

import org.jspecify.annotations.NullMarked;

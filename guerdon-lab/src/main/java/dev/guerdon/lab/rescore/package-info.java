/**
 * Stored trajectories as a reward sees them again.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.lab.rescore;

import org.jspecify.annotations.NullMarked;

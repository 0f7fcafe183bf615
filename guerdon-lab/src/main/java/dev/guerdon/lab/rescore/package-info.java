/**
 * Stored trajectories as a reward sees them again.
 *
 * <p>There is no live environment any more: {@code StoredContext} gives what was kept, and refuses the rest. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.lab.rescore;

import org.jspecify.annotations.NullMarked;

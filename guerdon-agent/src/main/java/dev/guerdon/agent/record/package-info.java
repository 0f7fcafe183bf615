/**
 * Recorded traffic with models, and its replay.
 *
 * <p>A request that was not recorded is refused, and {@code RequestDifference} says where it differs from the nearest one.
 * Uses {@code model} and {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.record;

import org.jspecify.annotations.NullMarked;

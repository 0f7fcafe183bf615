/**
 * Models: the specification, prices, pace, retries, limits, the cache, the policy that plays a model, those of providers through their
 * HTTP interfaces, and recorded traffic with its replay.
 *
 * <p>A request that was not recorded is refused, and {@code RequestDifference} says where it differs from the nearest one. Uses
 * {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.model;

import org.jspecify.annotations.NullMarked;

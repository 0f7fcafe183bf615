/**
 * What all models share: the specification, prices, pace, retries, the cache, and the policy that plays a model.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.model;

import org.jspecify.annotations.NullMarked;

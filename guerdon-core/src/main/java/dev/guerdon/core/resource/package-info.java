/**
 * Pools of live resources, counted and given back however a rollout ends.
 *
 * <p>Uses {@code boundary}.
 */
@NullMarked
package dev.guerdon.core.resource;

import org.jspecify.annotations.NullMarked;

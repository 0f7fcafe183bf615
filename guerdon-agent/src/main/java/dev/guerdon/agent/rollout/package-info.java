/**
 * One rollout from its first turn to its score, and many of them at once.
 *
 * <p>Uses {@code loop} and {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.rollout;

import org.jspecify.annotations.NullMarked;

/**
 * What runs rollouts: the plan, setup and limits of a job, the rollout that came of it, and the listener that is told.
 *
 * <p>What a user implements to bring an agent or a model is in {@code dev.guerdon.api.agent}. Uses no other room.
 */
@NullMarked
package dev.guerdon.agent.spi;

import org.jspecify.annotations.NullMarked;

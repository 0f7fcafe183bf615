/**
 * Agents: models, the loops that ask them, and rollouts that run them and score what they did.
 *
 * <p>The door: {@code AgentCatalogue}, {@code ModelFactory} and {@code RolloutEngine} make what their names say. What a user implements is
 * in {@code dev.guerdon.api.agent}. Uses every room.
 */
@NullMarked
package dev.guerdon.agent;

import org.jspecify.annotations.NullMarked;

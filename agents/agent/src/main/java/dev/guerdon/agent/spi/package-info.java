/**
 * What a user implements to bring an agent or a model, and the nouns they speak in.
 *
 * <p>{@code Agent} and {@code AgentKind}, {@code Model} and {@code ModelSession}, {@code RolloutListener}; {@code Turn}, {@code
 * Usage}, {@code Rollout}. Uses no other room.
 */
@NullMarked
package dev.guerdon.agent.spi;

import org.jspecify.annotations.NullMarked;

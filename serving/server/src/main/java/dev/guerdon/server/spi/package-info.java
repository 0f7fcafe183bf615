/**
 * Interfaces of protocols, for those who bring their own.
 *
 * <p>An {@code EnvironmentProtocol} or {@code RewardProtocol} opens {@code Endpoints}, which add themselves to the routes of the server. A
 * {@code ServeDefinition} is what a reward server serves. {@code RewardService} and {@code EnvironmentService} are what a protocol asks.
 * Uses no other room.
 */
@NullMarked
package dev.guerdon.server.spi;

import org.jspecify.annotations.NullMarked;

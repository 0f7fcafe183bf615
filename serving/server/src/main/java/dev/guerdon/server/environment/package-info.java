/**
 * Environments and the sessions of their clients, and the protocols of environments, each as its original server speaks.
 *
 * <p>{@code EnvironmentSessions} finds out whose session a request is for, limits how many there are, ends idle ones, and holds
 * the boundary to the environments' code. {@code ServedEnvironments} is what the protocols of a reward server ask: which tasks there are, what
 * clients may see of them, and which reward scores an episode. The questions of a dataset are an environment, too. {@code
 * EnvironmentProtocols} lists AgentFly's protocols, and the general one in which any environment is served. Uses {@code http}, {@code
 * scoring} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.environment;

import org.jspecify.annotations.NullMarked;

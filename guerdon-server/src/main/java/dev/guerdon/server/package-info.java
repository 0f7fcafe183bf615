/**
 * Rewards and environments over HTTP.
 *
 * <p>The door: {@code GuerdonServer} for environments, {@code RewardServer} for rewards. A protocol of one's own implements what is in {@code
 * dev.guerdon.server.spi}. Uses {@code api}, {@code environment}, {@code http}, {@code mcp}, {@code openenv}, {@code ors},
 * {@code protocol}, {@code question}, {@code scoring}, {@code session}, {@code spi}, {@code tls} and {@code trainer}.
 */
@NullMarked
package dev.guerdon.server;

import org.jspecify.annotations.NullMarked;

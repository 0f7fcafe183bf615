/**
 * Rewards and environments over HTTP.
 *
 * <p>The door: {@code GuerdonServer} for environments, {@code RewardServer} for rewards. A protocol of one's own implements what is in {@code
 * dev.guerdon.server.spi}. Uses {@code environment}, {@code http}, {@code protocol}, {@code scoring} and
 * {@code spi}.
 */
@NullMarked
package dev.guerdon.server;

import org.jspecify.annotations.NullMarked;

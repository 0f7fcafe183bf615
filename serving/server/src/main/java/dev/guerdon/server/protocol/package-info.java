/**
 * The protocols of trainers (OpenRLHF, slime, eval-protocol, NeMo Gym) and the open standards (OpenEnv, MCP, Open Reward Standard).
 *
 * <p>Each has its endpoints, and a vocabulary for samples that could not be scored. {@code TrainerRequest} and {@code StandardRequests}
 * read what their clients send. Uses {@code http} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.protocol;

import org.jspecify.annotations.NullMarked;

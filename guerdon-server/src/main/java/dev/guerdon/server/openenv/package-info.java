/**
 * OpenEnv: a WebSocket for each session, and its plain HTTP.
 *
 * <p>{@code SessionSocket} plays one session, {@code OpenEnvEndpoints} has the addresses, and {@code Wire} the form of what is sent. Uses {@code
 * http}, {@code mcp} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.openenv;

import org.jspecify.annotations.NullMarked;

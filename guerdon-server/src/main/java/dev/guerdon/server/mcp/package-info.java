/**
 * The Model Context Protocol: agents use the tools of environments.
 *
 * <p>{@code McpEndpoints} speaks its streamable HTTP. {@code RemoteCalls} has what every transport shares: requests in JSON-RPC, and what the
 * methods mean in a session of an environment. Uses {@code http} and {@code spi}.
 */
@NullMarked
package dev.guerdon.server.mcp;

import org.jspecify.annotations.NullMarked;

package dev.guerdon.server.mcp;

import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.RewardService;

/** The Model Context Protocol over streamable HTTP, for agents that use an environment's tools. */
@Internal
public final class McpProtocol implements RewardProtocol {

    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public String description() {
        return "the Model Context Protocol (streamable HTTP) for environments: /mcp and /ENVIRONMENT/mcp";
    }

    @Override
    public String unscored() {
        return "a tool result with isError = true that says why";
    }

    @Override
    public Endpoints open(RewardService rewards) {
        return new McpEndpoints(rewards);
    }
}

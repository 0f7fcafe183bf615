package dev.guerdon.server.openenv;

import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.RewardService;

/** OpenEnv's protocol, for environments. */
@Internal
public final class OpenEnvProtocol implements RewardProtocol {

    @Override
    public String name() {
        return "openenv";
    }

    @Override
    public String description() {
        return "OpenEnv for environments: the WebSocket /ws, POST /reset, /step, GET /state, /metadata, /health, /schema,"
                + " also behind /ENVIRONMENT";
    }

    @Override
    public String unscored() {
        return "an error with the code EXECUTION_ERROR; over HTTP, 422";
    }

    @Override
    public Endpoints open(RewardService rewards) {
        return new OpenEnvEndpoints(rewards);
    }
}

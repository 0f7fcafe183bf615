package dev.guerdon.server.ors;

import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.RewardService;

/** The Open Reward Standard, for the environments of a server. */
@Internal
public final class OrsProtocol implements RewardProtocol {

    @Override
    public String name() {
        return "ors";
    }

    @Override
    public String description() {
        return "Open Reward Standard (openreward): GET /list_environments, /ENV/splits, POST /ENV/tasks, /create, /ENV/call";
    }

    @Override
    public String unscored() {
        return "ok = false with the reason; score_group: an event 'error'";
    }

    @Override
    public Endpoints open(RewardService rewards) {
        return new OrsEndpoints(rewards);
    }
}

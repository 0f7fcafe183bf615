package dev.guerdon.server;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.server.environment.EnvironmentProtocols;
import dev.guerdon.server.protocol.RewardProtocols;

/** Brings the protocols in which environments and rewards are served. */
@Internal
public final class ServerPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        EnvironmentProtocols.ALL.forEach(registration::add);
        RewardProtocols.ALL.forEach(registration::add);
        registration.add(EnvironmentProtocols.QUESTIONS);
    }
}

package dev.guerdon.server.protocol;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.util.List;
import java.util.Map;

/** Serves {@code minilab} as {@link ScienceworldProtocol} serves ScienceWorld. */
@Internal
public final class MinilabProtocol implements EnvironmentProtocol {

    @Override
    public String environment() {
        return "minilab";
    }

    @Override
    public String description() {
        return "minilab in the protocol of AgentFly's ScienceWorld server: GET /health, /load, /reset, /step";
    }

    @Override
    public List<EnvironmentProvider.Option> options() {
        return List.of(Compat.OPTION);
    }

    @Override
    public int defaultPort() {
        return LaboratoryEndpoints.PORT;
    }

    @Override
    public int mostSessions() {
        return LaboratoryEndpoints.MOST_SESSIONS;
    }

    @Override
    public Endpoints open(EnvironmentProvider provider, Map<String, String> options) {
        return new LaboratoryEndpoints(provider, options);
    }
}

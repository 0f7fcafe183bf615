package dev.guerdon.server.protocol;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Internal;
import dev.guerdon.server.session.EnvironmentSessions;
import dev.guerdon.server.session.SessionOptions;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Serves any environment.
 *
 * @param environment its name
 */
@Internal
public record GenericProtocol(String environment) implements EnvironmentProtocol {

    @Override
    public String description() {
        return "the general protocol: POST /reset, /step, /close, GET /actions, /state, /tasks, /health";
    }

    @Override
    public List<EnvironmentProvider.Option> options() {
        return List.of();
    }

    @Override
    public int defaultPort() {
        return 8080;
    }

    @Override
    public Endpoints open(EnvironmentProvider provider, Map<String, String> options) {
        EnvironmentSessions sessions = new EnvironmentSessions(SessionOptions.of(options, mostSessions()));
        return new GenericEndpoints(
                provider, ofProvider(provider, options), sessions, List.of("", GenericEndpoints.BESIDE));
    }

    /** The options that are the provider's own. */
    static Map<String, String> ofProvider(EnvironmentProvider provider, Map<String, String> options) {
        Map<String, String> own = new LinkedHashMap<>(options);
        own.keySet()
                .retainAll(provider.options().stream()
                        .map(EnvironmentProvider.Option::name)
                        .toList());
        return own;
    }
}

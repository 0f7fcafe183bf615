package dev.guerdon.server;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentProtocol;
import dev.guerdon.server.spi.ServeDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The environments of a definition that have a port of their own, each in its own protocol.
 *
 * <p>AgentFly's clients know one server for each kind of environment, with paths that the protocols of trainers also have.
 */
final class OwnServers implements AutoCloseable {

    private final Map<String, GuerdonServer> servers = new LinkedHashMap<>();

    /**
     * Starts them all, or none.
     *
     * @param opener starts a server on a port
     * @throws GuerdonException if a port is not free, or an environment cannot be made
     */
    OwnServers(ServeDefinition definition, BiFunction<Endpoints, Integer, GuerdonServer> opener) {
        try {
            for (EnvironmentDefinition environment : definition.environments()) {
                if (environment.ownPort() != EnvironmentDefinition.NO_PORT) {
                    servers.put(environment.name(), open(definition.registry(), environment, opener));
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static GuerdonServer open(
            Registry registry,
            EnvironmentDefinition environment,
            BiFunction<Endpoints, Integer, GuerdonServer> opener) {
        EnvironmentProvider provider = environment.check(registry);
        EnvironmentProtocol protocol = registry.all(EnvironmentProtocol.class).stream()
                .filter(each -> each.environment().equals(environment.environment()))
                .findFirst()
                .orElseGet(() -> GuerdonServer.generalProtocol(environment.environment()));
        Map<String, String> options = new LinkedHashMap<>(environment.settings());
        options.put("max-sessions", String.valueOf(environment.maxSessions()));
        options.put("session-timeout", DurationText.exact(environment.idle()));
        options.put("deadline", DurationText.exact(environment.deadline()));
        Endpoints endpoints = protocol.open(provider, options);
        try {
            return opener.apply(endpoints, environment.ownPort());
        } catch (RuntimeException e) {
            endpoints.close();
            throw e;
        }
    }

    /** Returns where each is found, by the name of the environment. */
    Map<String, String> urls() {
        Map<String, String> urls = new LinkedHashMap<>();
        servers.forEach((name, server) -> urls.put(name, server.url()));
        return urls;
    }

    void exitWhenDeaf(Consumer<String> say, int exitCode) {
        servers.values().forEach(server -> server.exitWhenDeaf(say, exitCode));
    }

    @Override
    public void close() {
        servers.values().forEach(GuerdonServer::close);
    }
}

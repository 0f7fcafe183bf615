package dev.guerdon.server.protocol;

import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.server.session.SessionOptions;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.util.List;
import java.util.Map;

/** Serves ALFWorld in AgentFly's protocol, with any number of sessions in one process. */
@Internal
public final class AlfworldProtocol implements EnvironmentProtocol {

    private static final int MOST_SESSIONS = 10_000;

    @Override
    public String environment() {
        return "alfworld";
    }

    @Override
    public String description() {
        return "AgentFly's ALFWorld protocol: /reset, /step, /close, /info, /admissible_commands, /available_tasks";
    }

    @Override
    public List<EnvironmentProvider.Option> options() {
        return List.of(Compat.OPTION);
    }

    @Override
    public int defaultPort() {
        return 8000;
    }

    @Override
    public int mostSessions() {
        return MOST_SESSIONS;
    }

    @Override
    public Endpoints open(EnvironmentProvider provider, Map<String, String> options) {
        AlfworldProvider alfworld = provider instanceof AlfworldProvider given ? given : new AlfworldProvider();
        boolean compat = Compat.asked(options);
        Map<String, String> ofProvider = GenericProtocol.ofProvider(alfworld, options);
        ofProvider.put(EnvironmentProvider.COMPAT.name(), String.valueOf(compat));
        return new AlfworldEndpoints(
                alfworld,
                ofProvider,
                compat ? new AlfworldAnswers.AgentFly() : new AlfworldAnswers.Plain(),
                SessionOptions.of(options, MOST_SESSIONS),
                seed(options));
    }

    private static long seed(Map<String, String> options) {
        String text = options.getOrDefault("seed", "0");
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new GuerdonException("expected a whole number after --seed, found '" + text + "'", e);
        }
    }
}

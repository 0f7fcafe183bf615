package dev.guerdon.server.protocol;

import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Serves ALFWorld in AgentFly's protocol, with any number of sessions in one process. */
@Internal
public final class AlfworldProtocol implements EnvironmentProtocol {

    private static final int DEFAULT_SESSIONS = 10_000;

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
        return List.of(
                new EnvironmentProvider.Option(
                        "compat", "agentfly", "Answer exactly as the server of AgentFly does, with its oddities."),
                new EnvironmentProvider.Option(
                        "max-sessions", "N", "Allow N sessions at once. Default: " + DEFAULT_SESSIONS + "."));
    }

    @Override
    public int defaultPort() {
        return 8000;
    }

    @Override
    public Endpoints open(EnvironmentProvider provider, Map<String, String> options) {
        String compat = options.getOrDefault("compat", "");
        if (!compat.isEmpty() && !compat.equals("agentfly")) {
            throw new GuerdonException("expected --compat agentfly, found '" + compat + "'");
        }
        AlfworldProvider alfworld = provider instanceof AlfworldProvider given ? given : new AlfworldProvider();
        AlfworldAnswers answers = compat.isEmpty() ? new AlfworldAnswers.Plain() : new AlfworldAnswers.AgentFly();
        long sessions = number(options, "max-sessions", DEFAULT_SESSIONS);
        if (sessions < 1 || sessions > Integer.MAX_VALUE) {
            throw new GuerdonException("expected --max-sessions of 1 or more, found " + sessions);
        }
        Map<String, String> ofProvider = new LinkedHashMap<>(options);
        ofProvider.put(EnvironmentProvider.COMPAT.name(), String.valueOf(!compat.isEmpty()));
        return new AlfworldEndpoints(alfworld, ofProvider, answers, (int) sessions, number(options, "seed", 0));
    }

    private static long number(Map<String, String> options, String name, long otherwise) {
        String text = options.get(name);
        try {
            return text == null ? otherwise : Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new GuerdonException("expected a whole number after --" + name + ", found '" + text + "'", e);
        }
    }
}

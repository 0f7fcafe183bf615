package dev.guerdon.server.protocol;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import java.util.Map;

/** The option of servers that speak as an original server does: {@code --compat agentfly} keeps its oddities. */
final class Compat {

    static final EnvironmentProvider.Option OPTION = new EnvironmentProvider.Option(
            "compat", "agentfly", "Answer exactly as the server of AgentFly does, with its oddities.");

    private Compat() {}

    static boolean asked(Map<String, String> options) {
        String value = options.getOrDefault(OPTION.name(), "");
        if (value.isEmpty() || value.equals("false")) {
            return false;
        }
        if (!value.equals("agentfly") && !value.equals("true")) {
            throw new GuerdonException("expected --compat agentfly, found '" + value + "'");
        }
        return true;
    }
}

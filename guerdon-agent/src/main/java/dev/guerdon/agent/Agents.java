package dev.guerdon.agent;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The kinds of agent there are, by name. */
@SuppressWarnings("DoNotCallSuggester")
public final class Agents {

    private Agents() {}

    /** All kinds that the class path has. */
    public static List<AgentKind> kinds() {
        return ServiceLoader.load(AgentKind.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /**
     * Makes an agent by the name of its kind.
     *
     * @throws dev.guerdon.api.GuerdonException where the kind or a setting is not known, with the nearest name
     */
    public static Agent create(String kind, Map<String, String> settings) {
        throw new UnsupportedOperationException();
    }
}

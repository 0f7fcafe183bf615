package dev.guerdon.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.NameRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The kinds of agent there are, by name. */
@Experimental
public final class AgentCatalogue {

    /** The kind of agent where nobody names one. */
    public static final String DEFAULT = LoopKind.TOOLS.name();

    private AgentCatalogue() {}

    /**
     * Makes an agent by the name of its kind.
     *
     * @throws GuerdonException where the kind or a setting is not known, with the nearest name
     */
    public static Agent create(Registry registry, String kind, Map<String, String> settings) {
        return create(registry.find(AgentProvider.class, kind), settings);
    }

    /** Makes an agent of a kind at hand, with the same checks. */
    public static Agent create(AgentProvider kind, Map<String, String> settings) {
        return ForeignCode.require(
                kind, "making the agent '" + kind.name() + "'", () -> kind.create(all(kind, settings)));
    }

    /**
     * Returns the sections of the system prompt that an agent has, with the same checks.
     *
     * @return none if it has no system prompt of its own
     */
    public static PromptSections prompt(Registry registry, String kind, Map<String, String> settings) {
        AgentProvider found = registry.find(AgentProvider.class, kind);
        return ForeignCode.require(
                found, "the prompt of the agent '" + kind + "'", () -> found.prompt(all(found, settings)));
    }

    private static Map<String, String> all(AgentProvider kind, Map<String, String> settings) {
        Map<String, String> all = new LinkedHashMap<>();
        kind.settings().forEach(setting -> all.put(setting.name(), setting.fallback()));
        settings.forEach((name, value) -> {
            if (all.replace(name, value) == null) {
                throw new GuerdonException("the agent '" + kind.name() + "' has no setting '" + name + "'"
                        + suggestion(name, List.copyOf(all.keySet())));
            }
        });
        return all;
    }

    private static String suggestion(String typed, List<String> known) {
        String near = NameRules.didYouMean(typed, known);
        if (!near.isEmpty()) {
            return near;
        }
        return known.isEmpty() ? "" : "; there are: " + String.join(", ", known);
    }
}

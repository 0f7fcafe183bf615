package dev.guerdon.agent.research;

import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Message;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.RolloutScope;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The agent {@code web-research}, which researches in a browser: sees a page, chooses one of six actions, and submits an answer
 * within its steps.
 *
 * @param settings what it was told
 */
record ResearchAgent(ResearchSettings settings) implements Agent {

    private static final String ADDRESSES = "addresses";

    private static final int MANY = 1_000;

    @Override
    public AgentResult run(RolloutScope rollout) throws Exception {
        Environment browser = rollout.context()
                .acquire(
                        ResourceSpec.local(settings.web().environment(), Environment.class, MANY, () -> open(rollout)),
                        Context.Scope.ROLLOUT);
        rollout.artifacts().ifPresent(browser::recordTo);
        String goal = rollout.task().messages().stream()
                .filter(message -> message.role().equals("user"))
                .map(Message::text)
                .collect(Collectors.joining("\n"));
        return new ResearchEpisode(settings, rollout, browser, goal).run();
    }

    /** Opens the environment, by default the browser, which shows only public addresses unless the suite says otherwise. */
    private Environment open(RolloutScope rollout) {
        EnvironmentProvider provider = rollout.catalogue()
                .find(EnvironmentProvider.class, settings.web().environment());
        Map<String, String> options = new LinkedHashMap<>(rollout.environmentOptions());
        if (provider.options().stream().anyMatch(option -> option.name().equals(ADDRESSES))) {
            options.putIfAbsent(ADDRESSES, "public");
        }
        return provider.open(options);
    }
}

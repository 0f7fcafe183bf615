package dev.guerdon.webresearch;

import dev.guerdon.agent.spi.Agent;
import dev.guerdon.agent.spi.Ending;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Message;
import dev.guerdon.api.ResourceSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The agent that researches in a browser: sees a page, chooses one of six actions, and submits an answer within its steps.
 *
 * @param settings what it was told
 */
record ResearchAgent(ResearchSettings settings) implements Agent {

    private static final String ADDRESSES = "addresses";

    private static final int MANY = 1_000;

    @Override
    public Ending run(RolloutScope rollout) throws Exception {
        Environment browser = rollout.context()
                .acquire(
                        ResourceSpec.local(settings.web().environment(), Environment.class, MANY, () -> open(rollout)),
                        Context.Scope.ROLLOUT);
        rollout.artifacts().ifPresent(browser::recordTo);
        String goal = rollout.task().messages().stream()
                .filter(message -> message.role().equals("user"))
                .map(Message::text)
                .collect(Collectors.joining("\n"));
        return new Episode(settings, rollout, browser, goal).run();
    }

    /** Usually the browser, which shows a model public addresses only unless the suite says otherwise. */
    private Environment open(RolloutScope rollout) {
        EnvironmentProvider provider =
                rollout.registry().environment(settings.web().environment());
        Map<String, String> options = new LinkedHashMap<>(rollout.environmentOptions());
        if (provider.options().stream().anyMatch(option -> option.name().equals(ADDRESSES))) {
            options.putIfAbsent(ADDRESSES, "public");
        }
        return provider.open(options);
    }
}

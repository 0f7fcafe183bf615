package dev.guerdon.webresearch;

import dev.guerdon.agent.spi.Agent;
import dev.guerdon.agent.spi.Ending;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.Message;
import dev.guerdon.api.ResourceSpec;
import java.util.stream.Collectors;

/**
 * The agent that researches in a browser: sees a page, chooses one of six actions, and submits an answer within its steps.
 *
 * @param settings what it was told
 */
record ResearchAgent(ResearchSettings settings) implements Agent {

    /** The environment that it acts in. */
    static final String ENVIRONMENT = "browser";

    private static final int MANY = 1_000;

    @Override
    public Ending run(RolloutScope rollout) throws Exception {
        Environment browser = rollout.context()
                .acquire(
                        ResourceSpec.local(
                                ENVIRONMENT,
                                Environment.class,
                                MANY,
                                () -> rollout.registry()
                                        .environment(ENVIRONMENT)
                                        .open(rollout.environmentOptions())),
                        Context.Scope.ROLLOUT);
        rollout.artifacts().ifPresent(browser::recordTo);
        String goal = rollout.task().messages().stream()
                .filter(message -> message.role().equals("user"))
                .map(Message::text)
                .collect(Collectors.joining("\n"));
        return new Episode(settings, rollout, browser, goal).run();
    }
}

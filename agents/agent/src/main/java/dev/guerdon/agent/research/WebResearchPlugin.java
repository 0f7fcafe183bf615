package dev.guerdon.agent.research;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.api.agent.AgentProvider;

/** Brings the agent for web research. */
@Internal
public final class WebResearchPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(provider());
    }

    static AgentProvider provider() {
        return AgentProvider.builder("web-research")
                .description(
                        "researches in the browser with six actions (ACTION and PARAMS lines) and submits an answer")
                .settings(ResearchSettings.all())
                .agentFactory(settings -> new ResearchAgent(ResearchSettings.of(settings)))
                .prompt(ResearchInstructions::of)
                .build();
    }
}

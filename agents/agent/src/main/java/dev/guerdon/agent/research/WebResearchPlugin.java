package dev.guerdon.agent.research;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;

/** Brings the agent for web research. */
@Internal
public final class WebResearchPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new ResearchKind());
    }
}

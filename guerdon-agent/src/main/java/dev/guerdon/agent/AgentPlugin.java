package dev.guerdon.agent;

import dev.guerdon.api.Plugin;

/** Brings the kinds of agent, the tools that need no environment, and the stand-in for a model that does web research. */
public final class AgentPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new ToolsKind());
        registration.add(new ReactKind());
        registration.add(new TagsKind());
        registration.add(new LinesKind());
        registration.add(new WebResearchKind());
        registration.tools(Calculator.class);
        registration.policy(new WebResearcher());
    }
}

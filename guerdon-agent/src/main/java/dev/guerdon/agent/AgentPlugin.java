package dev.guerdon.agent;

import dev.guerdon.api.Plugin;

/** Brings the kinds of agent, and the tools that need no environment. */
public final class AgentPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new ToolsKind());
        registration.add(new ReactKind());
        registration.add(new TagsKind());
        registration.add(new LinesKind());
        registration.tools(Calculator.class);
    }
}

package dev.guerdon.agent;

import dev.guerdon.api.Plugin;

/** Brings the tools that need no environment. */
public final class AgentPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.tools(Calculator.class);
    }
}

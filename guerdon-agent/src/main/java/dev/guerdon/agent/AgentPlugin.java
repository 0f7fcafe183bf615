package dev.guerdon.agent;

import dev.guerdon.agent.loop.LinesKind;
import dev.guerdon.agent.loop.ReactKind;
import dev.guerdon.agent.loop.TagsKind;
import dev.guerdon.agent.loop.ToolsKind;
import dev.guerdon.agent.program.CommandKind;
import dev.guerdon.agent.tool.Calculator;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;

/** Brings the kinds of agent, and the tools that need no environment. */
@Internal
public final class AgentPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        registration.add(new ToolsKind());
        registration.add(new ReactKind());
        registration.add(new TagsKind());
        registration.add(new LinesKind());
        registration.add(new CommandKind());
        registration.tools(Calculator.class);
    }
}

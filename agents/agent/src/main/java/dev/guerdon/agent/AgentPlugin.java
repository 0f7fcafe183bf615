package dev.guerdon.agent;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import java.util.List;

/** Brings the kinds of agent, and the tools that need no environment. */
@Internal
public final class AgentPlugin implements Plugin {

    @Override
    public void install(Registration registration) {
        List.of(LoopKind.TOOLS, LoopKind.REACT, LoopKind.TAGS, LoopKind.LINES).forEach(registration::add);
        registration.add(new CommandKind());
        registration.tools(Calculator.class);
    }
}

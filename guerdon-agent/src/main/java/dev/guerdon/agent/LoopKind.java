package dev.guerdon.agent;

import java.util.List;
import java.util.Map;

/** What the kinds of agent that are a {@link ToolLoop} have in common. */
abstract sealed class LoopKind implements AgentKind permits ToolsKind {

    static final Setting SYSTEM =
            new Setting("system", "", "text that goes before the task as the system prompt; empty for none");

    abstract ActionFormat format();

    @Override
    public final List<Setting> settings() {
        return List.of(SYSTEM);
    }

    @Override
    public final Agent create(Map<String, String> settings) {
        Settings read = new Settings(settings);
        return new ToolLoop(format(), read.text(SYSTEM.name()));
    }
}

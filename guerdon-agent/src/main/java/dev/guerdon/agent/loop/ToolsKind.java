package dev.guerdon.agent.loop;

import dev.guerdon.api.Internal;

/** The agent {@code tools}: the model's own tool calling. */
@Internal
public final class ToolsKind extends LoopKind {

    public static final String NAME = "tools";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "calls tools through the model's own tool calling; what it writes without a call is the answer";
    }

    @Override
    ActionFormat format() {
        return new NativeFormat();
    }
}

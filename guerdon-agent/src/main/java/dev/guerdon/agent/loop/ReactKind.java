package dev.guerdon.agent.loop;

import dev.guerdon.api.Internal;

/** The agent {@code react}: tools through text. */
@Internal
public final class ReactKind extends LoopKind {

    @Override
    public String name() {
        return "react";
    }

    @Override
    public String description() {
        return "calls tools through text: Thought/Action/Action Input, for models without tool calling of their own";
    }

    @Override
    ActionFormat format() {
        return new ReactFormat();
    }
}

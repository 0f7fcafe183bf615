package dev.guerdon.agent.loop;

import dev.guerdon.api.Internal;

/** The agent {@code lines}: tools through text. */
@Internal
public final class LinesKind extends LoopKind {

    @Override
    public String name() {
        return "lines";
    }

    @Override
    public String description() {
        return "calls tools through text: ACTION: and PARAMS: lines, for models without tool calling of their own";
    }

    @Override
    ActionFormat format() {
        return new LinesFormat();
    }
}

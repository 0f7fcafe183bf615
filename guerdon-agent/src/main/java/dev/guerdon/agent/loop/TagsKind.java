package dev.guerdon.agent.loop;

import dev.guerdon.api.Internal;

/** The agent {@code tags}: tools through text. */
@Internal
public final class TagsKind extends LoopKind {

    @Override
    public String name() {
        return "tags";
    }

    @Override
    public String description() {
        return "calls tools through text: actions between <action> tags, for models without tool calling of their own";
    }

    @Override
    ActionFormat format() {
        return new TagsFormat();
    }
}

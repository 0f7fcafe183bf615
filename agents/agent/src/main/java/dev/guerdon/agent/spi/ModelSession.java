package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import dev.guerdon.core.ToolEntry;
import java.util.List;

/** A model's side of one rollout, used by one thread at a time. */
@Experimental
public interface ModelSession extends AutoCloseable {

    /**
     * Answers a conversation.
     *
     * @param messages the whole conversation so far
     * @param tools the tools that the model may call natively, empty where the agent reads actions from text
     * @throws ModelException where no answer could be had
     */
    ModelReply reply(List<Message> messages, List<ToolEntry> tools);

    @Override
    default void close() {}
}

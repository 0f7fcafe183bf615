package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import java.util.List;

/** Model's side of one rollout, used by one thread at a time. */
@Experimental
public interface ModelSession extends AutoCloseable {

    /**
     * Returns the answer to a conversation.
     *
     * @param messages the whole conversation so far
     * @param tools the tools that the model may call natively, or none if the agent reads actions from text
     * @throws ModelException if there is no answer
     */
    ModelReply reply(List<Message> messages, List<AgentTool> tools);

    @Override
    default void close() {}
}

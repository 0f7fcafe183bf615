package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;

/**
 * Model that answers conversations. One instance serves all rollouts, on many threads.
 *
 * <p>{@snippet :
 * public ModelSession begin(ModelScope rollout) {
 *     return (messages, tools) -> new ModelReply(Message.assistant(client.ask(messages)), Usage.UNKNOWN);
 * }
 * }
 */
@Experimental
public interface Model extends AutoCloseable {

    /** Returns the spec it was made from, such as {@code openai:gpt-5} or {@code policy:web-researcher}; never holds a secret. */
    String spec();

    /** Begins the model's side of one rollout. */
    ModelSession begin(ModelScope rollout);

    @Override
    default void close() {}
}

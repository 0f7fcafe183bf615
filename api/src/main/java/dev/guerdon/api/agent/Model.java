package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;

/** A model that answers conversations; shared by all rollouts. */
@Experimental
public interface Model extends AutoCloseable {

    /** Returns the spec it was made from, such as {@code openai:gpt-5} or {@code policy:web-researcher}; never holds a secret. */
    String spec();

    /** Begins the model's side of one rollout. */
    ModelSession begin(ModelScope rollout);

    @Override
    default void close() {}
}

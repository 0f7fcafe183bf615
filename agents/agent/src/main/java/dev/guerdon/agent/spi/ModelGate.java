package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelScope;
import java.time.Duration;

/** Lets calls of a model through, so that its limits are kept. Whoever enters leaves, however the call ended. */
@Experimental
public interface ModelGate {

    /**
     * Waits until a call may go.
     *
     * @param rollout the rollout that asks the model; it is told of pauses
     * @param estimatedTokens what the call will use, as far as is known before it
     * @throws ModelException where nobody can say whether it may
     */
    void enter(ModelScope rollout, long estimatedTokens) throws InterruptedException;

    /** Ends a call and settles its tokens. */
    void leave(ModelScope rollout, long estimatedTokens, long usedTokens);

    /** Lets no call through for a while, as when the provider said so to one of them. */
    void closeFor(ModelScope rollout, Duration duration);
}

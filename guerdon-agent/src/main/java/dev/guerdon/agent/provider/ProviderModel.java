package dev.guerdon.agent.provider;

import dev.guerdon.agent.model.Retries;
import dev.guerdon.agent.model.TokenEstimate;
import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelException.Kind;
import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.Message;
import dev.guerdon.core.ToolEntry;
import java.util.List;

/**
 * A model behind an API: let through by its limits, asked again where that makes sense.
 *
 * <p>A place is held only while the provider works: who pauses before the next attempt leaves it to others.
 */
record ProviderModel(String spec, ModelSession endpoint, ModelGate gate, Retries retries) implements Model {

    @Override
    public ModelSession begin(RolloutScope rollout) {
        return (messages, tools) -> retries.call(spec, () -> attempt(rollout, messages, tools), rollout::waiting);
    }

    private ModelReply attempt(RolloutScope rollout, List<Message> messages, List<ToolEntry> tools) {
        long estimated = TokenEstimate.of(messages) + TokenEstimate.ofTools(tools);
        try {
            gate.enter(rollout, estimated);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Kind.CANCELLED, "interrupted while waiting for " + spec, e);
        }
        long used = 0;
        try {
            ModelReply reply = endpoint.reply(messages, tools);
            used = reply.usage().tokens();
            return reply;
        } catch (ModelException e) {
            if (e.kind() == Kind.RATE_LIMIT && !e.retryAfter().isZero()) {
                gate.closeFor(
                        rollout, e.retryAfter().compareTo(retries.longest()) > 0 ? retries.longest() : e.retryAfter());
            }
            throw e;
        } finally {
            gate.leave(rollout, estimated, used);
        }
    }
}

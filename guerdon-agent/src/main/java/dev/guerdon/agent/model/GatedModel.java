package dev.guerdon.agent.model;

import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelException.Kind;
import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.core.ToolEntry;
import java.util.List;

/**
 * A model whose answers are asked for one by one through a gate.
 *
 * @param model the model
 * @param gate lets its calls through
 */
@Internal
public record GatedModel(Model model, ModelGate gate) implements Model {

    @Override
    public String spec() {
        return model.spec();
    }

    @Override
    public ModelSession begin(RolloutScope rollout) {
        ModelSession session = model.begin(rollout);
        return new ModelSession() {
            @Override
            public ModelReply reply(List<Message> messages, List<ToolEntry> tools) {
                return gated(rollout, session, messages, tools);
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    private ModelReply gated(
            RolloutScope rollout, ModelSession session, List<Message> messages, List<ToolEntry> tools) {
        long estimated = TokenEstimate.of(messages) + TokenEstimate.ofTools(tools);
        try {
            gate.enter(rollout, estimated);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Kind.CANCELLED, "interrupted while waiting for " + spec(), e);
        }
        long used = 0;
        try {
            ModelReply reply = session.reply(messages, tools);
            used = reply.usage().tokens();
            return reply;
        } finally {
            gate.leave(rollout, estimated, used);
        }
    }

    @Override
    public void close() {
        model.close();
    }
}

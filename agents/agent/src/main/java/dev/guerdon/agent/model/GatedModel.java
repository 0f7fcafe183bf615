package dev.guerdon.agent.model;

import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.api.Message;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelReply;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A model that is let through by its limits, and asked again where that makes sense.
 *
 * <p>A place is held only while the model works: who pauses before the next attempt leaves it to others.
 *
 * @param gates let its calls through, one after the other: that of this process, and one that it may share with others
 */
record GatedModel(Model model, List<ModelGate> gates, RetryingClient retries) implements Model {

    @Override
    public String spec() {
        return model.spec();
    }

    @Override
    public ModelSession begin(ModelScope rollout) {
        ModelSession session = model.begin(rollout);
        return new ModelSession() {

            @Override
            public ModelReply reply(List<Message> messages, List<AgentTool> tools) {
                return retries.call(spec(), () -> attempt(rollout, session, messages, tools), rollout::waiting);
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    private ModelReply attempt(
            ModelScope rollout, ModelSession session, List<Message> messages, List<AgentTool> tools) {
        long estimated = MessageJson.TokenEstimate.of(messages) + MessageJson.TokenEstimate.ofTools(tools);
        Deque<ModelGate> entered = new ArrayDeque<>();
        long used = 0;
        try {
            for (ModelGate gate : gates) {
                gate.enter(rollout, estimated);
                entered.push(gate);
            }
            ModelReply reply = session.reply(messages, tools);
            used = reply.usage().tokens();
            return reply;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(ModelException.Kind.CANCELLED, "interrupted while waiting for " + spec(), e);
        } catch (ModelException e) {
            if (e.kind() == ModelException.Kind.RATE_LIMIT && !e.retryAfter().isZero()) {
                Duration pause = e.retryAfter().compareTo(retries.longest()) > 0 ? retries.longest() : e.retryAfter();
                entered.descendingIterator().forEachRemaining(gate -> gate.closeFor(rollout, pause));
            }
            throw e;
        } finally {
            leave(rollout, entered, estimated, used);
        }
    }

    /** Leaves every gate, whatever one of them throws. */
    private static void leave(ModelScope rollout, Deque<ModelGate> entered, long estimated, long used) {
        if (!entered.isEmpty()) {
            try {
                entered.pop().leave(rollout, estimated, used);
            } finally {
                leave(rollout, entered, estimated, used);
            }
        }
    }

    @Override
    public void close() {
        model.close();
    }
}

package dev.guerdon.agent.model;

import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelReply;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.ToolEntry;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;

/** A rule-based policy in the place of a model: costs nothing and needs no network. */
@Internal
public record PolicyModel(Policy policy) implements Model {

    private static final Usage ONE_CALL = new Usage(1, 0, 0, 0);

    @Override
    public String spec() {
        return "policy:" + policy.name();
    }

    @Override
    public ModelSession begin(RolloutScope rollout) {
        Policy.Session session = called(() -> policy.begin(rollout.task(), rollout.context(), rollout.seed()));
        return (List<Message> messages, List<ToolEntry> tools) ->
                new ModelReply(called(() -> session.reply(messages)), ONE_CALL);
    }

    private <T> T called(Callable<T> code) {
        try {
            return ForeignCode.call("the policy '" + policy.name() + "'", code);
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the policy was interrupted");
        } catch (Exception e) {
            throw new GuerdonException("the policy '" + policy.name() + "' failed: " + ForeignCode.reason(e), e);
        }
    }
}

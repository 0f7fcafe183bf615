package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.Turn;

/** A listener that passes everything on to another one. */
@Internal
public abstract class ForwardingListener implements RolloutListener {

    private final RolloutListener listener;

    protected ForwardingListener(RolloutListener listener) {
        this.listener = listener;
    }

    @Override
    public void started(RolloutPlan plan) {
        listener.started(plan);
    }

    @Override
    public void turned(RolloutPlan plan, Turn turn) {
        listener.turned(plan, turn);
    }

    @Override
    public void waiting(RolloutPlan plan, ModelWait wait) {
        listener.waiting(plan, wait);
    }

    @Override
    public void ended(Rollout rollout) {
        listener.ended(rollout);
    }
}

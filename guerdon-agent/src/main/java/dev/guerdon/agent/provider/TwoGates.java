package dev.guerdon.agent.provider;

import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.agent.spi.RolloutScope;
import java.time.Duration;

/** A gate behind another: that of this process, and the one that it shares with others. */
record TwoGates(ModelGate own, ModelGate shared) implements ModelGate {

    @Override
    public void enter(RolloutScope rollout, long estimatedTokens) throws InterruptedException {
        own.enter(rollout, estimatedTokens);
        boolean entered = false;
        try {
            shared.enter(rollout, estimatedTokens);
            entered = true;
        } finally {
            if (!entered) {
                own.leave(rollout, estimatedTokens, 0);
            }
        }
    }

    @Override
    public void leave(RolloutScope rollout, long estimatedTokens, long usedTokens) {
        try {
            shared.leave(rollout, estimatedTokens, usedTokens);
        } finally {
            own.leave(rollout, estimatedTokens, usedTokens);
        }
    }

    @Override
    public void closeFor(RolloutScope rollout, Duration duration) {
        own.closeFor(rollout, duration);
        shared.closeFor(rollout, duration);
    }
}

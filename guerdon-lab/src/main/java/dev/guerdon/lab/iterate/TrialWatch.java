package dev.guerdon.lab.iterate;

import dev.guerdon.agent.spi.ModelWait;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Passes everything on, and ends the run once the trial is decided. */
@Internal
public final class TrialWatch implements RolloutListener {

    private final RolloutListener listener;
    private final @Nullable Trial trial;
    private final Runnable interrupt;

    /** A second interrupt would cut off what is in flight. */
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * @param trial the trial, null where nothing is to be decided
     * @param interrupt ends the run
     */
    public TrialWatch(RolloutListener listener, @Nullable Trial trial, Runnable interrupt) {
        this.listener = listener;
        this.trial = trial;
        this.interrupt = interrupt;
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
        if (trial == null || rollout.trajectory().finishReason() == FinishReason.CANCELLED) {
            return;
        }
        // What has no score may get one when it is run again; until then it decides nothing.
        if (rollout.score() instanceof Score.Scored scored) {
            trial.add(
                    rollout.plan().task().id(),
                    rollout.plan().repeat(),
                    scored.result().reward());
        }
        if (trial.decided() && ended.compareAndSet(false, true)) {
            interrupt.run();
        }
    }
}

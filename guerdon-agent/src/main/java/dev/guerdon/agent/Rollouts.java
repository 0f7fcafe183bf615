package dev.guerdon.agent;

import dev.guerdon.agent.rollout.Job;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Makes rollouts, many at once: runs the agent, scores what it did while others still run, and gives back every resource.
 *
 * <p>One failing rollout never harms another: it ends with {@code ERROR} and its message.
 */
@Experimental
public final class Rollouts {

    private Rollouts() {}

    /** Runs every task some times; the rollouts come in the order of the tasks, repeats together (one group per task). */
    public static List<Rollout> run(RolloutSetup setup, List<Task> tasks, int repeat, int parallel, long seed) {
        List<RolloutPlan> plans = new ArrayList<>(tasks.size() * repeat);
        IdentityHashMap<RolloutPlan, Integer> places = new IdentityHashMap<>();
        for (Task task : tasks) {
            for (int i = 0; i < repeat; i++) {
                RolloutPlan plan = RolloutPlan.of(task, i, seed);
                places.put(plan, plans.size());
                plans.add(plan);
            }
        }
        AtomicReferenceArray<Rollout> rollouts = new AtomicReferenceArray<>(plans.size());
        RunningRollouts job = start(setup, plans, parallel, new RolloutListener() {
            @Override
            public void ended(Rollout rollout) {
                rollouts.set(Objects.requireNonNull(places.get(rollout.plan())), rollout);
            }
        });
        finish(job);
        List<Rollout> inOrder = new ArrayList<>(plans.size());
        for (int i = 0; i < plans.size(); i++) {
            inOrder.add(rollouts.get(i));
        }
        return inOrder;
    }

    /** Waits; where this thread is interrupted, cancels the job and waits for what is in flight. */
    private static void finish(RunningRollouts job) {
        boolean interrupted = false;
        while (true) {
            try {
                job.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                job.cancel();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the rollouts were interrupted");
        }
    }

    /** Starts a job; it draws plans one by one as places become free. */
    public static RunningRollouts start(
            RolloutSetup setup, Iterable<RolloutPlan> plans, int parallel, RolloutListener listener) {
        Job job = new Job(setup, parallel, listener);
        job.start(plans.iterator());
        return job;
    }
}

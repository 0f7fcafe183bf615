package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.RolloutPlan;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Plans in the order in which they arrive, until there will be no more. One thread draws, any thread adds. */
final class Arrivals implements Iterator<RolloutPlan> {

    private final LinkedBlockingQueue<Optional<RolloutPlan>> queue = new LinkedBlockingQueue<>();
    private @Nullable RolloutPlan next;
    private boolean over;

    void add(RolloutPlan plan) {
        queue.add(Optional.of(plan));
    }

    /** Nothing that was added after it is drawn. */
    void end() {
        queue.add(Optional.empty());
    }

    @Override
    public boolean hasNext() {
        while (next == null && !over) {
            try {
                Optional<RolloutPlan> arrived = queue.take();
                over = arrived.isEmpty();
                next = arrived.orElse(null);
            } catch (InterruptedException e) {
                over = true;
            }
        }
        return next != null;
    }

    @Override
    public RolloutPlan next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        RolloutPlan plan = next;
        next = null;
        return plan;
    }
}

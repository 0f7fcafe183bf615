package dev.guerdon.core.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** However rollouts take and give back at the same moment, there are never more instances than allowed. */
class PoolLimitTest {

    private static final int MOST = 3;

    private final AtomicInteger live = new AtomicInteger();
    private final AtomicInteger mostLive = new AtomicInteger();

    private final class Counted implements Resource {

        Counted() {
            mostLive.accumulateAndGet(live.incrementAndGet(), Math::max);
        }

        @Override
        public void reset() {}

        @Override
        public Status status() {
            return Status.READY;
        }

        @Override
        public void close() {
            LockSupport.parkNanos(1); // so that others go on meanwhile
            live.decrementAndGet();
        }
    }

    @Test
    void instancesThatAreBeingClosedCount() throws Exception {
        ResourcePool<Counted> pool = new ResourcePool<>(
                ResourceSpec.local("counted", Counted.class, MOST, Counted::new), Duration.ofSeconds(60));
        try (ExecutorService threads = Executors.newFixedThreadPool(2 * MOST)) {
            List<Future<?>> rollouts = new ArrayList<>();
            for (int i = 0; i < 2 * MOST; i++) {
                Random random = new Random(i);
                rollouts.add(threads.submit(() -> {
                    for (int round = 0; round < 3000; round++) {
                        pool.release(pool.acquire(random.nextBoolean(), "r"), true);
                    }
                }));
            }
            for (Future<?> rollout : rollouts) {
                rollout.get();
            }
        }
        assertThat(mostLive).hasValueLessThanOrEqualTo(MOST);
        pool.close();
        assertThat(live).hasValue(0);
    }
}

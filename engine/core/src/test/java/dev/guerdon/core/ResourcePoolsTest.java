package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Context.Scope;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ResourcePoolsTest {

    /** A resource that notices when two rollouts have it at once. */
    private static final class Counter implements Resource {
        static final AtomicInteger LIVE = new AtomicInteger();
        static final AtomicInteger MOST_LIVE = new AtomicInteger();
        static final ConcurrentLinkedQueue<String> FAULTS = new ConcurrentLinkedQueue<>();

        final AtomicReference<String> owner = new AtomicReference<>("");
        volatile boolean broken;
        volatile boolean closed;
        int resets;
        int value;

        Counter() {
            MOST_LIVE.accumulateAndGet(LIVE.incrementAndGet(), Math::max);
        }

        @Override
        public void reset() {
            if (!"".equals(owner.get())) {
                FAULTS.add("reset while owned by " + owner.get());
            }
            resets++;
            value = 0;
        }

        @Override
        public Status status() {
            return closed ? Status.CLOSED : broken ? Status.BROKEN : Status.READY;
        }

        @Override
        public void close() {
            if (closed) {
                FAULTS.add("closed twice");
            }
            closed = true;
            LIVE.decrementAndGet();
        }
    }

    private static ResourceSpec<Counter> spec(String name, int max) {
        return ResourceSpec.local(name, Counter.class, max, Counter::new);
    }

    private final ResourcePools resources = new ResourcePools(Duration.ofMillis(200));

    ResourcePoolsTest() {
        Counter.LIVE.set(0);
        Counter.MOST_LIVE.set(0);
        Counter.FAULTS.clear();
    }

    @AfterEach
    void nothingIsLeft() {
        resources.close();
        assertThat(Counter.LIVE).hasValue(0);
        assertThat(Counter.FAULTS).isEmpty();
    }

    @Test
    void whatARolloutHoldsIsFoundWhateverItsScope() {
        RolloutContext rollout = resources.rollout("r", "", Map.of());
        try (rollout;
                RolloutContext other = resources.rollout("other", "", Map.of())) {
            assertThat(rollout.held("a", Counter.class)).isEmpty();
            Counter own = rollout.acquire(spec("a", 4), Scope.ROLLOUT);
            rollout.acquire(spec("a", 4), Scope.GLOBAL);
            assertThat(rollout.held("a", Counter.class)).contains(own);
            assertThat(rollout.held("a", Resource.class)).contains(own);
            assertThat(rollout.held("b", Counter.class)).isEmpty();
            assertThat(other.held("a", Counter.class)).as("another rollout's").isEmpty();
        }
        assertThatThrownBy(() -> rollout.held("a", Counter.class))
                .isInstanceOf(UnscoredException.class)
                .hasMessageContaining("rollout r has ended");
    }

    @Test
    void sameRolloutSpecAndScopeGiveTheSameInstance() {
        ResourceSpec<Counter> spec = spec("c", 4);
        try (RolloutContext one = resources.rollout("1", "", Map.of());
                RolloutContext two = resources.rollout("2", "", Map.of())) {
            Counter first = one.acquire(spec, Scope.GLOBAL);
            assertThat(one.acquire(spec("c", 4), Scope.GLOBAL)).isSameAs(first);
            assertThat(one.acquire(spec, Scope.ROLLOUT)).isNotSameAs(first);
            assertThat(two.acquire(spec, Scope.GLOBAL)).isNotSameAs(first);
        }
    }

    @Test
    void aGlobalInstanceIsResetBeforeItsNextUseAndARolloutOneIsClosed() {
        ResourceSpec<Counter> spec = spec("c", 2);
        Counter global;
        Counter own;
        try (RolloutContext one = resources.rollout("1", "", Map.of())) {
            global = one.acquire(spec, Scope.GLOBAL);
            own = one.acquire(spec, Scope.ROLLOUT);
            global.value = 5;
        }
        assertThat(own.closed).isTrue();
        assertThat(global.closed).isFalse();
        try (RolloutContext two = resources.rollout("2", "", Map.of())) {
            assertThat(two.acquire(spec, Scope.GLOBAL)).isSameAs(global);
            assertThat(global.value).isZero();
            assertThat(global.resets).isEqualTo(1);
        }
        assertThat(resources.statistics())
                .containsExactly(new ResourcePools.Statistics("c", "local", 2, 1, 1, 0, 0, 2, 0));
    }

    @Test
    void firstUsePreparesOnceEvenIfManyToolsAskAtOnce() throws Exception {
        AtomicInteger prepared = new AtomicInteger();
        ResourceSpec<Counter> spec = spec("c", 8);
        try (RolloutContext context = resources.rollout("1", "", Map.of());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Counter>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                all.add(threads.submit(
                        () -> context.acquire(spec, Scope.GLOBAL, counter -> prepared.incrementAndGet())));
            }
            Counter one = all.getFirst().get();
            for (Future<Counter> each : all) {
                assertThat(each.get()).isSameAs(one);
            }
        }
        assertThat(prepared).hasValue(1);
    }

    @Test
    void aBrokenInstanceIsReplaced() {
        ResourceSpec<Counter> spec = spec("c", 1);
        Counter first;
        try (RolloutContext one = resources.rollout("1", "", Map.of())) {
            first = one.acquire(spec, Scope.GLOBAL);
        }
        first.broken = true;
        try (RolloutContext two = resources.rollout("2", "", Map.of())) {
            Counter second = two.acquire(spec, Scope.GLOBAL);
            assertThat(second).isNotSameAs(first);
            assertThat(first.closed).isTrue();
            second.broken = true;
        }
        assertThat(Counter.LIVE).hasValue(0);
    }

    @Test
    void aFailedPreparationGivesThePlaceBack() {
        ResourceSpec<Counter> spec = spec("c", 1);
        for (int i = 0; i < 5; i++) {
            try (RolloutContext context = resources.rollout("r" + i, "", Map.of())) {
                assertThatThrownBy(() -> context.acquire(spec, Scope.GLOBAL, counter -> {
                            throw new IllegalArgumentException("no such task");
                        }))
                        .isInstanceOf(UnscoredException.class)
                        .hasMessageContaining("no such task");
            }
        }
        ResourceSpec<Counter> failing = ResourceSpec.local("f", Counter.class, 1, () -> {
            throw new java.io.IOException("disk full");
        });
        for (int i = 0; i < 5; i++) {
            try (RolloutContext context = resources.rollout("f" + i, "", Map.of())) {
                assertThatThrownBy(() -> context.acquire(failing, Scope.GLOBAL))
                        .isInstanceOfSatisfying(
                                UnscoredException.class,
                                e -> assertThat(e.reason()).isEqualTo(Score.Reason.RESOURCE))
                        .hasMessageContaining("disk full");
            }
        }
    }

    @Test
    void waitingEndsWithAClearMessage() {
        ResourceSpec<Counter> spec = spec("c", 1);
        try (RolloutContext one = resources.rollout("1", "", Map.of());
                RolloutContext two = resources.rollout("2", "", Map.of())) {
            one.acquire(spec, Scope.GLOBAL);
            assertThatThrownBy(() -> two.acquire(spec, Scope.GLOBAL))
                    .isInstanceOf(UnscoredException.class)
                    .hasMessage(
                            "no 'c' became free for rollout 2 within 200ms: all 1 are in use; run fewer rollouts at once,"
                                    + " or raise maxGlobal");
        }
    }

    @Test
    void aTaintedRolloutGivesNothingToOthers() {
        ResourceSpec<Counter> spec = spec("c", 1);
        Counter first;
        try (RolloutContext one = resources.rollout("1", "", Map.of())) {
            first = one.acquire(spec, Scope.GLOBAL);
            one.taint();
        }
        assertThat(first.closed).isTrue();
    }

    @Test
    void anEndedRolloutGetsNothing() {
        RolloutContext context = resources.rollout("1", "", Map.of());
        context.close();
        context.close();
        assertThatThrownBy(() -> context.acquire(spec("c", 1), Scope.GLOBAL)).hasMessageContaining("has ended");
    }

    @Test
    void thousandsOfRolloutsNeverShareAnInstanceNorExceedTheLimit() throws Exception {
        try (ResourcePools patient = new ResourcePools(Duration.ofSeconds(30));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ResourceSpec<Counter> spec = spec("shared", 7);
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> rollouts = new ArrayList<>();
            AtomicInteger thrown = new AtomicInteger();
            for (int i = 0; i < 4000; i++) {
                String id = "r" + i;
                rollouts.add(threads.submit(() -> {
                    start.await();
                    try (RolloutContext context = patient.rollout(id, "", Map.of())) {
                        boolean own = ThreadLocalRandom.current().nextInt(5) == 0;
                        Counter counter = context.acquire(spec, own ? Scope.ROLLOUT : Scope.GLOBAL);
                        if (!counter.owner.compareAndSet("", id)) {
                            Counter.FAULTS.add(id + " got what " + counter.owner.get() + " has");
                        }
                        for (int step = 0; step < 3; step++) {
                            Thread.onSpinWait();
                            counter.value++;
                        }
                        counter.broken = ThreadLocalRandom.current().nextInt(20) == 0;
                        counter.owner.set("");
                        if (ThreadLocalRandom.current().nextInt(10) == 0) {
                            throw new IllegalStateException("a reward that throws");
                        }
                    } catch (IllegalStateException e) {
                        thrown.incrementAndGet();
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> rollout : rollouts) {
                rollout.get();
            }
            assertThat(thrown.get()).isPositive();
            assertThat(Counter.MOST_LIVE.get()).isLessThanOrEqualTo(7);
            ResourcePools.Statistics statistics = patient.statistics().getFirst();
            assertThat(statistics.acquired()).isZero();
            assertThat(statistics.total()).isEqualTo(statistics.free()).isEqualTo(Counter.LIVE.get());
        }
    }
}

package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Context.Scope;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.RolloutContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Rollouts over resources that fail to start, reset, tell their status or close, in every way code can fail. */
final class FailingResources implements Scenario {

    /** What goes wrong in one call; nothing in most. */
    private static final List<Nasty.Trick> TRICKS = List.of(
            () -> {
                throw new IllegalStateException("no");
            },
            () -> {
                throw new IOException("no");
            },
            () -> {
                throw new AssertionError("no");
            },
            () -> {
                throw new OutOfMemoryError("injected");
            },
            () -> {
                throw new NoClassDefFoundError("Gone");
            },
            () -> {
                throw new Nasty.Plain();
            },
            () -> {
                throw new InterruptedException("no");
            },
            () -> {
                throw new Nasty.Failure(() -> {
                    throw new StackOverflowError("the message itself");
                });
            },
            () -> Thread.currentThread().interrupt());

    /** The instances of one step. */
    private static final class World {
        private final Chaos chaos;
        private final Set<Rigged> alive = ConcurrentHashMap.newKeySet();
        private volatile boolean healthy;

        World(Chaos chaos) {
            this.chaos = chaos;
        }

        void risk(String call) {
            Nasty.Trick trick;
            synchronized (chaos) {
                if (healthy || !chaos.oneIn(4)) {
                    return;
                }
                trick = chaos.pick(TRICKS);
            }
            chaos.injected("resource_" + call);
            Nasty.play(trick);
        }
    }

    /** A resource on which each call may fail. */
    private static final class Rigged implements Resource {
        private final World world;

        Rigged(World world) {
            this.world = world;
            world.risk("create");
            world.alive.add(this);
        }

        @Override
        public void start() {
            world.risk("start");
        }

        @Override
        public void reset() {
            world.risk("reset");
        }

        @Override
        public Status status() {
            world.risk("status");
            synchronized (world.chaos) {
                if (!world.healthy && world.chaos.oneIn(10)) {
                    world.chaos.injected("resource_broken");
                    return world.chaos.oneIn(2) ? Status.BROKEN : Acts.nothing();
                }
            }
            return Status.READY;
        }

        @Override
        public void close() {
            world.alive.remove(this);
            world.risk("close");
        }
    }

    @Override
    public void step(Chaos chaos, Path folder) throws Exception {
        World world = new World(chaos);
        int most = chaos.between(1, 4);
        ResourceSpec<Rigged> spec = ResourceSpec.local("rigged", Rigged.class, most, () -> new Rigged(world));
        int rollouts = chaos.between(50, 300);
        ResourcePools resources = new ResourcePools(Duration.ofMinutes(2));
        try (ExecutorService threads = Executors.newFixedThreadPool(chaos.between(1, 6))) {
            List<java.util.concurrent.Future<?>> all = new ArrayList<>();
            for (int i = 0; i < rollouts; i++) {
                String id = "rollout " + i;
                Scope scope = chaos.oneIn(2) ? Scope.GLOBAL : Scope.ROLLOUT;
                boolean taints;
                synchronized (chaos) {
                    taints = chaos.oneIn(8);
                }
                all.add(threads.submit(() -> rollout(world, resources, spec, id, scope, taints)));
            }
            for (var each : all) {
                each.get(3, TimeUnit.MINUTES);
            }
            check(world, resources, spec, most);
        } finally {
            resources.close();
        }
        assertThat(world.alive).as("instances never closed").isEmpty();
    }

    private static void rollout(
            World world, ResourcePools resources, ResourceSpec<Rigged> spec, String id, Scope scope, boolean taints) {
        try (RolloutContext context = resources.rollout(id, "", Map.of())) {
            for (int i = 0; i < 2; i++) {
                try {
                    Rigged first = context.acquire(spec, scope, resource -> world.risk("prepare"));
                    assertThat(context.acquire(spec, scope, resource -> world.risk("prepare")))
                            .isSameAs(first);
                    break;
                } catch (GuerdonException e) {
                    assertThat(String.valueOf(e.getMessage())).contains("rigged");
                }
            }
            if (taints) {
                context.taint();
            }
        }
        // What the resource did to the thread that used it is not for the next rollout on it.
        boolean unused = Thread.interrupted();
    }

    /** Every place is free again, and a healthy instance can be had in each. */
    private static void check(World world, ResourcePools resources, ResourceSpec<Rigged> spec, int most) {
        world.healthy = true;
        resources.statistics().forEach(pool -> {
            assertThat(pool.acquired())
                    .as("held after every rollout has ended: " + pool)
                    .isZero();
            assertThat(world.alive).as("instances that live, beside %s", pool).hasSize(pool.free());
        });
        List<RolloutContext> open = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            RolloutContext context = resources.rollout("after " + i, "", Map.of());
            open.add(context);
            assertThat(context.acquire(spec, i % 2 == 0 ? Scope.GLOBAL : Scope.ROLLOUT, resource -> {}))
                    .isNotNull();
        }
        assertThat(world.alive.size()).as("instances at once").isLessThanOrEqualTo(most);
        open.forEach(RolloutContext::close);
    }
}

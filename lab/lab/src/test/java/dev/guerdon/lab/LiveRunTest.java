package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run under way, seen and steered by another process. */
class LiveRunTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final Registry registry = Registry.discover();
    private final Semaphore permits = new Semaphore(0);
    private final AtomicInteger asked = new AtomicInteger();
    private RunStore store = new RunStore(Path.of(""));

    @BeforeEach
    void register() {
        store = new RunStore(folder.resolve("runs"));
        registry.reward("one", sample -> 1);
        registry.policy(new Policy() {
            @Override
            public String name() {
                return "waits";
            }

            @Override
            public String description() {
                return "answers once it may";
            }

            @Override
            public Session begin(Task task, Context context, long seed) {
                return messages -> {
                    asked.incrementAndGet();
                    permits.acquireUninterruptibly();
                    return Message.assistant("done");
                };
            }
        });
    }

    private RunJob job(int tasks, int parallel) {
        Suite suite = new Suite(
                "made-up",
                "",
                List.of(Suite.Part.builder(
                                "part",
                                "one",
                                IntStream.range(0, tasks)
                                        .mapToObj(i -> Task.of("t" + i, "?", Map.of()))
                                        .toList())
                        .model("policy:waits")
                        .limits(RolloutLimits.turns(3))
                        .build()));
        return RunJob.create(
                registry,
                store,
                RunOptions.builder(suite)
                        .parallel(parallel)
                        .budget(RunOptions.Budget.NONE)
                        .build());
    }

    private static CompletableFuture<Run> start(RunJob job) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return job.run(new RolloutListener() {});
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static Path begun(RunJob job) {
        return until(() -> job.begun().filter(folder -> LiveRun.in(folder).isPresent()));
    }

    /** Waits for what another thread does in its own time. */
    private static <T> T until(Supplier<Optional<T>> what) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < PATIENCE.toNanos()) {
            Optional<T> found = what.get();
            if (found.isPresent()) {
                return found.get();
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        throw new AssertionError("it did not come about in " + PATIENCE);
    }

    private static LiveRun live(Path run, Predicate<LiveRun> when) {
        return until(() -> LiveRun.in(run).filter(when));
    }

    @Test
    void othersSeeWhatIsInFlight() throws Exception {
        RunJob job = job(3, 2);
        CompletableFuture<Run> running = start(job);
        LiveRun live = live(begun(job), state -> state.flights().size() == 2);
        assertThat(live.flights()).extracting(LiveRun.Flight::task).containsExactlyInAnyOrder("t0", "t1");
        assertThat(live.paused()).isFalse();
        permits.release(100);
        try (Run run = running.get(1, TimeUnit.MINUTES)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(LiveRun.in(run.folder())).isEmpty();
            assertThat(run.folder().resolve("live.json")).doesNotExist();
        }
    }

    @Test
    void whatAnotherVersionSaysOfItsRunIsLeftAlone() throws Exception {
        RunJob job = job(1, 1);
        CompletableFuture<Run> running = start(job);
        Path run = begun(job);
        live(run, state -> state.flights().size() == 1);
        Path state = run.resolve("live.json");
        Files.writeString(state, Files.readString(state).replace("RUNNING", "RESTING"));
        assertThat(LiveRun.in(run)).isEmpty();
        permits.release(100);
        running.get(1, TimeUnit.MINUTES).close();
    }

    @Test
    void pausedRunFinishesWhatIsUnderWayAndGoesOnWhenTold() throws Exception {
        RunJob job = job(4, 1);
        CompletableFuture<Run> running = start(job);
        Path run = begun(job);
        until(() -> asked.get() == 1 ? Optional.of(1) : Optional.empty());
        LiveRun.ask(run, LiveRun.Wish.PAUSE);
        live(run, LiveRun::paused);
        permits.release(100);
        live(run, state -> state.flights().isEmpty());
        assertThat(asked).as("nothing is started while it is paused").hasValue(1);
        LiveRun.ask(run, LiveRun.Wish.GO_ON);
        try (Run done = running.get(1, TimeUnit.MINUTES)) {
            assertThat(done.episodes()).hasSize(4);
            assertThat(done.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
        }
    }

    @Test
    void stoppedRunEndsAfterWhatIsUnderWayEvenWhilePaused() throws Exception {
        RunJob job = job(4, 1);
        CompletableFuture<Run> running = start(job);
        Path run = begun(job);
        until(() -> asked.get() == 1 ? Optional.of(1) : Optional.empty());
        LiveRun.ask(run, LiveRun.Wish.PAUSE);
        live(run, LiveRun::paused);
        permits.release(100);
        live(run, state -> state.flights().isEmpty());
        LiveRun.ask(run, LiveRun.Wish.STOP);
        try (Run ended = running.get(1, TimeUnit.MINUTES)) {
            assertThat(ended.info().status()).isEqualTo(RunInfo.Status.INTERRUPTED);
            assertThat(ended.episodes()).hasSize(1);
            assertThat(ended.folder().resolve("steer.txt")).doesNotExist();
        }
        assertThatThrownBy(() -> LiveRun.ask(run, LiveRun.Wish.STOP))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("is not running");
    }

    @Test
    void wishOfAnEarlierProcessIsNotObeyed() throws Exception {
        permits.release(1);
        RunJob job = job(3, 1);
        CompletableFuture<Run> running = start(job);
        Path run = begun(job);
        LiveRun.ask(run, LiveRun.Wish.STOP);
        live(run, LiveRun::stopping);
        permits.release(100);
        running.get(1, TimeUnit.MINUTES).close();
        Files.writeString(run.resolve("steer.txt"), "stop\n");
        try (Run again = RunJob.resume(registry, store, RunStore.LATEST).run(new RolloutListener() {})) {
            assertThat(again.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
        }
    }
}

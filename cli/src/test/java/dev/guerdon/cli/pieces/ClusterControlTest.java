package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ClusterControlTest extends ClusterRuns {

    private final Map<String, Integer> plays = new ConcurrentHashMap<>();

    private static RunOptions tight(int tasks) {
        return RunOptions.builder(HookedKind.suite(tasks))
                .budget(new RunOptions.Budget(1_000_000, 0, Duration.ZERO))
                .build();
    }

    @Test
    void anInterruptFinishesWhatIsInFlightAndTheRunGoesOnThereOrHere() throws Exception {
        HookedKind.hook(rollout -> plays.merge(rollout.task().id(), 1, Integer::sum));
        AtomicInteger ended = new AtomicInteger();
        AtomicReference<RunJob> job = new AtomicReference<>();
        try (ProcessesInThreads cluster = cluster(2, 2, 4)) {
            job.set(job(tight(40), cluster, 0));
            try (Run run = Objects.requireNonNull(job.get()).run(afterEach(rollout -> {
                if (ended.incrementAndGet() == 5) {
                    Objects.requireNonNull(job.get()).interrupt();
                }
            }))) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.INTERRUPTED);
                assertThat(run.episodes()).hasSizeBetween(5, 8);
            }
            ended.set(0);
            job.set(resumed(cluster));
            try (Run run = Objects.requireNonNull(job.get()).run(afterEach(rollout -> {
                if (ended.incrementAndGet() == 5) {
                    Objects.requireNonNull(job.get()).interrupt();
                }
            }))) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.INTERRUPTED);
            }
            // The rest on this machine.
            try (Run run = RunJob.resume(registry, store(), RunStore.LATEST).run(DEAF)) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
                assertThat(Stored.keys(run)).hasSize(40).doesNotHaveDuplicates();
            }
        }
        assertThat(plays.values()).hasSize(40).allMatch(count -> count == 1);
    }

    @Test
    void aRunThatBeganHereGoesOnThere() throws Exception {
        AtomicInteger ended = new AtomicInteger();
        AtomicReference<RunJob> job = new AtomicReference<>(RunJob.create(registry, store(), tight(20)));
        try (Run run = Objects.requireNonNull(job.get()).run(afterEach(rollout -> {
            if (ended.incrementAndGet() == 5) {
                Objects.requireNonNull(job.get()).interrupt();
            }
        }))) {
            assertThat(run.episodes()).hasSize(5);
        }
        try (ProcessesInThreads cluster = cluster(1, 2, 4);
                Run run = resumed(cluster).run(DEAF);
                Run here = RunJob.create(registry, store(), tight(20)).run(DEAF)) {
            Stored.assertAlike(run, here);
        }
    }

    @Test
    void aSecondInterruptEndsWhatIsInFlight() throws Exception {
        CountDownLatch playing = new CountDownLatch(4);
        CountDownLatch never = new CountDownLatch(1);
        HookedKind.hook(rollout -> {
            playing.countDown();
            never.await();
        });
        try (ProcessesInThreads cluster = cluster(2, 2, 4)) {
            RunJob job = job(tight(20), cluster, 0);
            Thread.ofVirtual().start(() -> {
                try {
                    playing.await();
                } catch (InterruptedException e) {
                    return;
                }
                job.interrupt();
                job.interrupt();
            });
            try (Run run = job.run(DEAF)) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.INTERRUPTED);
                assertThat(run.episodes()).isEmpty();
            }
            HookedKind.unhook();
            try (Run run = resumed(cluster).run(DEAF)) {
                assertThat(Stored.keys(run)).hasSize(20).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void aPausedRunHandsOutNothingUntilItGoesOn() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        AtomicInteger started = new AtomicInteger();
        AtomicInteger whilePaused = new AtomicInteger();
        AtomicReference<RunJob> job = new AtomicReference<>();
        HookedKind.hook(rollout -> first.await());
        try (ProcessesInThreads cluster = cluster(1, 2, 4)) {
            job.set(job(tight(10), cluster, 0));
            RolloutListener listener = new RolloutListener() {
                @Override
                public void started(RolloutPlan plan) {
                    if (started.incrementAndGet() == 2) {
                        Thread.ofVirtual()
                                .start(() -> pauseAndGoOn(Objects.requireNonNull(job.get())
                                        .begun()
                                        .orElseThrow()));
                    }
                }

                private String live(Path run) throws IOException {
                    Path file = run.resolve("live.json");
                    return Files.exists(file) ? Files.readString(file) : "";
                }

                private void pauseAndGoOn(Path run) {
                    try {
                        Files.writeString(run.resolve("steer.txt"), "pause");
                        while (!live(run).contains("PAUSED")) {
                            Thread.sleep(20);
                        }
                        first.countDown();
                        while (live(run).contains("\"task\"")) {
                            Thread.sleep(20);
                        }
                        whilePaused.set(started.get());
                        Files.writeString(run.resolve("steer.txt"), "go");
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
            try (Run run = Objects.requireNonNull(job.get()).run(listener)) {
                assertThat(run.episodes()).hasSize(10);
            }
            assertThat(whilePaused).hasValue(2);
        }
    }

    @Test
    void recordingIsRefused() {
        try (ProcessesInThreads cluster = cluster(1, 1, 4)) {
            for (RunOptions.Builder each : List.of(
                    RunOptions.builder(HookedKind.suite(1)).record(folder.resolve("tape")),
                    RunOptions.builder(HookedKind.suite(1)).replay(folder.resolve("tape")))) {
                assertThatThrownBy(() -> job(each.build(), cluster, 0))
                        .isInstanceOf(GuerdonException.class)
                        .hasMessageContaining("run this without --on");
            }
        }
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void aSecretSettingIsNotSentToOtherMachines() throws Exception {
        Suite.Part plain = HookedKind.part(1);
        Suite suite = new Suite(
                "hooked",
                "",
                List.of(Suite.Part.builder(plain.name(), plain.reward(), plain.tasks())
                        .agent(plain.agent())
                        .settings(Map.of("password", "correct-horse-battery"))
                        .limits(plain.limits())
                        .build()));
        RunOptions options = RunOptions.builder(suite).build();
        try (ProcessesInThreads cluster = cluster(1, 1, 4)) {
            assertThatThrownBy(() -> RunJob.create(
                            registry, store(), options, EpisodeStages.onCluster(cluster, false, 0, notices::add)))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("the setting 'password'")
                    .hasMessageContaining("environment variable")
                    .hasMessageNotContaining("correct-horse");
            try (Run run = job(options, cluster, 0).run(DEAF)) {
                assertThat(run.episodes()).hasSize(1);
            }
        }
    }

    @Test
    void aRewardThatOnlyTheDriverHasStopsTheRunWithItsName() {
        registry.reward("only_here", sample -> 1);
        RunOptions options = RunOptions.builder(HookedKind.suite(20))
                .rewards(List.of("only_here"))
                .build();
        try (ProcessesInThreads cluster = cluster(1, 2, 4)) {
            assertThatThrownBy(() -> job(options, cluster, 0).run(DEAF).close())
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("the cluster cannot play these episodes")
                    .hasMessageContaining("only_here");
        }
    }
}

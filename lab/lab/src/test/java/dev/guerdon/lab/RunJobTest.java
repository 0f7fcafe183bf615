package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Task;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.run.RunController;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJobTest {

    private static final RolloutListener DEAF = new RolloutListener() {};

    @TempDir
    Path folder;

    private final Registry registry = Registry.discover();
    private final Semaphore permits = new Semaphore(Integer.MAX_VALUE / 2);
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private RunStore store = new RunStore(Path.of(""));

    @BeforeEach
    void register() {
        store = new RunStore(folder.resolve("runs"));
        registry.reward(
                "said_it",
                sample -> sample.finalResponse().equals(sample.field("answer").asString()) ? 1 : 0);
        registry.policy(new Policy() {
            @Override
            public String name() {
                return "waits";
            }

            @Override
            public String description() {
                return "says the seed, once it may";
            }

            @Override
            public Session begin(Task task, Context context, long seed) {
                return messages -> {
                    asked.incrementAndGet();
                    waiting.countDown();
                    try {
                        permits.acquire();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("interrupted", e);
                    }
                    if (task.id().equals("breaks")) {
                        throw new IllegalStateException("it broke");
                    }
                    return Message.assistant(task.id() + " " + seed);
                };
            }
        });
    }

    private static Suite suite(int tasks) {
        return suite(IntStream.range(0, tasks)
                .mapToObj(i -> Task.of("t" + i, "?", Map.of("answer", "?")))
                .toList());
    }

    private static Suite suite(List<Task> tasks) {
        return new Suite(
                "made-up",
                "",
                List.of(Suite.Part.builder("part", "said_it", tasks)
                        .model("policy:waits")
                        .limits(RolloutLimits.turns(3))
                        .build()));
    }

    private static RunOptions options(Suite suite, int repeat, int parallel, RunOptions.Budget budget) {
        return RunOptions.builder(suite)
                .repeat(repeat)
                .parallel(parallel)
                .seed(11)
                .note("first try with sk-abcdefgh12345678")
                .budget(budget)
                .build();
    }

    private RunJob job(Suite suite, int repeat, int parallel) {
        return RunJob.create(registry, store, options(suite, repeat, parallel, RunOptions.Budget.NONE));
    }

    @Test
    void everyTaskIsRunAndStored() throws Exception {
        Suite suite = suite(List.of(
                Task.of("a", "?", Map.of("answer", "x")),
                Task.of("breaks", "?", Map.of("answer", "x")),
                Task.of("unanswerable", "?", Map.of("domain", "odd"))));
        try (Run run = job(suite, 2, 3).run(DEAF)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(run.episodes().stream().map(Episode::key))
                    .containsExactly("a#0", "a#1", "breaks#0", "breaks#1", "unanswerable#0", "unanswerable#1");
            assertThat(run.metrics().zero()).isEqualTo(2);
            assertThat(run.metrics().errorRate()).isEqualTo(2 / 6.0);
            assertThat(run.metrics().unscored()).isEqualTo(4);
            assertThat(run.metrics().completed()).isEqualTo(4);
            assertThat(run.episodes().get(2).error()).contains("it broke");
            assertThat(run.episodes().get(4).domain()).isEqualTo("odd");
            assertThat(run.episodes().get(0).domain()).isEqualTo("part");
            assertThat(run.detail(run.episodes().getFirst()).turns()).hasSize(1);
        }
    }

    @Test
    void seedDecidesWhateverElseRuns() throws Exception {
        try (Run all = job(suite(6), 2, 4).run(DEAF);
                Run some = job(suite(3), 1, 1).run(DEAF)) {
            Map<String, String> answers = new java.util.HashMap<>();
            all.episodes().forEach(episode -> answers.put(episode.key(), episode.answer()));
            assertThat(some.episodes())
                    .allSatisfy(episode -> assertThat(episode.answer()).isEqualTo(answers.get(episode.key())));
            assertThat(answers.values().stream().distinct()).hasSize(12);
        }
    }

    @Test
    void firstInterruptFinishesWhatIsInFlightAndResumeDoesTheRest() throws Exception {
        permits.drainPermits();
        RunJob job = job(suite(8), 1, 2);
        CompletableFuture<Run> running = start(job);
        waiting.await();
        job.interrupt();
        permits.release(100);
        try (Run run = running.get(1, TimeUnit.MINUTES)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.INTERRUPTED);
            assertThat(run.episodes()).hasSizeBetween(1, 2);
            assertThat(job.leftOut()).isEqualTo(8 - run.episodes().size());
        }
        int before = asked.get();
        try (Run run = RunJob.resume(registry, store, RunStore.LATEST).run(DEAF)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(run.episodes()).hasSize(8);
            assertThat(asked.get() - before).isEqualTo(job.leftOut());
        }
        try (Run run = RunJob.resume(registry, store, RunStore.LATEST).run(DEAF);
                Run fresh = job(suite(8), 1, 2).run(DEAF)) {
            assertThat(run.episodes().stream().map(Episode::answer))
                    .containsExactlyElementsOf(
                            fresh.episodes().stream().map(Episode::answer).toList());
        }
    }

    @Test
    void runIsResumedWhateverItsTasksLookLike() throws Exception {
        List<Task> tasks = Stream.of(
                        "password: hunter2hunter2",
                        "https://user:pw@host/",
                        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG",
                        "***")
                .map(text ->
                        Task.of("sk-id1234567890abcdef" + text.length(), text, Map.of("answer", text, "password", "x")))
                .toList();
        permits.drainPermits();
        RunJob job = job(suite(tasks), 1, 1);
        CompletableFuture<Run> running = start(job);
        waiting.await();
        job.interrupt();
        permits.release(100);
        running.get(1, TimeUnit.MINUTES).close();
        RunJob rest = RunJob.resume(registry, store, RunStore.LATEST);
        assertThat(rest.suite().tasks()).isEqualTo(tasks);
        try (Run run = rest.run(DEAF)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(run.episodes())
                    .extracting(Episode::task)
                    .containsExactlyElementsOf(run.info().planned());
            assertThat(run.info().planned())
                    .isEqualTo(tasks.stream().map(Task::id).toList());
        }
    }

    @Test
    void keyOfTheMachineIsNoIdAndNotContinuedAsAnotherTask() throws Exception {
        String key = "known-key-of-run-jobs-0123";
        SecretFilter.known().learn(key);
        assertThatThrownBy(() -> job(suite(List.of(Task.of("a " + key, "?", Map.of("answer", "?")))), 1, 1))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("'a ***' holds a key of this machine");
        assertThat(folder.resolve("runs")).doesNotExist();
        job(suite(List.of(Task.of("a", "log in with " + key, Map.of("answer", "?")))), 1, 1)
                .run(DEAF)
                .close();
        assertThatThrownBy(() -> RunJob.resume(registry, store, RunStore.LATEST))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("the task 'a'")
                .hasMessageContaining("held a key of this machine");
    }

    @Test
    @Tag("slow")
    void secondInterruptStopsAtOnceAndStoresNothingOfWhatWasInFlight() throws Exception {
        permits.drainPermits();
        RunJob job = job(suite(4), 1, 4);
        CompletableFuture<Run> running = start(job);
        waiting.await();
        job.interrupt();
        job.interrupt();
        try (Run run = running.get(1, TimeUnit.MINUTES)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.INTERRUPTED);
            assertThat(run.episodes()).isEmpty();
        }
    }

    private static CompletableFuture<Run> start(RunJob job) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return job.run(DEAF);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void budgetThatIsSpentStartsNothingAndMarksTheRest() throws Exception {
        RunJob job = RunJob.create(
                registry, store, options(suite(5), 1, 1, new RunOptions.Budget(0, 0, Duration.ofNanos(1))));
        try (Run run = job.run(DEAF)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.BUDGET);
            assertThat(run.episodes()).isEmpty();
            assertThat(job.leftOut()).isEqualTo(5);
        }
        RunJob.Continuation more = new RunJob.Continuation(
                2, Map.of(), Optional.of(new RunOptions.Budget(0, 0, Duration.ofHours(1))), RunOptions.Faults.STOP);
        try (Run run = RunJob.resume(registry, store, RunStore.LATEST, more).run(DEAF)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(run.episodes()).hasSize(5);
        }
    }

    @Test
    void spentBudgetStopsStartingButLetsTheRestFinish() throws Exception {
        RunController control = new RunController(new RunOptions.Budget(100, 0, Duration.ZERO), RunOptions.Faults.STOP);
        control.begin(List.of());
        List<String> calls = new CopyOnWriteArrayList<>();
        CountDownLatch inFlight = new CountDownLatch(1);
        RunningRollouts job = new RunningRollouts() {
            @Override
            public void stopStarting() {
                calls.add("stop");
                inFlight.countDown();
            }

            @Override
            public void cancel() {
                calls.add("cancel");
            }

            @Override
            public void cancel(RolloutPlan plan) {
                calls.add("cancel " + plan.id());
            }

            @Override
            public void await() throws InterruptedException {
                inFlight.await();
                calls.add("ended");
            }
        };
        Thread counter = Thread.ofVirtual().start(() -> {
            control.count(new Usage(1, 50, 10, 0));
            control.count(new Usage(1, 50, 10, 0));
        });
        control.await(job);
        counter.join();
        assertThat(calls).contains("stop", "ended").doesNotContain("cancel");
    }

    @Test
    void tokensAndMoneyUsedBeforeCountWhenARunGoesOn() {
        RunController control = new RunController(new RunOptions.Budget(200, 0, Duration.ZERO), RunOptions.Faults.STOP);
        control.begin(List.of(Episodes.scored("a", 0, 1)));
        assertThat(control.stopped()).isFalse();
        control.count(Episodes.scored("b", 0, 1).usage());
        assertThat(control.stopped()).isTrue();
        control.leftOut(3);
        assertThat(control.status()).isEqualTo(RunInfo.Status.BUDGET);
        RunController money = new RunController(new RunOptions.Budget(0, 0.5, Duration.ZERO), RunOptions.Faults.STOP);
        money.begin(List.of(Episodes.scored("a", 0, 1), Episodes.scored("b", 0, 1)));
        assertThat(money.stopped()).isTrue();
    }

    @Test
    void provenanceIsStoredWithoutSecrets() throws Exception {
        try (Run run = job(suite(1), 1, 1).run(DEAF)) {
            String file = Files.readString(run.folder().resolve("run.json"));
            assertThat(file).doesNotContain("sk-abcdefgh");
            assertThat(JsonCodec.read(file, "run.json").asMap())
                    .containsEntry("suite", "made-up")
                    .containsEntry("seed", 11);
            assertThat(run.info().provenance())
                    .containsKeys("guerdon", "java", "machine", "options", "parts", "tasks_fingerprint");
            assertThat(run.info().note()).isEqualTo("first try with ***");
        }
    }

    @Test
    void unknownNamesAreToldBeforeAnythingIsWritten() {
        RunOptions wrong = RunOptions.builder(suite(1)).agent("toools").build();
        assertThatThrownBy(() -> RunJob.create(registry, store, wrong)).hasMessageContaining("did you mean 'tools'");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void whatAListenerThrowsEndsTheRunAndKeepsWhatWasStored() {
        RolloutListener full = new RolloutListener() {
            @Override
            public void ended(Rollout rollout) {
                throw new LabException("the disk is full");
            }
        };
        assertThatThrownBy(() -> job(suite(9), 1, 1).run(full)).hasMessageContaining("the disk is full");
        try (Run run = store.open(RunStore.LATEST)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.STOPPED);
            assertThat(run.episodes()).hasSize(1);
        }
    }

    @Test
    void artifactsOfAKilledEpisodeAreRemovedBeforeItIsMadeAgain() throws Exception {
        permits.drainPermits();
        RunJob first = job(suite(1), 1, 1);
        CompletableFuture<Run> running = start(first);
        waiting.await();
        first.interrupt();
        first.interrupt();
        Path artifacts;
        try (Run run = running.get(1, TimeUnit.MINUTES)) {
            artifacts = run.folder().resolve("episodes/t0");
        }
        Files.createDirectories(artifacts);
        Files.writeString(artifacts.resolve("old.png"), "old");
        permits.release(10);
        RolloutListener writes = new RolloutListener() {
            @Override
            public void started(RolloutPlan plan) {
                try {
                    assertThat(artifacts.resolve("old.png")).doesNotExist();
                    Files.createDirectories(artifacts);
                    Files.writeString(artifacts.resolve("new.png"), "new");
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        try (Run run = RunJob.resume(registry, store, RunStore.LATEST).run(writes)) {
            assertThat(run.detail(run.episodes().getFirst()).artifacts()).contains(artifacts);
            assertThat(artifacts.resolve("new.png")).exists();
        }
    }
}

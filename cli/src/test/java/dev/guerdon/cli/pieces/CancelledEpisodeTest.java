package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One episode is cancelled, and the others are not. */
class CancelledEpisodeTest extends ClusterRuns {

    private final Map<String, Integer> plays = new ConcurrentHashMap<>();
    private final List<Rollout> ended = new CopyOnWriteArrayList<>();

    private RunJob.Scene scene(int tasks) {
        Suite.Part hooked = HookedKind.part(tasks);
        Suite.Part part = Suite.Part.builder(hooked.name(), hooked.reward(), hooked.tasks())
                .environment(hooked.environment(), hooked.environmentOptions())
                .agent(hooked.agent())
                .model(ModelFactory.NONE)
                .tools(hooked.tools())
                .settings(hooked.settings())
                .limits(hooked.limits())
                .build();
        return new RunJob.Scene(
                registry,
                RunOptions.builder(new Suite("hooked", "", List.of(part))).build(),
                part,
                folder.resolve("run"),
                plan -> Optional.empty());
    }

    private static List<RolloutPlan> plans(RunJob.Scene scene) {
        return scene.part().tasks().stream()
                .map(task -> new RolloutPlan(task, 0, 1))
                .toList();
    }

    private Map<String, FinishReason> endings() {
        return ended.stream()
                .collect(Collectors.toMap(
                        rollout -> rollout.plan().task().id(),
                        rollout -> rollout.trajectory().finishReason()));
    }

    @Test
    void thoseBesideItInThePieceArePlayedAgain() throws Exception {
        CountDownLatch playing = new CountDownLatch(3);
        CountDownLatch never = new CountDownLatch(1);
        HookedKind.hook(rollout -> {
            if (plays.merge(rollout.task().id(), 1, Integer::sum) == 1
                    && !rollout.task().id().equals("t3")) {
                playing.countDown();
                never.await();
            }
        });
        RunJob.Scene scene = scene(4);
        List<RolloutPlan> plans = plans(scene);
        try (ProcessesInThreads cluster = cluster(1, 1, 4);
                RunJob.Players players =
                        EpisodeStages.onCluster(cluster, true, 3, notices::add).open(scene)) {
            RunningRollouts running = players.start(plans, afterEach(ended::add));
            playing.await();
            running.cancel(plans.get(1));
            running.await();
        }
        assertThat(endings())
                .isEqualTo(Map.of(
                        "t0", FinishReason.TERMINAL,
                        "t1", FinishReason.CANCELLED,
                        "t2", FinishReason.TERMINAL,
                        "t3", FinishReason.TERMINAL));
        assertThat(ended)
                .filteredOn(rollout -> rollout.plan().equals(plans.get(1)))
                .singleElement()
                .satisfies(rollout -> assertThat(rollout.score())
                        .isInstanceOfSatisfying(
                                Score.Unscored.class,
                                unscored -> assertThat(unscored.reason()).isEqualTo(Score.Reason.CANCELLED)));
        assertThat(plays).isEqualTo(Map.of("t0", 2, "t1", 1, "t2", 2, "t3", 1));
    }

    @Test
    void onlyThatVeryPlanIsMeantAndOneThatIsNotInFlightIsNoMatter() throws Exception {
        CountDownLatch playing = new CountDownLatch(2);
        CountDownLatch on = new CountDownLatch(1);
        HookedKind.hook(rollout -> {
            plays.merge(rollout.task().id(), 1, Integer::sum);
            playing.countDown();
            on.await();
        });
        RunJob.Scene scene = scene(2);
        List<RolloutPlan> plans = plans(scene);
        try (ProcessesInThreads cluster = cluster(1, 2, 4);
                RunJob.Players players =
                        EpisodeStages.onCluster(cluster, true, 2, notices::add).open(scene)) {
            RunningRollouts running = players.start(plans, afterEach(ended::add));
            playing.await();
            running.cancel(plans(scene).get(0));
            on.countDown();
            running.await();
            running.cancel(plans.get(0));
        }
        assertThat(endings().values()).hasSize(2).containsOnly(FinishReason.TERMINAL);
        assertThat(plays.values()).containsOnly(1);
    }

    @Test
    void whoHearsThatAnEpisodeStartsMayCancelIt() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        HookedKind.hook(rollout -> {
            if (rollout.task().id().equals("t0")) {
                never.await();
            }
        });
        RunJob.Scene scene = scene(2);
        List<RolloutPlan> plans = plans(scene);
        CompletableFuture<RunningRollouts> started = new CompletableFuture<>();
        try (ProcessesInThreads cluster = cluster(1, 1, 4);
                RunJob.Players players =
                        EpisodeStages.onCluster(cluster, true, 1, notices::add).open(scene)) {
            RunningRollouts running = players.start(plans, new RolloutListener() {
                @Override
                public void started(RolloutPlan plan) {
                    if (plan.equals(plans.getFirst())) {
                        started.join().cancel(plan);
                    }
                }

                @Override
                public void ended(Rollout rollout) {
                    ended.add(rollout);
                }
            });
            started.complete(running);
            running.await();
        }
        assertThat(endings()).isEqualTo(Map.of("t0", FinishReason.CANCELLED, "t1", FinishReason.TERMINAL));
    }
}

package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LostEpisodesTest extends ClusterRuns {

    private final Map<String, Integer> plays = new ConcurrentHashMap<>();

    /** With a budget, nothing lies ready: what is handed out is what is in flight. */
    private static RunOptions.Builder tight(int tasks) {
        return RunOptions.builder(HookedKind.suite(tasks)).budget(new RunOptions.Budget(1_000_000, 0, Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aLostProcessCostsOnlyTheEpisodesInFlight(int tries) throws Exception {
        int slots = 2;
        AtomicInteger began = new AtomicInteger();
        try (ProcessesInThreads cluster = cluster(2, slots, tries)) {
            HookedKind.hook(rollout -> {
                plays.merge(rollout.task().id(), 1, Integer::sum);
                int number = began.incrementAndGet();
                if (number == 5 || number == 21 || number == 33) {
                    cluster.loseOne();
                }
            });
            try (Run run = job(tight(40).build(), cluster, 0).run(DEAF)) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
                assertThat(Stored.keys(run)).hasSize(40).doesNotHaveDuplicates();
                assertThat(run.episodes()).allMatch(Episode::scored).allMatch(episode -> episode.reward() == 1);
            }
            assertThat(cluster.losses).hasValue(3);
        }
        int again = plays.values().stream().mapToInt(count -> count - 1).sum();
        assertThat(again).as("episodes that were played again").isLessThanOrEqualTo(3 * slots);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anEpisodeThatTakesItsProcessWithItIsStoredAsFailedAndTheOthersArePlayed(int tries) throws Exception {
        try (ProcessesInThreads cluster = cluster(2, 1, tries)) {
            HookedKind.hook(rollout -> {
                plays.merge(rollout.task().id(), 1, Integer::sum);
                if (rollout.task().id().equals("t3")) {
                    cluster.lose(rollout);
                }
            });
            try (Run run = job(RunOptions.builder(HookedKind.suite(12)).build(), cluster, 0)
                    .run(DEAF)) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
                assertThat(Stored.keys(run)).hasSize(12).doesNotHaveDuplicates();
                Episode lost = run.episode("t3", 0).orElseThrow();
                assertThat(lost.finish()).isEqualTo(FinishReason.ENVIRONMENT_LOST);
                assertThat(lost.error()).contains("lost 4 times").contains("its process was killed");
                assertThat(lost.score())
                        .isInstanceOfSatisfying(
                                Score.Unscored.class,
                                unscored -> assertThat(unscored.reason()).isEqualTo(Score.Reason.RESOURCE));
                assertThat(run.episodes().stream().filter(Episode::scored)).hasSize(11);
            }
            assertThat(plays.get("t3")).isEqualTo(EpisodeDispatcher.MAX_LOSSES);
            HookedKind.unhook();
            try (Run run = resumed(cluster).run(DEAF)) {
                assertThat(Stored.keys(run)).hasSize(12).doesNotHaveDuplicates();
                assertThat(run.episodes()).allMatch(Episode::scored);
            }
        }
    }

    @Test
    void oneThatFailsSoIsPlayedAgainAtTheEndWithRetries() throws Exception {
        AtomicInteger deadly = new AtomicInteger(EpisodeDispatcher.MAX_LOSSES);
        try (ProcessesInThreads cluster = cluster(2, 1, 1)) {
            HookedKind.hook(rollout -> {
                if (rollout.task().id().equals("t1") && deadly.getAndDecrement() > 0) {
                    cluster.lose(rollout);
                }
            });
            RunOptions options = RunOptions.builder(HookedKind.suite(4))
                    .faults(new RunOptions.Faults(1, false))
                    .build();
            try (Run run = job(options, cluster, 0).run(DEAF)) {
                assertThat(run.episodes()).hasSize(4).allMatch(Episode::scored);
            }
        }
    }

    @Test
    void aSlowEpisodeHoldsUpNobodyElse() throws Exception {
        CountDownLatch others = new CountDownLatch(29);
        HookedKind.hook(rollout -> {
            if (rollout.task().id().equals("t0")) {
                others.await();
            }
        });
        try (ProcessesInThreads cluster = cluster(2, 1, 4);
                Run run = job(RunOptions.builder(HookedKind.suite(30)).build(), cluster, 0)
                        .run(afterEach(rollout -> others.countDown()))) {
            assertThat(run.episodes()).hasSize(30);
        }
    }

    @Test
    void aClusterThatGrowsIsUsed() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        try (ProcessesInThreads cluster = cluster(1, 1, 4)) {
            HookedKind.hook(rollout -> {
                if (List.of("t0", "t1").contains(rollout.task().id())) {
                    if (rollout.task().id().equals("t0")) {
                        cluster.add();
                    }
                    // Only together do they go on.
                    both.countDown();
                    both.await();
                }
            });
            try (Run run = job(tight(4).build(), cluster, 0).run(DEAF)) {
                assertThat(run.episodes()).hasSize(4);
            }
        }
    }
}

package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A model's limits hold for all processes together; a server counts what reaches it. */
class ClusterLimitsTest extends ClusterRuns {

    private static final int TASKS = 90;

    private Run run(ScriptedModel model, ProcessesInThreads cluster, int tasks, String options) throws Exception {
        return job(RunOptions.builder(model.suite(tasks, options)).build(), cluster, 0)
                .run(DEAF);
    }

    private static void isWhole(Run run, int tasks) {
        assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
        assertThat(run.episodes()).hasSize(tasks).allMatch(Episode::scored);
    }

    /** 60 at once, and then 10 a second; three processes by themselves would let all 90 through at once. */
    @Test
    void requestsPerMinuteAreThoseOfAllProcessesTogether() throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(3, 2, 4)) {
            long began = System.nanoTime();
            try (Run run = run(model, cluster, TASKS, "?rpm=600")) {
                isWhole(run, TASKS);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(2_900));
            assertThat(model.calls).hasValue(TASKS);
        }
    }

    /** A call is estimated at some tokens and settled at 10: 60 fit into the tenth of a minute, and then 10 a second. */
    @Test
    void tokensPerMinuteAreThoseOfAllProcessesTogether() throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(3, 2, 4)) {
            long began = System.nanoTime();
            try (Run run = run(model, cluster, TASKS, "?tpm=6000")) {
                isWhole(run, TASKS);
                assertThat(run.usage().tokens()).isEqualTo(TASKS * 10L);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(1_900));
        }
    }

    @Test
    void callsAtOnceAreThoseOfAllProcessesTogether() throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(3, 2, 4)) {
            model.during = number -> LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
            try (Run run = run(model, cluster, 40, "?concurrency=2")) {
                isWhole(run, 40);
            }
            assertThat(model.mostAtOnce).hasValueBetween(1, 2);
            assertThat(model.calls).hasValue(40);
        }
    }

    /** What a lost process was allowed to do must not keep the others from their work. */
    @Test
    void lostAndJoinedProcessesStopNobody() throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(2, 1, 2)) {
            model.during = number -> {
                if (Set.of(2, 5, 9).contains(number)) {
                    cluster.loseOne();
                    cluster.add();
                }
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            };
            try (Run run = run(model, cluster, 30, "?concurrency=1")) {
                isWhole(run, 30);
            }
            assertThat(cluster.losses).hasValue(3);
        }
    }

    @Test
    void aProviderThatAsksForAPauseGetsItFromAllProcesses() throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(3, 1, 4)) {
            model.pauseAt(1, Duration.ofSeconds(2));
            try (Run run = run(model, cluster, 12, "?rpm=60000&concurrency=1")) {
                isWhole(run, 12);
            }
            assertThat(model.earliestAfterPause()).isGreaterThan(Duration.ofMillis(1_900));
        }
    }
}

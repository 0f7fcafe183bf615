package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterBudgetTest extends ClusterRuns {

    @ParameterizedTest
    @CsvSource({"100, 0, 0", "100, 0, 9"})
    @Tag("rare")
    void aBudgetHoldsForAllPlacesTogetherHoweverManyPlayAtOnce(long tokens, double usd, int parallel) throws Exception {
        aBudgetHoldsForAllPlacesTogether(tokens, usd, parallel);
    }

    /** 10 episodes are worth 100 tokens, or 70 + 30 million times a millionth of a dollar. */
    @ParameterizedTest
    @CsvSource({"100, 0, 3", "0, 100, 3"})
    @Tag("slow")
    void aBudgetHoldsForAllPlacesTogether(long tokens, double usd, int parallel) throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(2, 2, 4)) {
            RunOptions options = RunOptions.builder(model.suite(60, "?price_in=1000000&price_out=1000000"))
                    .budget(new RunOptions.Budget(tokens, usd, Duration.ZERO))
                    .build();
            int inFlight = parallel == 0 ? 16 : parallel;
            try (Run run = job(options, cluster, parallel).run(DEAF)) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.BUDGET);
                assertThat(run.episodes()).hasSizeBetween(10, 10 + inFlight - 1);
                assertThat(run.usage().tokens()).isEqualTo(run.episodes().size() * 10L);
                assertThat(model.calls).hasValue(run.episodes().size());
            }
            assertThat(model.mostAtOnce.get()).isLessThanOrEqualTo(inFlight);
            RunJob.Continuation more =
                    new RunJob.Continuation(0, Map.of(), Optional.of(RunOptions.Budget.NONE), RunOptions.Faults.STOP);
            try (Run run =
                    RunJob.resume(registry, store(), RunStore.LATEST, more).run(DEAF)) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
                assertThat(Stored.keys(run)).hasSize(60).doesNotHaveDuplicates();
            }
            assertThat(model.calls).as("no episode was played twice").hasValue(60);
        }
    }

    @Test
    void aBudgetOfTimeEndsTheRun() throws Exception {
        HookedKind.hook(rollout -> LockSupport.parkNanos(Duration.ofMillis(20).toNanos()));
        RunOptions options = RunOptions.builder(HookedKind.suite(2_000))
                .budget(new RunOptions.Budget(0, 0, Duration.ofMillis(300)))
                .build();
        try (ProcessesInThreads cluster = cluster(1, 2, 4);
                Run run = job(options, cluster, 0).run(DEAF)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.BUDGET);
            assertThat(run.episodes()).hasSizeLessThan(2_000);
        }
    }

    @Test
    void aModelThatFailsStopsTheRun() throws Exception {
        try (ScriptedModel model = new ScriptedModel(401);
                ProcessesInThreads cluster = cluster(2, 1, 4)) {
            RunJob job = job(RunOptions.builder(model.suite(60, "")).build(), cluster, 2);
            try (Run run = job.run(DEAF)) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.STOPPED);
                assertThat(job.fault().orElseThrow())
                        .contains("the model failed")
                        .contains("not you");
                assertThat(run.episodes()).hasSizeBetween(3, 4).noneMatch(Episode::scored);
            }
        }
    }

    @Test
    void aModelWhoseKeyIsMissingOnTheMachinesStopsTheRunAndSaysWhere() throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(1, 2, 4)) {
            RunOptions options = RunOptions.builder(model.suite(20, "?key_env=GUERDON_TEST_KEY_THAT_IS_NOWHERE"))
                    .build();
            RunJob job = job(options, cluster, 0);
            try (Run run = job.run(DEAF)) {
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.STOPPED);
                assertThat(job.fault().orElseThrow())
                        .contains("needs an API key in the environment variable GUERDON_TEST_KEY_THAT_IS_NOWHERE")
                        .contains("(on ");
            }
            assertThat(model.calls).hasValue(0);
        }
    }

    @Test
    void anAskedModelGivesTheSameRunAsOnThisMachine() throws Exception {
        try (ScriptedModel model = new ScriptedModel(200);
                ProcessesInThreads cluster = cluster(2, 2, 4)) {
            RunOptions options =
                    RunOptions.builder(model.suite(15, "?price_in=3")).repeat(2).build();
            try (Run here = RunJob.create(registry, store(), options).run(DEAF);
                    Run there = job(options, cluster, 0).run(DEAF)) {
                Stored.assertAlike(there, here);
                assertThat(there.usage()).isEqualTo(here.usage());
            }
        }
    }
}

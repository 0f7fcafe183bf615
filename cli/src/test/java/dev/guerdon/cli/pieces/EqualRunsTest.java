package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EqualRunsTest extends ClusterRuns {

    @ParameterizedTest
    @CsvSource({"alfworld, 0", "alfworld, 3", "webshop, 0"})
    @Tag("slow")
    void aRunOnAClusterIsStoredAsOneOnThisMachine(String name, int maxSteps) throws Exception {
        Suite suite = Suites.load(registry, name);
        RunOptions options = RunOptions.builder(suite)
                .tasks(suite.tasks().stream().limit(6).map(Task::id).toList())
                .repeat(2)
                .seed(7)
                .maxSteps(maxSteps)
                .build();
        assertEqual(options);
    }

    @Test
    void filesAndOddValuesOfEpisodesAreStoredAsOnThisMachine() throws Exception {
        HookedKind.hook(rollout -> {
            if (rollout.task().id().equals("t4")) {
                throw new IllegalStateException("this one breaks");
            }
        });
        assertEqual(RunOptions.builder(HookedKind.suite(12))
                .settings(Map.of("files", "yes"))
                .repeat(2)
                .build());
    }

    private void assertEqual(RunOptions options) throws InterruptedException {
        try (Run here = RunJob.create(registry, store(), options).run(DEAF);
                ProcessesInThreads cluster = cluster(2, 2, 4);
                Run there = job(options, cluster, 0).run(DEAF)) {
            assertThat(there.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            Stored.assertAlike(there, here);
            assertThat(notices).isEmpty();
        }
    }

    @Test
    void linesThatEnvironmentsKeepWithTheRunComeBack() throws Exception {
        HookedKind.hook(rollout -> {
            Path file = Path.of(rollout.environmentOptions().get("answers"));
            synchronized (EqualRunsTest.class) {
                Files.createDirectories(file.resolveSibling("."));
                String before = Files.exists(file) ? Files.readString(file) : "";
                KeptFile.replace(file, before + "{\"id\":\"" + rollout.task().id() + "\"}\n");
            }
        });
        Suite suite = new Suite(
                "hooked",
                "",
                List.of(HookedKind.part(30).withEnvironmentOptions(Map.of("answers", "{run}/answers.jsonl"))));
        try (ProcessesInThreads cluster = cluster(2, 2, 4);
                Run run = job(RunOptions.builder(suite).build(), cluster, 0).run(DEAF)) {
            assertThat(Files.readAllLines(run.folder().resolve("answers.jsonl")))
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 30)
                            .mapToObj(i -> "{\"id\":\"t" + i + "\"}")
                            .toList());
            assertThat(notices).isEmpty();
        }
    }

    @Test
    void whatIsMissingOnAMachineFailsTheEpisodeAndSaysWhere() throws Exception {
        HookedKind.hook(rollout -> {
            throw new UnscoredException(Score.Reason.RESOURCE, "there is no data in /data/official");
        });
        try (ProcessesInThreads cluster = cluster(1, 1, 4);
                Run run = job(RunOptions.builder(HookedKind.suite(1)).build(), cluster, 0)
                        .run(DEAF)) {
            Episode episode = run.episodes().getFirst();
            assertThat(episode.failed()).isTrue();
            assertThat(episode.scored()).isFalse();
            assertThat(episode.error()).contains("there is no data in /data/official (on ");
            assertThat(episode.score())
                    .isInstanceOfSatisfying(
                            Score.Unscored.class,
                            unscored -> assertThat(unscored.message()).contains("/data/official (on "));
        }
    }
}

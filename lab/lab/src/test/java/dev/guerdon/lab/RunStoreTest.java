package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunStoreTest {

    @TempDir
    Path folder;

    private RunStore store() {
        return new RunStore(folder.resolve("runs"));
    }

    @Test
    void runComesBackAsItWasWritten() {
        List<Episode> written = List.of(
                Episodes.scored("b", 0, 0.75),
                Episodes.failed("a", 0),
                Episodes.episode("c", 1, new Score.Scored(new RewardResult(1, Map.of("why", List.of("x", 1))))));
        String name;
        try (RunWriter writer = store().create(Episodes.info("b", "a", "c"))) {
            name = writer.info().name();
            written.forEach(episode -> writer.add(episode, Episodes.detail(episode.task())));
            writer.finish(RunInfo.Status.COMPLETE);
        }
        try (Run run = store().open(name)) {
            assertThat(run.episodes()).isEqualTo(written);
            assertThat(run.detail(written.getFirst())).isEqualTo(Episodes.detail("b"));
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(run.info().ended()).isPresent();
            assertThat(run.info())
                    .usingRecursiveComparison()
                    .ignoringFields("name", "progress.status", "progress.ended", "progress.number")
                    .isEqualTo(Episodes.info("b", "a", "c"));
        }
    }

    @Test
    void episodesComeInPlannedOrderWhateverEndedFirst() {
        try (RunWriter writer = store().create(Episodes.info("z", "a", "m"))) {
            for (String key : List.of("m0", "a1", "z1", "a0", "z0")) {
                Episode episode = Episodes.scored(key.substring(0, 1), key.charAt(1) - '0', 1);
                writer.add(episode, Episodes.detail(episode.task()));
            }
        }
        try (Run run = store().open(RunStore.LATEST)) {
            assertThat(run.episodes().stream().map(Episode::key)).containsExactly("z#0", "z#1", "a#0", "a#1", "m#0");
        }
    }

    @Test
    void runIsReadWhileItIsWritten() {
        try (RunWriter writer = store().create(Episodes.info("a", "b"))) {
            writer.add(Episodes.scored("a", 0, 1), Episodes.detail("a"));
            try (Run run = store().open(writer.info().name())) {
                assertThat(run.episodes()).hasSize(1);
                assertThat(run.info().status()).isEqualTo(RunInfo.Status.RUNNING);
                writer.add(Episodes.scored("b", 0, 1), Episodes.detail("b"));
            }
            try (Run run = store().open(writer.info().name())) {
                assertThat(run.episodes()).hasSize(2);
            }
        }
    }

    @Test
    void manyThreadsMayAdd() {
        try (RunWriter writer = store().create(Episodes.info())) {
            IntStream.range(0, 200)
                    .parallel()
                    .forEach(i -> writer.add(Episodes.scored("t" + i, 0, i), Episodes.detail("t" + i)));
        }
        try (Run run = store().open(RunStore.LATEST)) {
            assertThat(run.episodes()).hasSize(200);
            assertThat(run.episodes())
                    .allSatisfy(episode ->
                            assertThat(run.detail(episode).task().id()).isEqualTo(episode.task()));
        }
    }

    @Test
    void finishedRunIsOneDatabaseFileWithoutLog() throws IOException {
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            writer.add(Episodes.scored("a", 0, 1), Episodes.detail("a"));
            writer.finish(RunInfo.Status.COMPLETE);
        }
        try (var files = Files.list(store().find(RunStore.LATEST))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("run.json", "results.db", "run.lock");
        }
    }

    @Test
    void runsThatBeginInTheSameSecondGetNumbers() {
        RunInfo info = Episodes.info("a");
        List<String> names = IntStream.range(0, 3)
                .mapToObj(i -> {
                    try (RunWriter writer = store().create(info)) {
                        return writer.info().name();
                    }
                })
                .toList();
        assertThat(names.getFirst()).matches("run_\\d{8}_\\d{6}");
        assertThat(names).containsExactly(names.getFirst(), names.getFirst() + "_2", names.getFirst() + "_3");
        assertThat(store().list().stream().map(RunInfo::name)).containsExactlyElementsOf(names);
    }

    @Test
    void runIsFoundByBeginningAndByPathAndByTheWordLatest() throws IOException {
        String name;
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            name = writer.info().name();
        }
        Files.createDirectories(folder.resolve("runs/not_a_run"));
        assertThat(store().list()).hasSize(1);
        Path expected = folder.resolve("runs").resolve(name);
        assertThat(store().find(name)).isEqualTo(expected);
        assertThat(store().find(name.substring(0, 12))).isEqualTo(expected);
        assertThat(store().find(name.substring(4, 12))).isEqualTo(expected);
        assertThat(store().find(RunStore.LATEST)).isEqualTo(expected);
        assertThat(new RunStore(folder.resolve("elsewhere")).find(expected.toString()))
                .isEqualTo(expected);
    }

    @Test
    void nameTypedWrongGetsTheNearest() {
        String name;
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            name = writer.info().name();
        }
        assertThatThrownBy(() -> store().open(name.replace("run_", "rum_")))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("did you mean '" + name + "'?");
        assertThatThrownBy(() -> store().open("x"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("'guerdon runs' lists");
        assertThatThrownBy(() -> new RunStore(folder.resolve("nowhere")).open(RunStore.LATEST))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("there are no runs in");
    }

    @Test
    void beginningOfTwoRunsIsRefusedWithBoth() {
        store().create(Episodes.info("a")).close();
        store().create(Episodes.info("a")).close();
        assertThatThrownBy(() -> store().open("run_"))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("is the beginning of 2 runs");
    }

    @Test
    void secondWriterOfARunIsRefused() {
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            assertThatThrownBy(() -> store().resume(writer.info().name()))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("is being written by another job of this process");
        }
        store().resume(RunStore.LATEST).close();
    }

    @Test
    void resumedRunKeepsWhatItHad() {
        try (RunWriter writer = store().create(Episodes.info("a", "b"))) {
            writer.add(Episodes.scored("a", 0, 1), Episodes.detail("a"));
            writer.finish(RunInfo.Status.INTERRUPTED);
        }
        try (RunWriter writer = store().resume(RunStore.LATEST)) {
            assertThat(writer.info().status()).isEqualTo(RunInfo.Status.RUNNING);
            writer.add(Episodes.scored("b", 0, 0), Episodes.detail("b"));
        }
        try (Run run = store().open(RunStore.LATEST)) {
            assertThat(run.episodes().stream().map(Episode::key)).containsExactly("a#0", "b#0");
        }
    }

    @Test
    void sameEpisodeTwiceIsRefusedAndTheFirstStays() {
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            writer.add(Episodes.scored("a", 0, 1), Episodes.detail("a"));
            assertThatThrownBy(() -> writer.add(Episodes.scored("a", 0, 0.5), Episodes.detail("a")))
                    .isInstanceOf(LabException.class)
                    .hasMessageContaining("a#0");
            writer.add(Episodes.scored("a", 1, 0), Episodes.detail("a"));
        }
        try (Run run = store().open(RunStore.LATEST)) {
            assertThat(run.episodes().stream().map(Episode::reward)).containsExactly(1.0, 0.0);
        }
    }

    @Test
    void artifactsMoveWithTheRun() throws IOException {
        Path before;
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            before = writer.artifacts("a", 0);
            assertThat(before).isEqualTo(writer.folder().resolve("episodes").resolve("a"));
            writer.add(Episodes.scored("a", 0, 1), Episodes.detail("a", Optional.of(before)));
        }
        Path moved = Files.move(store().find(RunStore.LATEST), folder.resolve("moved"));
        try (Run run = store().open(moved.toString())) {
            assertThat(run.detail(run.episodes().getFirst()).artifacts()).contains(moved.resolve("episodes/a"));
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links")
    void artifactsOutsideOfTheRunAreNone() throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        try (RunWriter writer = store().create(Episodes.info("a", "b"))) {
            writer.add(Episodes.scored("a", 0, 1), Episodes.detail("a", Optional.of(elsewhere)));
            Path link = writer.artifacts("b", 0);
            Files.createDirectories(Objects.requireNonNull(link.getParent()));
            Files.createSymbolicLink(link, elsewhere);
            writer.add(Episodes.scored("b", 0, 1), Episodes.detail("b", Optional.of(link)));
        }
        try (Run run = store().open(RunStore.LATEST)) {
            assertThat(run.episodes())
                    .hasSize(2)
                    .allSatisfy(each -> assertThat(run.detail(each).artifacts()).isEmpty());
        }
    }

    @Test
    void damagedDescriptionIsNamed() throws IOException {
        store().create(Episodes.info("a")).close();
        Files.writeString(store().find(RunStore.LATEST).resolve("run.json"), "{\"format\": 1}");
        assertThatThrownBy(() -> store().list())
                .isInstanceOf(LabException.class)
                .hasMessageContaining("run.json is not the description of a run");
    }

    @Test
    void timesBeforeTheEpochSurvive() {
        Episode old = Episodes.scored("a", 0, 1);
        Episode early = new Episode(
                old.task(),
                old.repeat(),
                old.seed(),
                old.domain(),
                old.gold(),
                old.score(),
                old.ending(),
                new Episode.Effort(old.steps(), old.usage(), Instant.parse("1969-12-31T23:59:59.5Z"), old.duration()));
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            writer.add(early, Episodes.detail("a"));
        }
        try (Run run = store().open(RunStore.LATEST)) {
            assertThat(run.episodes()).containsExactly(early);
        }
    }
}

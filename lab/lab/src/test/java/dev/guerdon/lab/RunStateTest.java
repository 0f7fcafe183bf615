package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a list of runs says of those under way, killed and stopped, and which of them is the latest. */
class RunStateTest {

    @TempDir
    Path folder;

    private RunStore store() {
        return new RunStore(folder);
    }

    private static RunInfo.Status status(RunStore store) {
        return store.list().getLast().status();
    }

    @Test
    void runWithoutAnEndIsKilledOnceNobodyWritesIt() {
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            assertThat(writer.info().status()).isEqualTo(RunInfo.Status.RUNNING);
            assertThat(status(store())).isEqualTo(RunInfo.Status.RUNNING);
            assertThat(status(store())).as("looking must not end the lock").isEqualTo(RunInfo.Status.RUNNING);
        }
        assertThat(status(store())).isEqualTo(RunInfo.Status.KILLED);
        try (Run run = store().open(RunStore.LATEST)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.KILLED);
        }
        try (RunWriter again = store().resume(RunStore.LATEST)) {
            assertThat(status(store())).isEqualTo(RunInfo.Status.RUNNING);
            again.finish(RunInfo.Status.COMPLETE);
        }
        assertThat(status(store())).isEqualTo(RunInfo.Status.COMPLETE);
    }

    @Test
    void anotherProcessIsSeenWritingAndSeenDead() throws Exception {
        Process process = RunCrashTest.start(folder, "wait");
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("writing ");
            assertThat(status(store())).isEqualTo(RunInfo.Status.RUNNING);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(status(store())).isEqualTo(RunInfo.Status.KILLED);
    }

    @Test
    void endThatCannotBeStoredIsStillTold() throws IOException {
        Path run;
        try (RunWriter writer = store().create(Episodes.info("a"))) {
            run = writer.folder();
            // In the way of the file that would take the old one's place.
            Files.createDirectory(run.resolve("run.json.new"));
            assertThatThrownBy(() -> writer.finish(RunInfo.Status.STOPPED)).hasMessageContaining("could not be stored");
        }
        assertThat(status(store())).isEqualTo(RunInfo.Status.STOPPED);
    }

    @Test
    void latestIsTheOneMadeLastThoughTheClockWentBack() {
        RunInfo info = Episodes.info("a");
        String before = made(info);
        RunInfo earlier = info.with(RunInfo.Progress.since(info.started().minus(Duration.ofDays(30))));
        String after = made(earlier);
        assertThat(store().list().stream().map(RunInfo::name)).containsExactly(before, after);
        try (Run run = store().open(RunStore.LATEST)) {
            assertThat(run.info().name()).isEqualTo(after);
        }
    }

    private String made(RunInfo info) {
        try (RunWriter writer = store().create(info)) {
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    @Test
    void runsFromBeforeTheyWereNumberedComeFirst() throws IOException {
        RunInfo info = Episodes.info("a");
        String old = made(info.with(RunInfo.Progress.since(info.started().plus(Duration.ofDays(1)))));
        Path file = folder.resolve(old).resolve("run.json");
        try (Stream<String> lines = Files.lines(file)) {
            Files.writeString(
                    file,
                    String.join(
                            "\n",
                            lines.filter(line -> !line.contains("\"number\"")).toList()));
        }
        String numbered = made(info);
        assertThat(store().list().stream().map(RunInfo::name)).containsExactly(old, numbered);
    }
}

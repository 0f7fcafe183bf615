package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that runs a suite, at random moments, and goes on with the run each time.
 *
 * <p>The system property {@code guerdon.kills} says how often; a few times where it is not set.
 */
class RunCrashTest {

    private static final int KILLS = Integer.getInteger("guerdon.kills", 5);
    private static final int TASKS = 80 * KILLS;

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    void killingLosesNothingThatWasReportedAsFinished() throws Exception {
        Random dice = new Random(20261115);
        RunStore store = new RunStore(folder);
        List<String> reported = new ArrayList<>();
        int kills = 0;
        for (int attempt = 0; attempt < KILLS; attempt++) {
            boolean again = !store.list().isEmpty();
            boolean killed = runAndKill(again, dice, reported);
            kills += killed ? 1 : 0;
            if (store.list().isEmpty()) {
                assertThat(reported).as("finished before the run was there").isEmpty();
                continue;
            }
            try (Run run = store.open(RunStore.LATEST)) {
                List<String> stored = run.episodes().stream().map(Episode::key).toList();
                assertThat(stored).containsAll(reported).doesNotHaveDuplicates();
                for (Episode episode : run.episodes().subList(0, Math.min(20, stored.size()))) {
                    assertThat(run.detail(episode).turns()).hasSize(episode.steps());
                }
            }
        }
        assertThat(kills).as("processes that were killed in the middle").isPositive();
        Registry registry = Registry.discover(RunCrashTest.class.getClassLoader());
        try (Run run = RunJob.resume(registry, store, RunStore.LATEST).run(new RunMain.Deaf())) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(run.episodes()).hasSize(TASKS);
            assertThat(run.metrics().averageReward()).isEqualTo(1);
        }
    }

    /** Runs until a random number of episodes is reported, kills, and collects what was reported; false where it ended by itself. */
    private boolean runAndKill(boolean again, Random dice, List<String> reported) throws Exception {
        Process process = start(folder, again ? "again" : "new");
        int after = dice.nextInt(60);
        boolean killed = false;
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            int seen = 0;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                // A line without its end may be half of one: only whole ones count, and each carries its own end mark.
                if (line.startsWith("done ") && line.endsWith(";")) {
                    reported.add(line.substring("done ".length(), line.length() - 1));
                }
                if (!killed && seen++ >= after) {
                    process.destroyForcibly();
                    killed = true;
                }
            }
        } catch (IOException e) {
            assertThat(killed).isTrue();
        }
        process.waitFor();
        return killed;
    }

    /** Starts a run of many tasks in a process of its own, which tells of each episode. */
    static Process start(Path folder, String mode) throws IOException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath,
                        "dev.guerdon.lab.RunMain",
                        folder.toString(),
                        mode,
                        Integer.toString(TASKS))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}

package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills a driver at random moments, and goes on with its run each time. */
class KilledDriverTest extends ClusterRuns {

    private static final int KILLS = 2;
    private static final int TASKS = 600;

    @Test
    @Tag("slow")
    void killingTheDriverLosesNothingThatWasStored() throws Exception {
        Random dice = new Random(20261116);
        List<String> reported = new ArrayList<>();
        int kills = 0;
        for (int i = 0; i < KILLS; i++) {
            kills += runAndKill(dice.nextInt(100), reported) ? 1 : 0;
            if (store().list().isEmpty()) {
                assertThat(reported).isEmpty();
                continue;
            }
            try (Run run = store().open(RunStore.LATEST)) {
                assertThat(Stored.keys(run)).containsAll(reported).doesNotHaveDuplicates();
            }
        }
        assertThat(kills).as("drivers that were killed in the middle").isPositive();
        try (ProcessesInThreads cluster = cluster(1, 2, 4);
                Run run = resumed(cluster).run(DEAF)) {
            assertThat(run.info().status()).isEqualTo(RunInfo.Status.COMPLETE);
            assertThat(Stored.keys(run)).hasSize(TASKS).doesNotHaveDuplicates();
            assertThat(run.episodes()).allMatch(Episode::scored);
        }
    }

    private boolean runAndKill(int after, List<String> reported) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DriverMain.class.getName(),
                        folder.toString(),
                        Integer.toString(TASKS))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean killed = false;
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            int seen = 0;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                // Half a line, of a process that was killed at it, has no end mark.
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
}

package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Workers end with the process that started them, however that ends. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals")
@Timeout(300)
class WorkerProcessesTest {

    private static final String SPINS = """
            import dev.guerdon.api.Reward;
            import java.nio.file.*;

            class Spins {
                @Reward("spins")
                static double spins(String finalResponse) throws Exception {
                    Files.writeString(Path.of(finalResponse), "" + ProcessHandle.current().pid());
                    while (true) {
                        Thread.onSpinWait();
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void killedParentLeavesNoWorker() throws Exception {
        assertThat(pidAfter(Process::destroyForcibly)).satisfies(this::isGone);
    }

    @Test
    void interruptedParentLeavesNoWorker() throws Exception {
        assertThat(pidAfter(Process::destroy)).satisfies(this::isGone);
    }

    private interface End {
        void of(Process process);
    }

    /** The worker of a job that was ended in the middle of a call. */
    private long pidAfter(End end) throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("Spins.java"), SPINS);
        Path pid = folder.resolve("pid");
        Path in = Files.writeString(folder.resolve("in.jsonl"), "{\"final_response\":\"" + pid + "\"}\n");
        Process parent = new ProcessBuilder(Child.command(
                        "score", "--reward", "spins", "--source", source.toString(), "--in", in.toString()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        try {
            await("the reward runs", () -> content(pid).length() > 0 || !parent.isAlive());
            assertThat(parent.isAlive()).as(content(folder.resolve("output"))).isTrue();
            long worker = Long.parseLong(content(pid));
            assertThat(parent.children().map(ProcessHandle::pid).toList()).isEqualTo(List.of(worker));
            end.of(parent);
            return worker;
        } finally {
            assertThat(parent.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void isGone(long worker) {
        await(
                "the worker has ended",
                () -> ProcessHandle.of(worker).filter(ProcessHandle::isAlive).isEmpty());
    }

    private static String content(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        for (int i = 0; i < 12_000 && !condition.getAsBoolean(); i++) {
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }
}

package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.core.base.FragileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A {@code guerdon score} with a checkpoint on a disk that is full, breaks, writes less than it was given, renames nothing, or loses its
 * power. It goes on with the next disk, and ends with the output of a job which nothing disturbed, byte for byte.
 */
final class DiskFaults implements Scenario {

    private static final int LINES = 1500;

    /** More than the time between two checkpoints, so that there is one after each block. */
    private static final long LEAP = TimeUnit.SECONDS.toNanos(3);

    private static final List<String> ERRORS =
            List.of("No space left on device", "Input/output error", "Disk quota exceeded");

    private byte @Nullable [] expected;

    @Override
    public void step(Chaos chaos, Path folder) throws Exception {
        JumpingClock.leap(LEAP);
        Path in = folder.resolve("in.jsonl");
        writeInput(in);
        if (expected == null) {
            Result alone = score(folder, "alone.jsonl");
            assertThat(alone.exitCode()).as(alone.err()).isZero();
            expected = Files.readAllBytes(folder.resolve("alone.jsonl"));
        }
        byte[] whole = Objects.requireNonNull(expected);
        Path out = folder.resolve("out.jsonl");
        for (int i = 0, times = chaos.between(1, 4); i < times; i++) {
            byte[] before = content(out);
            Result result = withFaults(chaos, folder);
            byte[] after = content(out);
            assertThat(result.err()).doesNotContain("\tat ").doesNotContain("bug");
            switch (result.exitCode()) {
                case 0 -> {
                    assertThat(Arrays.mismatch(after, whole)).as(result.err()).isEqualTo(-1);
                    startOver(folder);
                }
                case 2 ->
                    assertThat(Arrays.mismatch(after, before))
                            .as("nothing was done, as exit code 2 says: %s", result.err())
                            .isEqualTo(-1);
                default -> {
                    assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
                    assertThat(result.err()).isNotBlank();
                }
            }
        }
        if (chaos.oneIn(3)) {
            damageCheckpoint(chaos, folder, whole);
        }
        Result last = score(folder, "out.jsonl");
        assertThat(last.exitCode()).as(last.err()).isZero();
        assertThat(Arrays.mismatch(content(out), whole))
                .as("where the outputs differ")
                .isEqualTo(-1);
    }

    /** Runs the job on a disk with faults of one kind. */
    private static Result withFaults(Chaos chaos, Path folder) throws IOException {
        int first = chaos.below(60);
        int oneIn = chaos.between(5, 40);
        int kind = chaos.below(5);
        int[] operation = new int[1];
        AtomicReference<@Nullable FragileDisk> self = new AtomicReference<>();
        FragileDisk.Faults faults = name -> {
            int now = operation[0]++;
            switch (kind) {
                case 0 -> fail(chaos, name, now == first);
                case 1 -> fail(chaos, name, now >= first);
                case 2 -> fail(chaos, name, chaos.oneIn(oneIn));
                case 3 -> {
                    if (name.equals("write") && chaos.oneIn(2)) {
                        chaos.injected("disk_short_write");
                        throw new FragileDisk.ShortWrite();
                    } else if (chaos.oneIn(8)) {
                        chaos.injected("disk_slow");
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(chaos.below(20)));
                    }
                }
                default -> {
                    if (now == first) {
                        chaos.injected("disk_power_loss");
                        Objects.requireNonNull(self.get()).powerGoes();
                        throw new IOException("Input/output error: the power is gone");
                    }
                }
            }
        };
        try (FragileDisk disk = new FragileDisk(faults, chaos::below)) {
            self.set(disk);
            Result result = score(folder, "out.jsonl");
            disk.powerComes(kind == 4);
            return result;
        }
    }

    private static void fail(Chaos chaos, String operation, boolean now) throws IOException {
        if (now) {
            chaos.injected("disk_" + operation.replace(' ', '_'));
            throw new IOException(chaos.pick(ERRORS));
        }
    }

    /** A checkpoint that somebody damaged is told, or the one before it is used; never half of it. */
    private static void damageCheckpoint(Chaos chaos, Path folder, byte[] whole) throws IOException {
        Path state = folder.resolve("out.jsonl.state");
        if (!Files.exists(state)) {
            return;
        }
        Files.write(state, Damage.to(Files.readAllBytes(state), chaos, "checkpoint"));
        Result result = score(folder, "out.jsonl");
        if (result.exitCode() == 0) {
            assertThat(Arrays.mismatch(content(folder.resolve("out.jsonl")), whole))
                    .isEqualTo(-1);
        } else {
            assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
            assertThat(result.err()).contains("out.jsonl.state").contains("delete it to start over");
            Files.delete(state);
        }
    }

    private static void startOver(Path folder) throws IOException {
        for (String name : List.of("out.jsonl", "out.jsonl.state", "out.jsonl.state.previous", "out.jsonl.metrics")) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    private static byte[] content(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    }

    private static Result score(Path folder, String out) {
        return Cli.run(
                "score",
                "--reward",
                "qa_f1_reward",
                "--in",
                folder.resolve("in.jsonl").toString(),
                "--out",
                folder.resolve(out).toString(),
                "--checkpoint",
                folder.resolve(out + ".state").toString(),
                "--metrics",
                folder.resolve(out + ".metrics").toString(),
                "--threads",
                "2",
                "--deadline",
                "1000h",
                "--quiet");
    }

    private static void writeInput(Path in) throws IOException {
        String padding = "x".repeat(700);
        try (var lines = Files.newBufferedWriter(in)) {
            for (int i = 0; i < LINES; i++) {
                lines.write("{\"id\":" + i + ",\"group_id\":\"g" + i / 4 + "\",\"final_response\":\"it is " + i % 9
                        + "\",\"answer\":\"it is 4\",\"padding\":\"" + padding + "\"}\n");
            }
        }
    }

    @Override
    public void close() {
        JumpingClock.leap(0);
    }
}

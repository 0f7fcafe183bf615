package dev.guerdon.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@code guerdon score} with a checkpoint that is killed, terminated, interrupted, put to sleep or out of disk at a random moment,
 * once or more, and goes on each time. At the end its output is that of a job which nothing disturbed, byte for byte.
 */
final class ScoreKills implements Scenario {

    private static final int LINES = 3000;

    /** A reward that takes as long as the environment says. */
    private static final String SLOW = """
            import dev.guerdon.api.Reward;
            import java.util.Map;
            import java.util.concurrent.TimeUnit;
            import java.util.concurrent.locks.LockSupport;

            class Slow {
                @Reward("slow")
                static Map<String, Object> slow(int number, int micros) {
                    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
                    return Map.of("reward", number % 4 / 4.0, "number", number);
                }
            }
            """;

    private static final List<String> FAULTS = List.of("KILL", "KILL", "TERM", "INT", "full disk", "sleep");

    private byte @Nullable [] expected;

    @Override
    public void step(Chaos chaos, Path folder) throws Exception {
        Path in = folder.resolve("in.jsonl");
        writeInput(in);
        Files.writeString(folder.resolve("Slow.java"), SLOW);
        byte[] whole = expected(folder);
        Path out = folder.resolve("out.jsonl");
        for (int i = 0, times = chaos.between(1, 3); i < times; i++) {
            String fault = chaos.pick(FAULTS);
            chaos.injected("score_" + fault.replace(' ', '_'));
            disturb(chaos, folder, out, fault, whole.length);
            if (Files.exists(out)) {
                byte[] written = Files.readAllBytes(out);
                assertThat(Arrays.mismatch(written, whole))
                        .as("written before '%s'", fault)
                        .isIn(-1, written.length);
            }
        }
        try (Victim last = Victim.start(folder, Map.of(), 0, arguments("out.jsonl"))) {
            Result result = last.end();
            assertThat(result.exitCode()).as(result.err()).isZero();
        }
        assertThat(Arrays.mismatch(Files.readAllBytes(out), whole))
                .as("where the outputs differ")
                .isEqualTo(-1);
    }

    private static void disturb(Chaos chaos, Path folder, Path out, String fault, int size) throws Exception {
        int limit = fault.equals("full disk") ? chaos.between(40, size / 1024 - 1) : 0;
        try (Victim victim = Victim.start(folder, Map.of(), limit, arguments("out.jsonl"))) {
            switch (fault) {
                case "full disk" -> {
                    Result result = victim.end();
                    assertThat(result.exitCode())
                            .as("exit code with a full disk; %s", result.err())
                            .isIn(0, 3);
                    assertThat(result.err()).doesNotContain("\tat ");
                }
                case "sleep" -> {
                    victim.await(() -> exists(out));
                    victim.live(chaos.below(1500));
                    victim.sleep(6000);
                    Result result = victim.end();
                    assertThat(result.exitCode()).as(result.err()).isZero();
                }
                default -> {
                    if (chaos.oneIn(4)) {
                        victim.live(chaos.below(2000));
                    } else {
                        victim.await(() -> exists(out));
                        victim.live(chaos.below(5000));
                    }
                    Result unused = victim.end(fault);
                }
            }
        }
    }

    private static boolean exists(Path file) {
        return file.toFile().length() > 0;
    }

    private static String[] arguments(String out) {
        return new String[] {
            "score",
            "--reward",
            "slow",
            "--source",
            "Slow.java",
            "--in",
            "in.jsonl",
            "--out",
            out,
            "--checkpoint",
            out + ".state",
            "--threads",
            "2",
            "--deadline",
            "4s",
            "--quiet"
        };
    }

    private static void writeInput(Path in) throws IOException {
        // Long lines, so that a block of the input holds few of them and there is something to be disturbed.
        String padding = "x".repeat(1000);
        try (var lines = Files.newBufferedWriter(in)) {
            for (int i = 0; i < LINES; i++) {
                lines.write(
                        "{\"id\":" + i + ",\"number\":" + i + ",\"micros\":2000,\"padding\":\"" + padding + "\"}\n");
            }
        }
    }

    private byte[] expected(Path folder) throws Exception {
        if (expected == null) {
            try (Victim alone = Victim.start(folder, Map.of(), 0, arguments("alone.jsonl"))) {
                Result result = alone.end();
                assertThat(result.exitCode()).as(result.err()).isZero();
            }
            expected = Files.readAllBytes(folder.resolve("alone.jsonl"));
            assertThat(Files.readAllLines(folder.resolve("alone.jsonl"))).hasSize(LINES);
        }
        return Objects.requireNonNull(expected);
    }
}

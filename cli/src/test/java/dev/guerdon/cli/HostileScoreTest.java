package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code guerdon score} in a process of its own, with rewards and lines that would harm it. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class HostileScoreTest {

    private static final String REWARDS = """
            import dev.guerdon.api.Reward;
            import java.util.Map;

            public final class Hostile {
                @Reward("hostile")
                public static Object hostile(String finalResponse) throws Exception {
                    switch (finalResponse) {
                        case "exit" -> System.exit(0);
                        case "halt" -> Runtime.getRuntime().halt(0);
                        case "print" -> System.out.println("printed by a reward");
                        case "swap" -> { System.setOut(null); System.setErr(null); System.setIn(null); }
                        case "close" -> { System.out.close(); System.err.close(); System.in.close(); }
                        case "read" -> { return System.in.read(); }
                        case "error" -> { return Map.of("reward", 1, "extra", new Object() {
                            @Override public String toString() { throw new AssertionError("in toString"); } }); }
                        default -> { }
                    }
                    return 1;
                }
            }
            """;

    @TempDir
    Path folder;

    private record Outcome(int code, List<String> lines, String errors) {

        Json line(int i) {
            return JsonCodec.read(lines.get(i), "line " + i);
        }
    }

    private Outcome run(List<String> command, Writer input) throws Exception {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try (OutputStream to = process.getOutputStream()) {
            input.write(to);
        }
        int code = process.waitFor();
        return new Outcome(code, Files.readAllLines(out), Files.readString(err));
    }

    private interface Writer {
        void write(OutputStream to) throws IOException;
    }

    private static void line(OutputStream to, int id, String response) {
        try {
            to.write(("{\"id\":" + id + ",\"answer\":\"the nile\",\"final_response\":\"" + response + "\"}\n")
                    .getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aRewardNeitherEndsTheJobNorSpoilsItsOutput() throws Exception {
        Path source = Files.writeString(folder.resolve("Hostile.java"), REWARDS);
        List<String> deeds =
                List.of("exit", "print", "halt", "error", "swap", "print", "close", "print", "read", "fine");
        Outcome outcome =
                run(Child.command("score", "--source", source.toString(), "--reward", "hostile", "--quiet"), to -> {
                    for (int i = 0; i < 1000; i++) {
                        line(to, i, i % 100 == 50 ? deeds.get(i / 100) : "fine");
                    }
                });
        assertThat(outcome.code).as(outcome.errors).isEqualTo(1);
        assertThat(outcome.lines).hasSize(1000);
        List<Integer> unscored = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            assertThat(outcome.line(i).get("id").asInt()).isEqualTo(i);
            if (outcome.line(i).find("unscored").isPresent()) {
                unscored.add(i);
            }
        }
        assertThat(unscored).containsExactly(50, 250, 350);
        assertThat(outcome.errors).contains("printed by a reward");
    }

    @ParameterizedTest
    @ValueSource(strings = {"qa_f1_reward", "answer_similarity_reward", "assistantbench_reward"})
    void longLinesAreScoredWithinTheMemoryOfTheLauncher(String reward) throws Exception {
        String large = large(16);
        Outcome outcome = run(asLaunched("score", "--reward", reward, "--quiet", "--deadline", "10m"), to -> {
            for (int i = 0; i < 601; i++) {
                line(to, i, i >= 250 && i < 254 ? large : "the nile river");
            }
        });
        assertThat(outcome.code).as(outcome.errors).isZero();
        assertThat(outcome.lines).hasSize(601).noneMatch(line -> line.contains("unscored"));
    }

    @Test
    void linesNearTheLimitAreScoredWithinTheMemoryOfTheLauncher() throws Exception {
        String large = large(63);
        Outcome outcome = run(asLaunched("score", "--reward", "qa_f1_reward", "--quiet", "--deadline", "10m"), to -> {
            for (int i = 0; i < 20; i++) {
                line(to, i, i % 10 < 2 ? large : "the nile river");
            }
        });
        assertThat(outcome.code).as(outcome.errors).isZero();
        assertThat(outcome.lines).hasSize(20);
        assertThat(outcome.line(0).get("reward").asDouble()).isBetween(0.0, 0.1);
        assertThat(outcome.line(19).get("reward").asDouble()).isBetween(0.6, 0.7);
    }

    private static String large(int mebibytes) {
        String words = "the nile river flows ";
        return words.repeat((mebibytes << 20) / words.length());
    }

    /** The command with the memory that the launcher gives it. */
    private static List<String> asLaunched(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(Child.command(arguments));
        command.removeIf(option -> option.startsWith("-Xmx") || option.equals("-XX:+UseSerialGC"));
        Matcher memory = Pattern.compile("options\\+=\\(([^)]*)\\)")
                .matcher(Files.readString(Checkout.REAL.resolve("bin/start.sh"))
                        .replaceFirst("(?s).*score \\| rescore\\)", "")
                        .replaceFirst("(?s);;.*", ""));
        while (memory.find()) {
            command.addAll(1, List.of(memory.group(1).split(" ", -1)));
        }
        assertThat(command).contains("-Xmx512m", "-Xmn256m");
        command.add(1, "-XX:+UseParallelGC");
        return command;
    }
}

package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon score} with rewards of the user's own, which run in worker processes unless somebody says otherwise. */
@Timeout(300)
class IsolatedScoreTest {

    private static final int LINES = 2000;

    /** Finds ways to end its process that nobody can take out of its code. */
    private static final String SOURCE = """
            import dev.guerdon.api.Reward;
            import java.io.FileDescriptor;
            import java.io.FileOutputStream;
            import java.util.Map;

            class Rude {
                @Reward("rude")
                static Map<String, Object> rude(String finalResponse) throws Exception {
                    switch (finalResponse) {
                        case "exit" -> System.exit(0);
                        case "reflect" -> Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 0);
                        case "print" -> {
                            System.out.println("{\\"id\\":77,\\"reward\\":1.0}");
                            new FileOutputStream(FileDescriptor.out).write("written past System.out\\n".getBytes());
                        }
                        default -> {}
                    }
                    return Map.of("reward", 1, "isolated", System.getProperty("guerdon.worker.parent") != null);
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path source;
    private static Path in;

    @BeforeAll
    static void write() throws IOException {
        source = Files.writeString(folder.resolve("Rude.java"), SOURCE);
        in = folder.resolve("in.jsonl");
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            String answer = i == 700 ? "exit" : i == 1300 ? "reflect" : i % 500 == 3 ? "print" : "ok";
            lines.add("{\"id\":" + i + ",\"final_response\":\"" + answer + "\"}");
        }
        Files.write(in, lines);
    }

    private static Result score(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("score", "--source", source.toString(), "--in", in.toString(), "--quiet"));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    @Test
    void rewardOfASourceCostsItsOwnSampleWhateverItDoesToItsProcess() throws IOException {
        Path out = folder.resolve("out.jsonl");
        Result result = score("--reward", "rude", "--out", out.toString(), "--threads", "2");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.INCOMPLETE);
        List<String> lines = Files.readAllLines(out);
        assertThat(lines).hasSize(LINES);
        for (int i = 0; i < LINES; i++) {
            if (i == 700 || i == 1300) {
                assertThat(lines.get(i))
                        .startsWith("{\"id\":" + i + ",\"reward\":null,\"unscored\":{\"reason\":\"ERROR\"");
            } else {
                assertThat(lines.get(i))
                        .startsWith("{\"id\":" + i + ",\"reward\":1.0")
                        .contains("\"isolated\":true");
            }
        }
        assertThat(lines.get(700)).contains("System.exit(0)");
        assertThat(lines.get(1300)).contains("its worker process ended with exit code 0");
        assertThat(result.err()).contains("{\"id\":77,\"reward\":1.0}").contains("written past System.out");
    }

    @Test
    void isolationCanBeSwitchedOff() throws IOException {
        Path out = folder.resolve("here.jsonl");
        Result result = score("--reward", "rude", "--limit", "2", "--no-isolate", "--out", out.toString());
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(out).content().contains("\"isolated\":false").doesNotContain("\"isolated\":true");
    }

    @Test
    void predefinedRewardsScoreTheSameInWorkers() throws IOException {
        Path samples = Files.writeString(folder.resolve("qa.jsonl"), """
                {"id":1,"final_response":"the Zürich","answer":"zürich","group_id":"a"}

                not JSON
                {"final_response":"b"}
                {"id":"x","final_response":"b c","answer":["b"],"group_id":"a"}
                """);
        String here = qa(samples, "--no-isolate");
        assertThat(here).hasLineCount(4).contains("\"line\":4").contains("not JSON");
        assertThat(qa(samples, "--isolate")).isEqualTo(here);
    }

    private static String qa(Path samples, String isolation) throws IOException {
        Path out = folder.resolve("qa.out");
        Result result = Cli.run(
                "score",
                "--reward",
                "qa_f1_reward,qa_em_reward",
                "--fallback",
                "0.5",
                "--in",
                samples.toString(),
                "--out",
                out.toString(),
                "--quiet",
                isolation);
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.INCOMPLETE);
        return Files.readString(out);
    }

    @Test
    void wrongSizeOfMemoryIsExplained() {
        Result result = score("--reward", "rude", "--worker-memory", "much");
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("--worker-memory expects a size such as 256m or 1g, found 'much'");
        assertThat(score("--reward", "rude", "--worker-memory", "1m").err()).contains("at least 32 MiB");
    }
}

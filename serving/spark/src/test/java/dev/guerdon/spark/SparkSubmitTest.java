package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spark-submit} of a full Spark with the one jar: on this machine, and on a master from a client and inside the cluster. */
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class SparkSubmitTest {

    private static final String LINES = """
            {"id":"1","final_response":"the Nile river","answer":"Nile"}
            {"id":"2","final_response":"Nile","answer":"Nile"}
            {"id":"3","final_response":"Rome","answer":"Paris"}
            """;

    private static final String EXPECTED = "\"reward\":0.6666666666666666";

    @TempDir
    static Path folder;

    private static FullSpark spark;
    private static Path jar;
    private static Path input;
    private static SparkProcesses processes;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        spark = FullSpark.find(folder);
        jar = GuerdonJars.oneJar(folder);
        input = Files.writeString(folder.resolve("in.jsonl"), LINES);
        processes =
                SparkProcesses.start(Files.createDirectories(folder.resolve("spark")), spark.classPath(), 2, 2, "3g");
    }

    @AfterAll
    static void stop() {
        if (processes != null) {
            processes.close();
        }
    }

    private static FullSpark.End submit(String master, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        return spark.submit(jar.toString(), master, options, arguments);
    }

    private static String[] score(Path out) {
        return new String[] {
            "score", "--reward", "qa_f1_reward", "--in", input.toString(), "--out", out.toString(), "--quiet"
        };
    }

    private static List<String> scores(Path out) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> parts = Files.list(out)) {
            for (Path part : parts.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .sorted()
                    .toList()) {
                lines.addAll(Files.readAllLines(part, StandardCharsets.UTF_8));
            }
        }
        return lines;
    }

    private static void isScored(Path out) throws IOException {
        assertThat(out.resolve("_SUCCESS")).exists();
        List<String> lines = scores(out);
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst()).contains("\"id\":\"1\"", EXPECTED);
    }

    @Test
    void masterOfSubmitIsTheClusterAndTheExitCodeIsTheCommands() throws IOException, InterruptedException {
        Path out = folder.resolve("local");
        FullSpark.End end = submit("local[2]", List.of(), score(out));
        assertThat(end.exitCode()).as(end.err()).isZero();
        isScored(out);
        FullSpark.End wrong =
                submit("local[2]", List.of(), "score", "--reward", "qa_f1_rewrad", "--in", "x", "--out", "y");
        assertThat(wrong.exitCode()).as(wrong.err()).isEqualTo(2);
        assertThat(wrong.err()).contains("did you mean").doesNotContain("at dev.guerdon");
    }

    @Test
    void clientsScoreAndRunOnAMaster() throws IOException, InterruptedException {
        Path out = folder.resolve("client");
        FullSpark.End end = submit(processes.address(), List.of("--deploy-mode", "client"), score(out));
        assertThat(end.exitCode()).as(end.err()).isZero();
        isScored(out);
        Path runs = folder.resolve("runs");
        FullSpark.End run = submit(
                processes.address(),
                List.of(),
                "run",
                "alfworld",
                "--limit",
                "2",
                "--runs",
                runs.toString(),
                "--quiet");
        assertThat(run.exitCode()).as(run.err()).isLessThan(2);
        assertThat(runs).isNotEmptyDirectory();
    }

    @Test
    void driversInsideTheClusterScore() throws IOException, InterruptedException {
        Path out = folder.resolve("inside");
        FullSpark.End end = submit(
                processes.address(),
                List.of(
                        "--deploy-mode",
                        "cluster",
                        "--conf",
                        "spark.driver.memory=512m",
                        "--conf",
                        "spark.standalone.submit.waitAppCompletion=true"),
                score(out));
        assertThat(end.exitCode()).as(end.err()).isZero();
        isScored(out);
    }

    @Test
    void theCommandItselfRunsOnAFullSpark() throws IOException, InterruptedException {
        Path out = folder.resolve("command");
        Command.End end = new Command(folder, spark.home())
                .run(Stream.concat(
                                Stream.of(score(out)),
                                Stream.of("--on", processes.address(), "--conf", "spark.executor.memory=512m"))
                        .toArray(String[]::new));
        assertThat(end.exitCode()).as(end.err()).isZero();
        isScored(out);
    }
}

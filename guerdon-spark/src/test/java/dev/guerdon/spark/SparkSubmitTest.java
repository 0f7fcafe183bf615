package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spark-submit} of a full Spark with the one jar: on this machine, and on a master from a client and inside the cluster. */
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class SparkSubmitTest {

    /** Names a Python that has pyspark, which is a full Spark. */
    private static final String VARIABLE = "GUERDON_PYSPARK_PYTHON";

    private static final String LINES = """
            {"id":"1","final_response":"the Nile river","answer":"Nile"}
            {"id":"2","final_response":"Nile","answer":"Nile"}
            {"id":"3","final_response":"Rome","answer":"Paris"}
            """;

    private static final String EXPECTED = "\"reward\":0.6666666666666666";

    @TempDir
    static Path folder;

    private static Path home;
    private static Path jar;
    private static Path input;
    private static SparkProcesses processes;
    private static int count;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        String python = System.getenv().getOrDefault(VARIABLE, "python3");
        End probe = run(List.of(python, "-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"), false);
        Assumptions.assumeTrue(
                probe.exitCode() == 0, () -> python + " has no pyspark; " + VARIABLE + " names a Python that has it");
        home = Path.of(probe.out().strip());
        jar = GuerdonJars.oneJar(folder);
        input = Files.writeString(folder.resolve("in.jsonl"), LINES);
        String jars;
        try (Stream<Path> files = Files.list(home.resolve("jars"))) {
            jars = files.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
        }
        processes = SparkProcesses.start(Files.createDirectories(folder.resolve("spark")), jars, 2, 2, "3g");
    }

    @AfterAll
    static void stop() {
        if (processes != null) {
            processes.close();
        }
    }

    /** What a program came to. */
    private record End(int exitCode, String out, String err) {}

    private static End submit(String master, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/spark-submit").toString(), "--master", master));
        command.addAll(options);
        command.addAll(List.of("--conf", "spark.executor.memory=512m", "--class", "dev.guerdon.spark.Main"));
        command.add(jar.toString());
        command.addAll(List.of(arguments));
        return run(command, true);
    }

    private static End run(List<String> command, boolean spark) throws IOException, InterruptedException {
        Path out = folder.resolve("out" + count);
        Path err = folder.resolve("err" + count++);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().remove("SPARK_HOME");
        if (spark) {
            builder.environment().put("SPARK_HOME", home.toString());
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return new End(-1, "", String.valueOf(e.getMessage()));
        }
        try {
            if (!process.waitFor(8, TimeUnit.MINUTES)) {
                throw new AssertionError(command + " did not end; it printed " + Files.readString(err));
            }
            return new End(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
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
        End end = submit("local[2]", List.of(), score(out));
        assertThat(end.exitCode()).as(end.err()).isZero();
        isScored(out);
        End wrong = submit("local[2]", List.of(), "score", "--reward", "qa_f1_rewrad", "--in", "x", "--out", "y");
        assertThat(wrong.exitCode()).as(wrong.err()).isEqualTo(2);
        assertThat(wrong.err()).contains("did you mean").doesNotContain("at dev.guerdon");
    }

    @Test
    void clientsScoreAndRunOnAMaster() throws IOException, InterruptedException {
        Path out = folder.resolve("client");
        End end = submit(processes.address(), List.of("--deploy-mode", "client"), score(out));
        assertThat(end.exitCode()).as(end.err()).isZero();
        isScored(out);
        Path runs = folder.resolve("runs");
        End run = submit(
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
        End end = submit(
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
        Command.End end = new Command(folder, home)
                .run(Stream.concat(
                                Stream.of(score(out)),
                                Stream.of("--on", processes.address(), "--conf", "spark.executor.memory=512m"))
                        .toArray(String[]::new));
        assertThat(end.exitCode()).as(end.err()).isZero();
        isScored(out);
    }
}

package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files on HDFS and executors of YARN, with Hadoop's own servers: from a client, and with the driver inside the cluster. */
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class YarnTest {

    private static final int LINES = 500;

    /** Everything stays on the loopback address, also what YARN starts. */
    private static final List<String> SETTINGS = List.of(
            "--conf",
            "spark.executor.memory=512m",
            "--conf",
            "spark.executor.instances=2",
            "--conf",
            "spark.executorEnv.SPARK_LOCAL_IP=127.0.0.1");

    @TempDir
    static Path folder;

    private static FullSpark spark;
    private static HadoopProcess hadoop;
    private static FileSystem files;
    private static String good;
    private static String mixed;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        spark = FullSpark.find(folder);
        hadoop = HadoopProcess.start(Files.createDirectory(folder.resolve("hadoop")));
        spark.with("HADOOP_CONF_DIR", hadoop.settings().toString());
        files = hadoop.files();
        good = put("/good/a.jsonl", lines().toList());
        mixed = put(
                "/mixed/b.jsonl", Stream.concat(lines(), Stream.of("not json")).toList());
    }

    @AfterAll
    static void stop() throws IOException {
        if (files != null) {
            files.close();
        }
        if (hadoop != null) {
            hadoop.close();
        }
    }

    private static Stream<String> lines() {
        return IntStream.range(0, LINES)
                .mapToObj(i -> "{\"id\":\"%d\",\"final_response\":\"the river %d\",\"answer\":\"river %d\"}"
                        .formatted(i, i % 7, i % 3));
    }

    private static String put(String name, List<String> lines) throws IOException {
        org.apache.hadoop.fs.Path path = files.makeQualified(new org.apache.hadoop.fs.Path(name));
        try (var out = files.create(path)) {
            out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return path.toString();
    }

    private static String out(String name) {
        return files.makeQualified(new org.apache.hadoop.fs.Path("/scores/" + name))
                .toString();
    }

    /** What is in the parts, in the order of their names. */
    private static String scores(String out) throws IOException {
        FileStatus[] parts = files.globStatus(new org.apache.hadoop.fs.Path(out, "part-*"));
        Arrays.sort(parts);
        StringBuilder all = new StringBuilder();
        for (FileStatus part : parts) {
            try (var in = files.open(part.getPath())) {
                all.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return all.toString();
    }

    private static String[] score(String in, String out, List<String> more) {
        List<String> arguments =
                new ArrayList<>(List.of("score", "--reward", "qa_f1_reward", "--in", in, "--out", out, "--quiet"));
        arguments.addAll(more);
        return arguments.toArray(String[]::new);
    }

    private static List<String> onYarn(String... more) {
        return Stream.of(Stream.of("--on", "yarn"), SETTINGS.stream(), Stream.of(more))
                .flatMap(each -> each)
                .toList();
    }

    @Test
    void clientsScoreOnYarnAsOneMachineDoes() throws IOException, InterruptedException {
        Command guerdon = new Command(folder, spark.environment());
        Path here = folder.resolve("here.jsonl");
        Path input = Files.write(folder.resolve("in.jsonl"), lines().toList());
        Command.End alone = guerdon.run(score(input.toString(), here.toString(), List.of()));
        assertThat(alone.exitCode()).as(alone.err()).isZero();

        String out = out("client");
        Command.End end = guerdon.run(score(good, out, onYarn("--piece-size", "4k")));
        assertThat(end.exitCode()).as(end.err()).isZero();
        assertThat(scores(out)).isEqualTo(Files.readString(here));
        assertThat(end.err()).as("Spark's own chatter").doesNotContain("INFO", "log4j");
    }

    @Test
    void namesWithoutAHostAreThoseOfTheSettings() throws IOException, InterruptedException {
        Command guerdon = new Command(folder, spark.environment());
        Command.End end = guerdon.run(score("hdfs:///good", "/scores/local", List.of("--on", "local[2]")));
        assertThat(end.exitCode()).as(end.err()).isZero();
        assertThat(scores(out("local")).lines()).hasSize(LINES);
        Command.End missing = guerdon.run(score("/goood", "/scores/none", List.of("--on", "local[2]")));
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("no such file or folder: " + files.getUri() + "/goood");
    }

    /** HDFS lets nobody but its superuser, who started it, ask for something in a file. */
    @Test
    void anOrdinaryUserReadsOneFile() throws IOException, InterruptedException {
        org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path("/user/guest");
        files.mkdirs(home);
        files.setOwner(home, "guest", "guests");
        Map<String, String> environment = new TreeMap<>(spark.environment());
        environment.put("HADOOP_USER_NAME", "guest");
        Command guerdon = new Command(folder, environment);
        Command.End end = guerdon.run(score(good, "scores", List.of("--on", "local[2]")));
        assertThat(end.exitCode()).as(end.err()).isZero();
        assertThat(scores(home + "/scores").lines()).hasSize(LINES);
    }

    @Test
    void runsArePlayedOnYarn() throws IOException, InterruptedException {
        Path runs = folder.resolve("runs");
        List<String> arguments =
                new ArrayList<>(List.of("run", "alfworld", "--limit", "2", "--runs", runs.toString(), "--quiet"));
        arguments.addAll(onYarn());
        Command.End end = new Command(folder, spark.environment()).run(arguments.toArray(String[]::new));
        assertThat(end.exitCode()).as(end.err()).isLessThan(2);
        assertThat(runs).isNotEmptyDirectory();
    }

    private static FullSpark.End inside(String in, String out) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of(
                "--deploy-mode",
                "cluster",
                "--conf",
                "spark.driver.memory=512m",
                "--conf",
                "spark.yarn.maxAppAttempts=1",
                "--conf",
                "spark.yarn.appMasterEnv.SPARK_LOCAL_IP=127.0.0.1"));
        options.addAll(SETTINGS);
        return spark.submit(GuerdonJars.oneJar(folder).toString(), "yarn", options, score(in, out, List.of()));
    }

    @Test
    @Timeout(value = 18, unit = TimeUnit.MINUTES) // two commands
    void driversInsideYarnTellItHowTheyEnded() throws IOException, InterruptedException {
        String out = out("inside");
        FullSpark.End end = inside(good, out);
        assertThat(end.exitCode()).as(end.err()).isZero();
        assertThat(end.err()).contains("final status: SUCCEEDED");
        assertThat(scores(out).lines()).hasSize(LINES);

        String other = out("incomplete");
        FullSpark.End incomplete = inside(mixed, other);
        assertThat(incomplete.exitCode()).as(incomplete.err()).isNotZero();
        assertThat(incomplete.err()).contains("guerdon ended with exit code 1");
        assertThat(scores(other).lines()).hasSize(LINES + 1);
    }
}

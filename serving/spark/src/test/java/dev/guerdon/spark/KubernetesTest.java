package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executors of Kubernetes, with its own API server and pods as processes: from a client, and with the driver in a pod. */
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class KubernetesTest {

    private static final int LINES = 500;

    private static final List<String> SETTINGS = List.of(
            "--conf",
            "spark.kubernetes.container.image=spark:4.2.0",
            "--conf",
            "spark.executor.memory=512m",
            "--conf",
            "spark.executor.instances=2");

    /** Waits while there is a file, so that a job can be disturbed in its middle, and tells which processes it is in. */
    private static final String HELD = """
            import dev.guerdon.api.Reward;
            import java.nio.file.Files;
            import java.nio.file.Path;

            final class Held {
                @Reward("held_length")
                static double heldLength(String finalResponse) throws Exception {
                    Path hold = Path.of("HOLD");
                    while (Files.exists(hold)) {
                        for (var at = ProcessHandle.current(); at != null; at = at.parent().orElse(null)) {
                            hold.resolveSibling("begun-" + at.pid()).toFile().createNewFile();
                        }
                        Thread.sleep(10);
                    }
                    return finalResponse.length() / 7.0;
                }
            }
            """;

    @TempDir
    static Path folder;

    private static FullSpark spark;
    private static Kubernetes kubernetes;
    private static PodProcesses pods;
    private static Command guerdon;
    private static Path good;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        spark = FullSpark.find(folder);
        kubernetes = Kubernetes.start(Files.createDirectory(folder.resolve("kubernetes")));
        pods = new PodProcesses(kubernetes, spark, Files.createDirectory(folder.resolve("pods")));
        spark.with("KUBECONFIG", kubernetes.kubeconfig().toString());
        guerdon = new Command(folder, spark.environment());
        good = Files.write(folder.resolve("good.jsonl"), lines().toList());
    }

    @AfterAll
    static void stop() {
        if (pods != null) {
            pods.close();
        }
        if (kubernetes != null) {
            kubernetes.close();
        }
    }

    private static Stream<String> lines() {
        return IntStream.range(0, LINES)
                .mapToObj(i -> "{\"id\":\"%d\",\"final_response\":\"the river %d\",\"answer\":\"river %d\"}"
                        .formatted(i, i % 7, i % 3));
    }

    private static String[] score(String reward, Path in, Path out, String... more) {
        return Stream.concat(
                        Stream.of("score", "--reward", reward, "--in", in.toString(), "--out", out.toString()),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private static String[] onKubernetes(String... more) {
        return Stream.of(Stream.of("--on", "k8s://" + kubernetes.address()), SETTINGS.stream(), Stream.of(more))
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    private static String parts(Path out) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(out)) {
            for (Path part : files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .sorted()
                    .toList()) {
                all.append(Files.readString(part));
            }
        }
        return all.toString();
    }

    @Test
    @Timeout(value = 18, unit = TimeUnit.MINUTES) // two commands
    void clientsScoreInPodsAsOneMachineDoes() throws IOException, InterruptedException {
        Path here = folder.resolve("here.jsonl");
        Command.End alone = guerdon.run(score("qa_f1_reward", good, here));
        assertThat(alone.exitCode()).as(alone.err()).isZero();

        Path out = folder.resolve("client");
        Command.End end = guerdon.run(score("qa_f1_reward", good, out, onKubernetes("--piece-size", "4k")));
        assertThat(end.exitCode()).as(end.err()).isZero();
        assertThat(parts(out)).isEqualTo(Files.readString(here));
        assertThat(end.err()).as("Spark's own chatter").doesNotContain("INFO", "WARN ", "log4j");
        noExecutorIsLeft();
    }

    private static void noExecutorIsLeft() throws InterruptedException {
        while (!pods.executors().isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    @Test
    void aKilledPodCostsNothing() throws IOException, InterruptedException {
        Path hold = Files.createFile(folder.resolve("hold"));
        Path source = Files.writeString(folder.resolve("Held.java"), HELD.replace("HOLD", hold.toString()));
        Path out = folder.resolve("killed");
        Command.Running running = guerdon.start(
                score("held_length", good, out, onKubernetes("--piece-size", "4k", "--source", source.toString())));
        Process executor = executorAtWork(running);
        executor.descendants().forEach(ProcessHandle::destroyForcibly);
        executor.destroyForcibly().waitFor();
        Files.delete(hold);
        Command.End end = running.end();
        assertThat(end.exitCode()).as(end.err()).isZero();
        assertThat(end.err())
                .containsPattern("executor \\d+ was lost \\(The executor with id \\d+ exited with exit code");
        assertThat(parts(out).lines()).hasSize(LINES);
    }

    private static Process executorAtWork(Command.Running running) throws InterruptedException {
        while (running.process().isAlive()) {
            for (Process executor : pods.executors()) {
                if (Files.exists(folder.resolve("begun-" + executor.pid()))) {
                    return executor;
                }
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError("no executor was at work");
    }

    @Test
    void runsArePlayedInPods() throws IOException, InterruptedException {
        Path runs = folder.resolve("runs");
        List<String> arguments =
                new ArrayList<>(List.of("run", "alfworld", "--limit", "2", "--runs", runs.toString(), "--quiet"));
        arguments.addAll(List.of(onKubernetes()));
        Command.End end = guerdon.run(arguments.toArray(String[]::new));
        assertThat(end.exitCode()).as(end.err()).isLessThan(2);
        assertThat(runs).isNotEmptyDirectory();
    }

    /** Submits a driver into a pod, and gives the pod's end. */
    private static JsonNode inside(String name, Path in, Path out) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of(
                "--deploy-mode",
                "cluster",
                "--conf",
                "spark.driver.memory=512m",
                "--conf",
                "spark.kubernetes.driver.pod.name=" + name,
                "--conf",
                "spark.kubernetes.driver.master=" + kubernetes.address()));
        options.addAll(SETTINGS);
        FullSpark.End end = spark.submit(
                "local://" + GuerdonJars.oneJar(folder),
                "k8s://" + kubernetes.address(),
                options,
                score("qa_f1_reward", in, out));
        JsonNode pod = kubernetes.get("/api/v1/namespaces/default/pods/" + name);
        assertThat(pod.at("/status/phase").asText()).as(end.err()).isIn("Succeeded", "Failed");
        return pod;
    }

    @Test
    @Timeout(value = 18, unit = TimeUnit.MINUTES) // two commands
    void driversInPodsEndAsTheirScoresDo() throws IOException, InterruptedException {
        Path out = folder.resolve("inside");
        JsonNode pod = inside("driver-of-good", good, out);
        assertThat(pod.at("/status/phase").asText())
                .as(pods.log("driver-of-good"))
                .isEqualTo("Succeeded");
        assertThat(parts(out).lines()).hasSize(LINES);

        Path mixed = Files.write(
                folder.resolve("mixed.jsonl"),
                Stream.concat(lines(), Stream.of("not json")).toList());
        Path other = folder.resolve("incomplete");
        JsonNode incomplete = inside("driver-of-mixed", mixed, other);
        assertThat(incomplete
                        .at("/status/containerStatuses/0/state/terminated/exitCode")
                        .asInt())
                .as(pods.log("driver-of-mixed"))
                .isEqualTo(1);
        assertThat(parts(other).lines()).hasSize(LINES + 1);
        noExecutorIsLeft();
    }
}

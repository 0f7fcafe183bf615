package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command on a master and two workers, while their processes are killed and stopped: the result is that of one machine. */
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class RealClusterTest {

    private static final int LINES = 1200;

    /** Waits a little for each line, so that a job is long enough to be disturbed. */
    private static final String SLOW = """
            import dev.guerdon.api.Reward;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Map;

            final class Slow {
                @Reward("slow_length")
                static Map<String, Object> slowLength(String finalResponse) throws InterruptedException {
                    Thread.sleep(10);
                    return Map.of("reward", finalResponse.length() / 7.0, "even", finalResponse.length() % 2 == 0);
                }

                /** From the tenth episode on, waits while there is a file, and tells which processes it is in. */
                @Reward("held_episode")
                static double heldEpisode() throws Exception {
                    Path hold = Path.of("HOLD");
                    hold.resolveSibling("episode-" + System.nanoTime()).toFile().createNewFile();
                    while (Files.exists(hold) && episodes(hold) > 10) {
                        for (var at = ProcessHandle.current(); at != null; at = at.parent().orElse(null)) {
                            hold.resolveSibling("begun-" + at.pid()).toFile().createNewFile();
                        }
                        Thread.sleep(10);
                    }
                    return 1;
                }

                private static int episodes(Path hold) {
                    return hold.resolveSibling(".").toFile().list((folder, name) -> name.startsWith("episode-")).length;
                }
            }
            """;

    @TempDir
    static Path folder;

    private static SparkProcesses processes;
    private static Command guerdon;
    private static Path input;
    private static Path source;
    private static Path hold;
    private static String expected;
    private static String expectedMetrics;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        var unused = GuerdonJars.all(); // skips early where there are none
        processes = SparkProcesses.start(
                Files.createDirectories(folder.resolve("spark")), System.getProperty("java.class.path"), 2, 1, "1g");
        guerdon = new Command(folder, processes.home());
        hold = Files.createDirectories(folder.resolve("held")).resolve("hold");
        source = Files.writeString(folder.resolve("Slow.java"), SLOW.replace("HOLD", hold.toString()));
        input = Files.writeString(folder.resolve("in.jsonl"), lines());
        Command.End local = guerdon.run(
                "score",
                "--reward",
                "slow_length",
                "--source",
                source.toString(),
                "--in",
                input.toString(),
                "--out",
                folder.resolve("expected.jsonl").toString(),
                "--metrics",
                folder.resolve("expected.json").toString(),
                "--threads",
                "8",
                "--quiet");
        assertThat(local.exitCode()).as(local.err()).isEqualTo(1);
        expected = Files.readString(folder.resolve("expected.jsonl"));
        expectedMetrics = Files.readString(folder.resolve("expected.json"));
    }

    @AfterAll
    static void stop() {
        if (processes != null) {
            processes.close();
        }
    }

    /** Lines of many lengths; some are bad, some are blank, some have no id. */
    private static String lines() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            switch (i % 97) {
                case 13 -> text.append("{\"id\":\"bad").append(i).append("\",\"final_response\":\n");
                case 31 -> text.append("\n");
                case 47 -> text.append("{\"final_response\":\"no id, and a snow man ☃\"}\n");
                case 59 -> text.append("{\"id\":\"none").append(i).append("\"}\n");
                default ->
                    text.append("{\"id\":\"")
                            .append(i)
                            .append("\",\"group_id\":\"g")
                            .append(i % 50)
                            .append("\",\"final_response\":\"")
                            .append("x".repeat(i * 37 % 211))
                            .append("\"}\n");
            }
        }
        return text.toString();
    }

    private static Command.Running score(Path out, String... further) throws IOException {
        return guerdon.start(Stream.concat(
                        Stream.of(
                                "score",
                                "--on",
                                processes.address(),
                                "--reward",
                                "slow_length",
                                "--source",
                                source.toString(),
                                "--in",
                                input.toString(),
                                "--out",
                                out.toString(),
                                "--metrics",
                                out + ".json",
                                "--piece-size",
                                "6000",
                                "--conf",
                                "spark.executor.memory=512m",
                                "--conf",
                                "spark.executor.cores=1"),
                        Stream.of(further))
                .toArray(String[]::new));
    }

    private static void isTheResultOfOneMachine(Path out) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path part : parts(out)) {
            all.append(Files.readString(part));
        }
        assertThat(all).hasToString(expected);
        assertThat(Files.readString(Path.of(out + ".json"))).isEqualTo(expectedMetrics);
        assertThat(out.resolve("_SUCCESS")).exists();
        assertThat(out.resolve("_bad")).isDirectory();
        assertThat(out.resolve("_guerdon/tmp"))
                .satisfiesAnyOf(
                        path -> assertThat(path).doesNotExist(),
                        path -> assertThat(path).isEmptyDirectory());
    }

    private static List<Path> parts(Path out) {
        if (!Files.isDirectory(out)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out)) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until some parts are committed, while the command runs. */
    private static void awaitParts(Path out, int count, Command.Running running)
            throws InterruptedException, IOException {
        while (parts(out).size() < count) {
            if (!running.process().isAlive()) {
                Command.End end = running.end();
                throw new AssertionError("it ended with " + end.exitCode() + ":\n" + end.err());
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Test
    void killedExecutorsAndAKilledWorkerChangeNothing() throws IOException, InterruptedException {
        Path out = folder.resolve("killed");
        Command.Running running = score(out);
        awaitParts(out, 2, running);
        processes.executors().getFirst().destroyForcibly();
        awaitParts(out, 5, running);
        // A whole machine: the worker, and the executor that it started.
        List<ProcessHandle> onIt = processes.worker(1).descendants().toList();
        processes.worker(1).destroyForcibly();
        onIt.forEach(ProcessHandle::destroyForcibly);
        Command.End end = running.end();
        assertThat(end.exitCode()).as(end.err()).isEqualTo(1);
        assertThat(end.err()).contains("was lost").doesNotContain("Lost executor");
        isTheResultOfOneMachine(out);
        processes.replaceWorker(1);
    }

    /** Executors run in folders of their own, and colons and brackets mean something to Hadoop. */
    @Test
    void relativePathsAndFilesOfTheSameNameAreTaken() throws IOException, InterruptedException {
        for (String day : List.of("run [1]", "ts=12:00")) {
            Path file = Files.createDirectories(folder.resolve("days/" + day)).resolve("x.jsonl");
            Files.writeString(
                    file, "{\"id\":\"" + day + "\",\"final_response\":\"Lima\",\"answer\":\"Lima\"}\nnot JSON\n");
        }
        String[] command = {
            "score",
            "--on",
            processes.address(),
            "--reward",
            "qa_f1_reward",
            "--in",
            "days/*/x.jsonl",
            "--out",
            "scored days",
            "--conf",
            "spark.executor.memory=512m",
            "--conf",
            "spark.executor.cores=1"
        };
        Command.End first = guerdon.run(command);
        assertThat(first.exitCode()).as(first.err()).isEqualTo(1);
        Path out = folder.resolve("scored days");
        assertThat(parts(out.resolve("run [1]")))
                .singleElement()
                .satisfies(part -> assertThat(part).content().startsWith("{\"id\":\"run [1]\",\"reward\":1.0"));
        assertThat(parts(out.resolve("ts=12:00"))).hasSize(1);
        assertThat(parts(out.resolve("_bad/ts=12:00")))
                .singleElement()
                .satisfies(part -> assertThat(part).content().contains("\"file\":\"ts=12:00/x.jsonl\""));

        Files.delete(out.resolve("_SUCCESS"));
        Command.End again = guerdon.run(command);
        assertThat(again.exitCode()).as(again.err()).isEqualTo(1);
        assertThat(again.err()).contains("continuing: 2 of 2 pieces are done");
    }

    @Test
    @Timeout(value = 26, unit = TimeUnit.MINUTES) // three commands
    void aKilledDriverIsContinuedWithoutScoringAnythingTwice() throws IOException, InterruptedException {
        Path out = folder.resolve("continued");
        Command.Running running = score(out);
        awaitParts(out, 3, running);
        running.process().descendants().forEach(ProcessHandle::destroyForcibly);
        running.process().destroyForcibly();
        running.end();
        Map<Path, FileTime> before = new TreeMap<>();
        for (Path part : parts(out)) {
            before.put(part, Files.getLastModifiedTime(part));
        }
        assertThat(before).hasSizeGreaterThanOrEqualTo(3);
        assertThat(out.resolve("_SUCCESS")).doesNotExist();
        Command.End end = score(out).end();
        assertThat(end.exitCode()).as(end.err()).isEqualTo(1);
        isTheResultOfOneMachine(out);
        for (Map.Entry<Path, FileTime> part : before.entrySet()) {
            if (Files.exists(out.resolve(
                    "_guerdon/done/" + part.getKey().getFileName().toString().replace(".jsonl", ".json")))) {
                assertThat(Files.getLastModifiedTime(part.getKey()))
                        .as("%s", part.getKey())
                        .isEqualTo(part.getValue());
            }
        }
        Command.End again = score(out).end();
        assertThat(again.exitCode()).as(again.err()).isEqualTo(1);
        isTheResultOfOneMachine(out);
    }

    @Test
    void aMachineThatStandsStillHoldsNobodyUp() throws IOException, InterruptedException {
        Path out = folder.resolve("slow");
        Command.Running running = score(
                out,
                "--conf",
                "spark.speculation=true",
                "--conf",
                "spark.speculation.quantile=0.3",
                "--conf",
                "spark.speculation.interval=200ms");
        awaitParts(out, 4, running);
        List<ProcessHandle> executors = processes.executors();
        ProcessHandle stopped = executors.getFirst();
        signal("-STOP", stopped);
        try {
            Command.End end = running.end();
            assertThat(end.exitCode()).as(end.err()).isEqualTo(1);
            isTheResultOfOneMachine(out);
        } finally {
            signal("-CONT", stopped);
            stopped.destroyForcibly();
        }
    }

    private static void signal(String signal, ProcessHandle process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    private static Command.Running run(Path runs, String... further) throws IOException {
        return guerdon.start(Stream.concat(
                        Stream.of(
                                "run",
                                "alfworld",
                                "--reward",
                                "alfworld_episode_reward,held_episode",
                                "--source",
                                source.toString(),
                                "--repeat",
                                "12",
                                "--limit",
                                "6",
                                "--runs",
                                runs.toString(),
                                "--quiet"),
                        Stream.of(further))
                .toArray(String[]::new));
    }

    private static String[] onTheCluster() {
        return new String[] {
            "--on", processes.address(), "--conf", "spark.executor.memory=512m", "--conf", "spark.executor.cores=1"
        };
    }

    /** The episodes of the one run in a folder, sorted, without their times. */
    private static List<String> episodes(Path runs) throws IOException, InterruptedException {
        Path file = Path.of(runs + ".jsonl");
        Command.End end = guerdon.run("export", "latest", "--runs", runs.toString(), "--out", file.toString());
        assertThat(end.exitCode()).as(end.err()).isZero();
        return Files.readAllLines(file).stream()
                .map(line ->
                        line.replaceAll("\"(run|started|seconds|thinking_seconds|acting_seconds)\":[^,}]+", "\"$1\":0"))
                .sorted()
                .toList();
    }

    @Test
    @Timeout(value = 34, unit = TimeUnit.MINUTES) // four commands
    void rolloutsOutliveAKilledWorker() throws IOException, InterruptedException {
        Path here = folder.resolve("here");
        Command.End local = run(here, "--parallel", "8").end();
        assertThat(local.exitCode()).as(local.err()).isLessThan(2);
        try (Stream<Path> begun = Files.list(hold.resolveSibling(""))) {
            begun.forEach(file -> assertThat(file.toFile().delete()).isTrue());
        }
        Files.createFile(hold);
        Path there = folder.resolve("there");
        Command.Running running = run(there, onTheCluster());
        // A whole machine, in the middle of an episode: the worker, its executor, and the process of the reward.
        Process worker = processes.worker(1);
        while (!Files.exists(hold.resolveSibling("begun-" + worker.pid()))) {
            assertThat(running.process().isAlive()).as("it runs").isTrue();
            TimeUnit.MILLISECONDS.sleep(20);
        }
        List<ProcessHandle> onIt = worker.descendants().toList();
        worker.destroyForcibly();
        onIt.forEach(ProcessHandle::destroyForcibly);
        Files.delete(hold);
        Command.End end = running.end();
        processes.replaceWorker(1);
        assertThat(end.exitCode()).as(end.err()).isEqualTo(local.exitCode());
        assertThat(end.err()).contains("was lost");
        assertThat(episodes(there)).hasSize(72).isEqualTo(episodes(here));
    }

    private static Command.End browse(Path runs, String... further) throws IOException, InterruptedException {
        return guerdon.run(Stream.concat(
                        Stream.of("run", "offline-web", "--limit", "3", "--runs", runs.toString(), "--quiet"),
                        Stream.of(further))
                .toArray(String[]::new));
    }

    /** What became of each episode, without what differs from machine to machine, such as the port of a web. */
    private static List<String> rewards(Path runs) throws IOException, InterruptedException {
        return episodes(runs).stream()
                .map(line -> Pattern.compile("\"(task|reward|steps|end)\":[^,}]+")
                        .matcher(line)
                        .results()
                        .map(MatchResult::group)
                        .toList()
                        .toString())
                .toList();
    }

    @Test
    @Timeout(value = 34, unit = TimeUnit.MINUTES) // four commands
    void aBrowserRunsWhereItsEpisodeIsPlayed() throws IOException, InterruptedException {
        Path here = folder.resolve("web-here");
        Command.End local = browse(here);
        Assumptions.assumeFalse(
                local.exitCode() == 2 && local.err().contains("Chromium"),
                "Chromium is not here, which a browser needs");
        assertThat(local.exitCode()).as(local.err()).isLessThan(2);
        Path there = folder.resolve("web-there");
        Command.End end = browse(there, onTheCluster());
        assertThat(end.exitCode()).as(end.err()).isEqualTo(local.exitCode());
        assertThat(rewards(there))
                .hasSize(3)
                .allMatch(line -> line.contains("\"task\":") && line.contains("\"reward\":"))
                .isEqualTo(rewards(here));
    }
}

package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.ClusterJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A master and two workers as processes: what becomes of pieces when engines throw, processes end, and memory runs out. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SparkClusterTest {

    @TempDir
    static Path folder;

    private static SparkProcesses processes;
    private static Cluster cluster;
    private static final List<String> NOTICES = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        LocalSession.stop();
        processes = SparkProcesses.start(folder, System.getProperty("java.class.path"), 2, 1, "1g");
        Path jar = StandIn.jar(Files.createDirectories(folder.resolve("jar")));
        cluster = new SparkProvider()
                .open(
                        processes.address(),
                        "test",
                        Map.of(
                                "spark.jars", jar.toUri().toString(),
                                "spark.executor.memory", "512m",
                                "spark.executor.cores", "1",
                                "spark.task.maxFailures", "2",
                                "spark.executor.extraJavaOptions", "-XX:+UseSerialGC"),
                        0,
                        NOTICES::add);
    }

    @AfterAll
    static void stop() {
        try {
            if (cluster != null) {
                cluster.close();
            }
        } finally {
            if (processes != null) {
                processes.close();
            }
        }
    }

    /** What became of each piece, as a text. */
    private static Map<Integer, String> run(String... pieces) throws InterruptedException {
        return runJob("hello", pieces);
    }

    private static Map<Integer, String> runJob(String description, String... pieces) throws InterruptedException {
        try (Cluster.Work work = cluster.begin(new ClusterJob(bytes(description), Map.of("a/b", new byte[3])))) {
            Told told = new Told();
            work.submit(pieces(pieces), told);
            until(() -> told.outcomes.size() == pieces.length);
            return told.outcomes;
        }
    }

    private static List<Cluster.Piece> pieces(String... texts) {
        return Arrays.stream(texts)
                .map(text -> new Cluster.Piece(bytes(text), List.of()))
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final class Told implements Receiver {
        private final Map<Integer, String> outcomes = new ConcurrentHashMap<>();

        @Override
        public void done(int piece, byte[] result) {
            tell(piece, new String(result, StandardCharsets.UTF_8));
        }

        @Override
        public void failed(int piece, Failure reason) {
            tell(piece, reason.cause() + ": " + reason.message());
        }

        @Override
        public byte[] asked(int piece, byte[] question) {
            String text = new String(question, StandardCharsets.UTF_8);
            if (text.endsWith("nothing")) {
                throw new IllegalStateException("no answer to " + text);
            }
            return bytes("you are " + piece + " and said " + text);
        }

        private void tell(int piece, String outcome) {
            assertThat(outcomes.put(piece, outcome))
                    .as("piece %s is told once", piece)
                    .isNull();
        }
    }

    /** Waits for what Spark tells in its own time; the limit is that of the test. */
    private static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Test
    void everyPieceIsDoneInProcessesOfTheirOwn() throws InterruptedException, IOException {
        // The test before may have ended a process, and the next one takes its time to come.
        String meet = "meet " + Files.createDirectories(folder.resolve("room")) + " 2 ";
        Map<Integer, String> outcomes =
                run(IntStream.range(0, 20).mapToObj(i -> meet + i).toArray(String[]::new));
        for (int i = 0; i < 20; i++) {
            assertThat(outcomes.get(i)).startsWith("hello1:" + meet + i + ":");
        }
        assertThat(outcomes.values().stream()
                        .map(each -> each.substring(each.lastIndexOf(':') + 1))
                        .collect(Collectors.toSet()))
                .hasSize(2)
                .doesNotContain(Long.toString(ProcessHandle.current().pid()));
        until(() -> cluster.slots() == 2);
    }

    @Test
    void aPieceAsksTheDriverWhileItIsDone() throws InterruptedException {
        Map<Integer, String> outcomes = run("ask red", "ask blue", "ask nothing", "a");
        assertThat(outcomes.get(0)).startsWith("hello1:you are 0 and said ask red:");
        assertThat(outcomes.get(1)).startsWith("hello1:you are 1 and said ask blue:");
        assertThat(outcomes.get(2)).startsWith("IO_FAILED: ").contains("no answer to ask nothing");
        assertThat(outcomes.get(3)).startsWith("hello1:a:");
    }

    @Test
    void aPieceWhoseEngineThrowsFailsAlone() throws InterruptedException {
        Map<Integer, String> outcomes = run("a", "throw", "b");
        assertThat(outcomes.get(0)).contains(":a:");
        assertThat(outcomes.get(1)).isEqualTo("THREW: java.lang.IllegalStateException: as asked");
        assertThat(outcomes.get(2)).contains(":b:");
    }

    @Test
    void aPieceThatCouldNotReadIsToldSo() throws InterruptedException {
        assertThat(run("unread", "a").get(0))
                .isEqualTo("IO_FAILED: java.io.UncheckedIOException: java.io.IOException: as asked");
    }

    @Test
    void piecesOfAProcessThatCannotGetReadyAreDoneByOthers() throws InterruptedException, IOException {
        until(() -> cluster.slots() == 2);
        Path sick = folder.resolve("sick");
        Map<Integer, String> outcomes = runJob(
                "sick " + sick, IntStream.range(0, 12).mapToObj(i -> "p" + i).toArray(String[]::new));
        assertThat(outcomes)
                .hasSize(12)
                .allSatisfy((piece, outcome) -> assertThat(outcome).startsWith("sick " + sick + "1:p" + piece + ":"));
        String pid = Files.readString(sick);
        assertThat(outcomes.values()).noneMatch(outcome -> outcome.endsWith(":" + pid));
        assertThat(run("a", "b")).hasSize(2); // another job does not suffer
    }

    @Test
    void aJobForWhichNoProcessGetsReadySaysWhy() throws InterruptedException {
        until(() -> cluster.slots() == 2);
        Map<Integer, String> outcomes = runJob("sick all", "a", "b", "c");
        assertThat(outcomes.values())
                .anyMatch(each -> each.matches("NO_ENGINE: java.io.IOException: no space left, on .* executor \\d+"))
                .allMatch(each -> each.matches("(NO_ENGINE|ABANDONED): .*"));
    }

    @Test
    void aJobWhoseEngineCannotBeOpenedAnywhereIsNotTriedElsewhere() throws InterruptedException {
        assertThat(runJob("broken", "a", "b").values())
                .allMatch(each ->
                        each.matches("NO_ENGINE: java.lang.IllegalStateException: it does not compile, on [\\d.]+"));
    }

    @Test
    void jarsAreUnpackedWhereTheWorkerRemovesThem() throws InterruptedException {
        String[] where =
                String.valueOf(run("where").get(0)).replaceFirst("^hello1:", "").split("[ :]", -1);
        assertThat(where[0]).startsWith(where[1] + "/guerdon-spark").endsWith(".jar");
    }

    @Test
    void aLostProcessCostsNoPiece() throws InterruptedException {
        NOTICES.clear();
        Path once = folder.resolve("once");
        Map<Integer, String> outcomes = run("a", "halt-once " + once, "b", "c");
        assertThat(outcomes)
                .hasSize(4)
                .allSatisfy((piece, outcome) -> assertThat(outcome).startsWith("hello1:"));
        assertThat(once).exists();
        until(() -> NOTICES.stream().anyMatch(notice -> notice.matches("executor \\d+ was lost .*")));
    }

    @Test
    void aPieceThatEndsEveryProcessIsGivenUpAndNamed() throws InterruptedException {
        Map<Integer, String> outcomes = run("halt", "a");
        assertThat(outcomes.get(0)).startsWith("LOST: it was lost 2 times, last by ");
        assertThat(outcomes.get(1)).matches("ABANDONED: .*|hello1:a:\\d+");
    }

    @Test
    void memoryThatRunsOutEndsTheProcessAndNotTheJob() throws InterruptedException {
        Map<Integer, String> outcomes = run("fill", "a", "b", "c");
        assertThat(outcomes.get(0)).startsWith("LOST: ");
        assertThat(run("d")).allSatisfy((piece, outcome) -> assertThat(outcome).startsWith("hello1:d"));
    }

    @Test
    void whatIsCancelledEndsSoonAndIsToldSo() throws InterruptedException, IOException {
        Path waiting = Files.createDirectories(folder.resolve("waiting"));
        try (Cluster.Work work = cluster.begin(new ClusterJob(bytes("hello"), Map.of()))) {
            Told told = new Told();
            Cluster.Submission submission = work.submit(pieces("wait " + waiting + "/", "wait " + waiting + "/"), told);
            until(() -> !told.outcomes.isEmpty() || waiting.toFile().list().length == 2);
            submission.cancel();
            until(() -> told.outcomes.size() == 2);
            assertThat(told.outcomes)
                    .hasSize(2)
                    .allSatisfy((piece, outcome) -> assertThat(outcome).startsWith("CANCELLED: "));
        }
        assertThat(run("a")).allSatisfy((piece, outcome) -> assertThat(outcome).startsWith("hello1:a"));
    }
}

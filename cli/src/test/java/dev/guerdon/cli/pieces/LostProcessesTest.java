package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.EndedEarly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LostProcessesTest {

    private static final Registry REGISTRY = Registry.discover();

    @TempDir
    Path folder;

    private Path in;
    private Path out;
    private OneMachine expected;

    @BeforeEach
    void input() throws IOException {
        in = folder.resolve("in");
        out = folder.resolve("out");
        ClusterScoringTest.write(in.resolve("f.jsonl"), lines(40));
        expected = OneMachine.score(in, REGISTRY, Scoring.REWARDS);
    }

    private static String lines(int count) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append("{\"final_response\":\"").append(i).append("\",\"answer\":\"3\"}\n");
        }
        return lines.toString();
    }

    private Scoring scoring() {
        return Scoring.of(folder, in, out).pieceSize(200);
    }

    private void requireWhole(ClusterScoring.End end) throws IOException {
        assertThat(end.failures()).isEmpty();
        assertThat(end.finished()).isTrue();
        assertThat(end.metrics()).isEqualTo(expected.metrics());
        assertThat(Scoring.parts(out)).isEqualTo(expected.output());
    }

    @Test
    void processesThatAreLostCostNothingButTime() throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        ThreadCluster.Fate fate = new ThreadCluster.Fate() {
            @Override
            public void ends(String piece, int tryNumber) {
                if (seen.add(piece) && seen.size() % 2 == 0) {
                    throw new ThreadCluster.ProcessLost();
                }
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 2, fate, false)) {
            requireWhole(scoring().run(cluster));
            assertThat(cluster.lost.get()).isPositive();
        }
    }

    @Test
    void twoTriesOfAPieceDoNotMix() throws Exception {
        try (ThreadCluster cluster =
                new ThreadCluster(folder, new LocalStore(), 2, new ThreadCluster.Fate() {}, true)) {
            requireWhole(scoring().run(cluster));
            assertThat(cluster.tries.get()).isGreaterThan(cluster.submitted.size());
        }
    }

    /** Kills each process that tries one piece, at first or for ever. */
    private static ThreadCluster.Fate poison(String name, int times) {
        AtomicInteger left = new AtomicInteger(times);
        return new ThreadCluster.Fate() {
            @Override
            public void begins(String piece, int tryNumber) {
                if (piece.contains(name) && left.getAndDecrement() > 0) {
                    throw new ThreadCluster.ProcessLost();
                }
            }
        };
    }

    @Test
    void aPieceThatKillsItsProcessesTakesNoOtherWithIt() throws Exception {
        String name = "part-00000-0000000000400";
        try (ThreadCluster cluster =
                new ThreadCluster(folder, new LocalStore(), 2, poison(name, Integer.MAX_VALUE), false)) {
            ClusterScoring.End end = scoring().run(cluster);

            assertThat(end.finished()).isFalse();
            assertThat(end.failures()).hasSize(1);
            assertThat(end.failures().getFirst())
                    .startsWith(name)
                    .contains("f.jsonl, bytes 400 to 600")
                    .contains("killed 4 processes");
            assertThat(end.lines()).isGreaterThan(30).isLessThan(40);
        }
        requireWhole(scoring().run());
    }

    @Test
    void aPieceThatOnlySeemedToKillItsProcessesIsDoneAlone() throws Exception {
        try (ThreadCluster cluster = new ThreadCluster(
                folder, new LocalStore(), 2, poison("part-00000-0000000000400", ThreadCluster.MOST_LOSSES), false)) {
            requireWhole(scoring().run(cluster));
        }
    }

    @Test
    void aPieceWhoseInputCannotBeReadStopsNoOther() throws Exception {
        Files.write(in.resolve("g.jsonl.gz"), new byte[] {1, 2, 3});

        ClusterScoring.End end = scoring().run();

        assertThat(end.finished()).isFalse();
        assertThat(end.lines()).isEqualTo(40);
        assertThat(end.failures()).hasSize(1);
        assertThat(end.failures().getFirst())
                .contains("part-00001")
                .contains("g.jsonl.gz is not a compressed file as its name says");
    }

    @Test
    void aFileThatCannotBeCountedStopsNoOther() throws Exception {
        ClusterScoringTest.write(in.resolve("g.jsonl"), lines(30));
        LocalStore store = new LocalStore() {
            @Override
            public InputStream open(String address, long from) throws IOException {
                if (address.endsWith("g.jsonl")) {
                    throw new IOException("no permission to read " + address);
                }
                return super.open(address, from);
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, store, 2)) {
            ClusterScoring.End end = scoring().run(cluster);

            assertThat(end.finished()).isFalse();
            assertThat(end.lines()).isEqualTo(40);
            assertThat(end.failures()).hasSize(1);
            assertThat(end.failures().getFirst()).startsWith("the lines of g.jsonl could not be done: no permission");
        }
        expected = OneMachine.score(in, REGISTRY, Scoring.REWARDS);
        requireWhole(scoring().run());
    }

    @Test
    void whatCouldNotBeReadOnceIsReadAgain() throws Exception {
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        LocalStore store = new LocalStore() {
            @Override
            public InputStream open(String address, long from) throws IOException {
                if (address.endsWith("f.jsonl") && seen.add(from)) {
                    throw new IOException("the store is busy");
                }
                return super.open(address, from);
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, store, 2)) {
            requireWhole(scoring().run(cluster));
            assertThat(seen).hasSizeGreaterThan(2);
        }
    }

    @Test
    void aClusterThatEndsEndsTheJobEarlyAndTheSameCommandGoesOn() throws Exception {
        CompletableFuture<ThreadCluster> here = new CompletableFuture<>();
        AtomicInteger done = new AtomicInteger();
        ThreadCluster.Fate fate = new ThreadCluster.Fate() {
            @Override
            public void begins(String piece, int tryNumber) {
                if (piece.contains("part-") && done.incrementAndGet() == 4) {
                    here.join().end("Master removed our application: KILLED");
                }
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 2, fate, false)) {
            here.complete(cluster);
            assertThatThrownBy(() -> scoring().run(cluster))
                    .isInstanceOf(EndedEarly.class)
                    .hasMessageStartingWith("the cluster ended the job: Master removed our application: KILLED; ")
                    .hasMessageContaining("the same command continues");
        }
        requireWhole(scoring().run());
    }

    @Test
    void aStoreThatFailsTheDriverEndsTheJobEarlyAndTheSameCommandGoesOn() throws Exception {
        LocalStore store = new LocalStore() {
            @Override
            public List<Entry> listAll(String address) throws IOException {
                if (Files.exists(Path.of(address, "_guerdon", "done"))) { // something is committed
                    throw new IOException("the store is not reached");
                }
                return super.listAll(address);
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, store, 2)) {
            assertThatThrownBy(() -> scoring().run(cluster))
                    .isInstanceOf(EndedEarly.class)
                    .hasMessageStartingWith("reading or writing failed: the store is not reached. What is finished in ")
                    .hasMessageEndingWith("is good, and the same command continues with the rest");
        }
        requireWhole(scoring().run());
    }

    @Test
    void aRewardThatNoProcessHasEndsTheJobAtOnce() throws Exception {
        Registry registry = Registry.discover();
        registry.reward("only_here", sample -> 1);
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 2)) {
            assertThatThrownBy(() -> scoring().rewards(registry, "only_here").run(cluster))
                    .isInstanceOf(EndedEarly.class)
                    .hasMessageStartingWith("the cluster cannot do the job: ")
                    .hasMessageContaining("only_here");
        }
    }

    @Test
    @Tag("slow")
    void rewardsOfTheUserRunInWorkersOfTheirProcess() throws Exception {
        Path source = folder.resolve("Pid.java");
        Files.writeString(source, """
                import dev.guerdon.api.Reward;

                public class Pid {
                    @Reward("pid")
                    public static double pid(String finalResponse) {
                        return ProcessHandle.current().pid();
                    }
                }
                """);
        try (Plugins plugins = Plugins.load(new PluginPath(List.of(), List.of(), List.of(source)))) {
            plugins.registry().isolate(Isolation.FOREIGN);
            ClusterScoring.End end =
                    scoring().rewards(plugins.registry(), "pid").run();

            assertThat(end.failures()).isEmpty();
            assertThat(end.unscored()).isZero();
            assertThat(end.metrics().get("reward/min"))
                    .isNotEqualTo((double) ProcessHandle.current().pid());
            assertThat(Scoring.parts(out))
                    .doesNotContain("\"reward\":" + ProcessHandle.current().pid() + ".0");
        }
    }

    @Test
    @Tag("slow")
    void slowPiecesAreCutAndCodeOfTheUserIsShipped() throws Exception {
        Path source = folder.resolve("Slow.java");
        Files.writeString(source, """
                import dev.guerdon.api.Reward;

                public class Slow {
                    @Reward("slow")
                    public static double slow(String finalResponse) throws InterruptedException {
                        Thread.sleep(100);
                        return finalResponse.length();
                    }
                }
                """);
        Plugins plugins = Plugins.load(new PluginPath(List.of(), List.of(), List.of(source)));
        expected = OneMachine.score(in, plugins.registry(), List.of("slow"));
        Scoring scoring = Scoring.of(folder, in, out)
                .pieceSize(1 << 20)
                .pieceTime(Duration.ofMillis(1))
                .rewards(plugins.registry(), "slow");

        requireWhole(scoring.run());

        assertThat(Scoring.files(out, "")).hasSizeGreaterThan(2);
        Files.delete(out.resolve("_SUCCESS"));
        Path part = Scoring.files(out, "").get(1);
        Files.delete(part);
        requireWhole(scoring.run());
        plugins.close();
    }
}

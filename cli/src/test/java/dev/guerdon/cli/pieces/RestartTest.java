package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {

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
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            lines.append("{\"final_response\":\"")
                    .append(i)
                    .append("\",\"answer\":\"3\",\"group_id\":\"g")
                    .append(i % 2)
                    .append("\"}\n");
        }
        ClusterScoringTest.write(in.resolve("f.jsonl"), lines + "not JSON\n");
        expected = OneMachine.score(in, REGISTRY, Scoring.REWARDS);
    }

    private Scoring scoring() {
        return Scoring.of(folder, in, out).pieceSize(120);
    }

    /** A store that does nothing more after some number of changes: the driver's machine is gone. */
    private static final class DyingStore extends LocalStore {
        private final AtomicInteger left;

        DyingStore(int changes) {
            this.left = new AtomicInteger(changes);
        }

        boolean died() {
            return left.get() < 0;
        }

        private void change() throws IOException {
            if (left.decrementAndGet() < 0) {
                throw new IOException("the power is off");
            }
        }

        @Override
        public OutputStream create(String address) throws IOException {
            change();
            return super.create(address);
        }

        @Override
        public void move(String from, String to) throws IOException {
            change();
            super.move(from, to);
        }

        @Override
        public void delete(String address) throws IOException {
            change();
            super.delete(address);
        }
    }

    private boolean dies(int changes) {
        DyingStore store = new DyingStore(changes);
        try (ThreadCluster cluster = new ThreadCluster(folder, store, 1)) {
            scoring().run(cluster);
        } catch (Exception e) {
            assertThat(store.died()).isTrue();
        }
        return store.died();
    }

    @Test
    void aDriverThatIsKilledAtAnyMomentIsContinued() throws Exception {
        int changes = 0;
        while (dies(changes)) {
            ClusterScoring.End end = scoring().run();

            assertThat(end.finished()).as("killed after %d changes", changes).isTrue();
            assertThat(Scoring.parts(out)).isEqualTo(expected.output());
            assertThat(end.metrics()).isEqualTo(expected.metrics());
            assertThat(end.badLines()).isEqualTo(1);
            assertThat(Scoring.files(out.resolve("_bad"), "")).hasSize(1);
            assertThat(out.resolve("_guerdon/tmp")).doesNotExist();
            new LocalStore().delete(out.toString());
            changes++;
        }
        assertThat(changes).isGreaterThan(15);
    }

    @Test
    void aDriverThatIsKilledAgainAndAgainComesToTheEnd() throws Exception {
        int lives = 0;
        while (dies(9)) {
            assertThat(++lives).isLessThan(100);
        }
        assertThat(lives).isGreaterThan(1);
        assertThat(Scoring.parts(out)).isEqualTo(expected.output());
        assertThat(scoring().run().metrics()).isEqualTo(expected.metrics());
    }

    @Test
    void aFinishedJobIsToldAgainAndScoresNothing() throws Exception {
        ClusterScoring.End first = scoring().run();
        Map<Path, FileTime> before = times();
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 1)) {
            ClusterScoring.End again = scoring().run(cluster);

            assertThat(cluster.submitted).isEmpty();
            assertThat(again.earlier()).isTrue();
            assertThat(again.metrics()).isEqualTo(first.metrics());
            assertThat(again.lines()).isEqualTo(7);
            assertThat(again.unscored()).isEqualTo(1);
        }
        assertThat(times()).isEqualTo(before);
    }

    private Map<Path, FileTime> times() throws IOException {
        Map<Path, FileTime> times = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                times.put(file, Files.getLastModifiedTime(file));
            }
        }
        return times;
    }

    private List<String> scoredNow() throws Exception {
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 1)) {
            assertThat(scoring().run(cluster).metrics()).isEqualTo(expected.metrics());
            assertThat(Scoring.parts(out)).isEqualTo(expected.output());
            return cluster.submitted.stream()
                    .filter(piece -> piece.contains("Score"))
                    .map(piece -> piece.replaceAll("(?s).*(part-\\d{5}-\\d{13}).*", "$1"))
                    .toList();
        }
    }

    @Test
    void onlyWhatIsDamagedIsScoredAgain() throws Exception {
        scoring().run();
        List<Path> parts = Scoring.files(out, "");
        assertThat(parts).hasSizeGreaterThan(2);
        String changed = parts.get(0).getFileName().toString();
        String unmarked = parts.get(1).getFileName().toString();
        Files.delete(out.resolve("_SUCCESS"));
        assertThat(scoredNow()).isEmpty();

        Files.delete(out.resolve("_SUCCESS"));
        // As long as before, so that only its hash tells.
        Files.writeString(parts.get(0), Files.readString(parts.get(0)).replace("reward", "Reward"));
        Path marker = out.resolve("_guerdon/done/" + unmarked.replace(".jsonl", ".json"));
        Files.writeString(marker, Files.readString(marker).replace("\"lines\":", "\"lines\": 1"));
        assertThat(scoredNow())
                .containsExactlyInAnyOrder(changed.replace(".jsonl", ""), unmarked.replace(".jsonl", ""));

        Files.delete(out.resolve("_SUCCESS"));
        Files.delete(parts.get(1));
        assertThat(scoredNow()).containsExactly(unmarked.replace(".jsonl", ""));
    }

    @Test
    void whatNoMarkerNamesIsNoPartOfTheOutput() throws Exception {
        scoring().run();
        Files.delete(out.resolve("_SUCCESS"));
        ClusterScoringTest.write(out.resolve("part-00000-0000000000001.jsonl"), "{}\n");
        ClusterScoringTest.write(out.resolve("_guerdon/tmp/part-00000-0000000000001.old.jsonl"), "{}\n");
        ClusterScoringTest.write(out.resolve("notes.txt"), "mine");

        assertThat(scoredNow()).isEmpty();
        assertThat(out.resolve("notes.txt")).exists();
        assertThat(out.resolve("_guerdon/tmp")).doesNotExist();
    }

    @Test
    void anotherJobIsRefusedWithWhatDiffers() throws Exception {
        scoring().run();
        Scoring other = scoring();
        other.rewards = List.of("qa_em_reward");
        assertThatThrownBy(other::run)
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("its rewards is 'qa_f1_reward', this job's is 'qa_em_reward'")
                .hasMessageContaining("--out");

        Files.writeString(in.resolve("f.jsonl"), "{}\n");
        assertThatThrownBy(() -> scoring().run()).hasMessageContaining("the input file f.jsonl has changed");
        ClusterScoringTest.write(in.resolve("g.jsonl"), "{}\n");
        Files.delete(in.resolve("f.jsonl"));
        assertThatThrownBy(() -> scoring().run()).hasMessageContaining("did not have when the job began: g.jsonl");
    }

    @Test
    void aFolderOfSomethingElseIsRefused() throws Exception {
        ClusterScoringTest.write(out.resolve("precious.txt"), "mine");
        assertThatThrownBy(() -> scoring().run())
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("it is not empty")
                .hasMessageContaining("precious.txt");

        assertThatThrownBy(() -> Scoring.of(folder, in, in.resolve("scores")).run())
                .hasMessageContaining("overlap");
        assertThatThrownBy(
                        () -> Scoring.of(folder, folder.resolve("nowhere"), out).run())
                .hasMessageContaining("no such file or folder");
    }

    @Test
    void anOutputWithinTheInputIsRefusedHoweverTheTwoAreWritten() throws Exception {
        Path relative = Path.of("").toAbsolutePath().relativize(in);
        for (List<Path> pair : List.of(
                List.of(in, relative.resolve("scores")),
                List.of(relative, in.resolve("scores")),
                List.of(Path.of(".").resolve(relative), relative.resolve("x/../scores")),
                List.of(in, relative),
                List.of(in.resolve("f.jsonl"), relative))) {
            assertThatThrownBy(() ->
                            Scoring.of(folder, pair.getFirst(), pair.getLast()).run())
                    .as("%s", pair)
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("overlap");
        }
        Path table = folder.resolve("lake");
        Files.createDirectories(table.resolve("_delta_log"));
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 1)) {
            cluster.tables.put(table.toString(), new ThreadCluster.Rows("lake", "v1", List.of()));
            assertThatThrownBy(() ->
                            Scoring.of(folder, table, table.resolve("scores")).run(cluster))
                    .hasMessageContaining("overlap");
            Scoring named = Scoring.of(folder, table, table.resolve("scores"));
            named.format = "delta";
            assertThatThrownBy(() -> named.run(cluster)).hasMessageContaining("overlap");
        }
        assertThat(table.resolve("scores")).doesNotExist();
        assertThat(in.resolve("scores")).doesNotExist();
    }

    @Test
    void anOutputThatIsAFileIsRefused() throws Exception {
        Files.writeString(out, "mine");
        assertThatThrownBy(() -> scoring().run())
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("is a file");
        assertThat(out).hasContent("mine");
    }

    @Test
    void theSameInputAndOutputMayBeWrittenInOtherWays() throws Exception {
        Path here = Path.of("").toAbsolutePath();
        scoring().run();
        Scoring again =
                Scoring.of(folder, here.relativize(in), here.relativize(out).resolve("."));
        assertThat(again.run().earlier()).isTrue();
    }

    @Test
    void anInterruptKeepsWhatIsDone() throws Exception {
        ClusterScoring[] job = new ClusterScoring[1];
        CountDownLatch over = new CountDownLatch(1);
        ThreadCluster.Fate fate = new ThreadCluster.Fate() {
            @Override
            public void begins(String piece, int tryNumber) {
                if (piece.contains("part-00000-0000000000240")) {
                    job[0].cancel();
                    try {
                        over.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 1, fate, false)) {
            job[0] = scoring().job(cluster);
            ClusterScoring.End end = job[0].run();

            assertThat(end.finished()).isFalse();
            assertThat(end.failures()).isEmpty();
            assertThat(end.lines()).isPositive().isLessThan(7);
            assertThat(end.metrics()).containsKey("count");
            over.countDown();
        }
        assertThat(scoredNow()).isNotEmpty().doesNotContain("part-00000-0000000000000");
    }

    @Test
    void anInterruptAfterTheLastPieceLeavesTheEndToTheNextRun() throws Exception {
        ClusterScoring[] job = new ClusterScoring[1];
        Scoring scoring = scoring();
        scoring.progress = now -> {
            if (!now.counting() && now.pieces() == now.allPieces()) {
                job[0].cancel();
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 1)) {
            job[0] = scoring.job(cluster);
            ClusterScoring.End end = job[0].run();

            assertThat(end.finished()).isFalse();
            assertThat(end.failures()).isEmpty();
            assertThat(end.lines()).isEqualTo(7);
        }
        assertThat(out.resolve("_SUCCESS")).doesNotExist();
        assertThat(scoring().run().finished()).isTrue();
        assertThat(out.resolve("_SUCCESS")).exists();
    }

    @Test
    void aDriverThatLostItsJobToAnotherEnds() throws Exception {
        ThreadCluster.Fate fate = new ThreadCluster.Fate() {
            @Override
            public void ends(String piece, int tryNumber) {
                try {
                    if (piece.contains("Score")) {
                        Files.deleteIfExists(out.resolve("_guerdon/driver.json"));
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 1, fate, false)) {
            assertThatThrownBy(() -> scoring().run(cluster)).hasMessageContaining("another process has taken over");
        }
        assertThat(out.resolve("_SUCCESS")).doesNotExist();
    }
}

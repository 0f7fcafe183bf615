package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterScoringTest {

    private static final Registry REGISTRY = Registry.discover();

    @TempDir
    Path folder;

    @Test
    @Tag("thorough")
    @Tag("slow")
    void everyCutGivesTheBytesAndFiguresOfOneMachine() throws Exception {
        Random random = new Random(25);
        for (int round = 0; round < (Boolean.getBoolean("guerdon.slow") ? 8 : 3); round++) {
            Path in = folder.resolve("in-" + round);
            long longest = 0;
            for (int i = 0; i <= random.nextInt(3); i++) {
                byte[] content = OddLines.of(random);
                longest = Math.max(longest, content.length);
                Path file = in.resolve(i == 1 ? "below/b.jsonl" : "f" + i + ".jsonl");
                Files.createDirectories(file.getParent());
                Files.write(file, content);
            }
            List<String> rewards = round % 2 == 0 ? Scoring.REWARDS : List.of("qa_f1_reward", "qa_em_reward");
            OneMachine expected = OneMachine.score(in, REGISTRY, rewards);
            for (long size : List.of(round < 2 ? round + 1L : 13L, longest / 2 + 1)) {
                Path out = folder.resolve("out-" + round + "-" + size);
                Scoring scoring = Scoring.of(folder, in, out).pieceSize(size);
                scoring.rewards = rewards;
                ClusterScoring.End end = scoring.run();

                assertThat(end.finished()).isTrue();
                assertThat(Scoring.parts(out)).as("pieces of %d bytes", size).isEqualTo(expected.output());
                assertThat(end.metrics()).isEqualTo(expected.metrics());
                assertThat(out.resolve("_SUCCESS")).exists();
                assertThat(out.resolve("_guerdon/tmp")).doesNotExist();
            }
        }
    }

    @Test
    void partsLieInTheFoldersOfTheirInput() throws Exception {
        Path in = folder.resolve("in");
        write(in.resolve("a.jsonl"), "{\"id\":1,\"final_response\":\"x\",\"answer\":\"x\"}\n");
        write(in.resolve("year=2026/b.jsonl"), "{\"id\":2,\"final_response\":\"x\",\"answer\":\"x\"}\n");
        write(in.resolve("_passed/over.jsonl"), "{}\n");

        Scoring.of(folder, in, folder.resolve("out")).run();

        assertThat(folder.resolve("out/part-00000-0000000000000.jsonl")).exists();
        assertThat(folder.resolve("out/year=2026/part-00001-0000000000000.jsonl"))
                .exists();
        assertThat(Scoring.files(folder.resolve("out"), "")).hasSize(2);
    }

    @Test
    void packedFilesAreScoredLikeTheirContent() throws Exception {
        byte[] content = OddLines.of(new Random(7));
        Path plain = folder.resolve("plain/f.jsonl");
        Files.createDirectories(plain.getParent());
        Files.write(plain, content);
        Path in = Files.createDirectories(folder.resolve("in"));
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(in.resolve("a.jsonl.gz")));
                OutputStream zstd = new ZstdOutputStream(Files.newOutputStream(in.resolve("b.jsonl.zst")))) {
            gzip.write(content);
            zstd.write(content);
        }
        String once = OneMachine.score(Objects.requireNonNull(plain.getParent()), REGISTRY, Scoring.REWARDS)
                .output();

        Scoring.of(folder, in, folder.resolve("out")).pieceSize(10).run();

        assertThat(Scoring.parts(folder.resolve("out"))).isEqualTo(once + once);
    }

    @Test
    void packedFilesWithoutAnyBytesHaveNoLines() throws Exception {
        Path in = folder.resolve("in");
        write(in.resolve("a.jsonl.gz"), "");
        write(in.resolve("b.jsonl"), "{\"id\":1,\"final_response\":\"x\",\"answer\":\"x\"}\n");
        write(in.resolve("c.jsonl.zst"), "");

        ClusterScoring.End end = Scoring.of(folder, in, folder.resolve("out")).run();

        assertThat(end.finished()).as("%s", end.failures()).isTrue();
        assertThat(end.lines()).isEqualTo(1);
    }

    @Test
    void marksOfTheOrderOfBytesAndLineEndsOfWindowsAreAsOnOneMachine() throws Exception {
        Path in = folder.resolve("in");
        String line = "{\"final_response\":\"x\",\"answer\":\"x\"}\r\n";
        write(in.resolve("a.jsonl"), "\ufeff" + line + "\r\n" + line.repeat(3) + "\ufeff" + line);
        OneMachine expected = OneMachine.score(in, REGISTRY, Scoring.REWARDS);
        for (long size : List.of(1L, 2L, 3L, 4L, 30L, 1000L)) {
            Path out = folder.resolve("out-" + size);
            ClusterScoring.End end = Scoring.of(folder, in, out).pieceSize(size).run();
            assertThat(Scoring.parts(out)).as("pieces of %d bytes", size).isEqualTo(expected.output());
            assertThat(end.metrics()).isEqualTo(expected.metrics());
        }
    }

    @Test
    void aFileThatVanishesStopsNoOther() throws Exception {
        Path in = folder.resolve("in");
        String line = "{\"final_response\":\"x\",\"answer\":\"x\"}\n";
        write(in.resolve("a.jsonl"), line.repeat(9));
        write(in.resolve("b.jsonl"), line.repeat(9));
        write(in.resolve("c.jsonl.gz"), "");
        LocalStore store = new LocalStore() {
            @Override
            public List<String> hosts(String address, long from, long length) throws IOException {
                Files.deleteIfExists(in.resolve("a.jsonl"));
                Files.deleteIfExists(in.resolve("c.jsonl.gz"));
                if (!Files.exists(Path.of(address))) {
                    throw new FileNotFoundException(address);
                }
                return List.of();
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, store, 1)) {
            ClusterScoring.End end = Scoring.of(folder, in, folder.resolve("out"))
                    .pieceSize(line.length())
                    .run(cluster);

            assertThat(end.finished()).isFalse();
            assertThat(end.lines()).isEqualTo(9);
            assertThat(end.failures())
                    .hasSize(2)
                    .anyMatch(failure -> failure.contains("a.jsonl"))
                    .anyMatch(failure -> failure.contains("c.jsonl.gz"));
        }
    }

    /** As executors elsewhere do: a path means nothing to them but where it is whole. */
    @Test
    void onlyWholeAddressesAreShipped() throws Exception {
        Path here = Path.of("").toAbsolutePath();
        write(folder.resolve("in/a.jsonl"), "{\"final_response\":\"x\",\"answer\":\"x\"}\nnot JSON\n");
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        LocalStore store = new LocalStore() {
            @Override
            public OutputStream create(String address) throws IOException {
                seen.add(address);
                return super.create(address);
            }

            @Override
            public InputStream open(String address, long from) throws IOException {
                seen.add(address);
                return super.open(address, from);
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, store, 1)) {
            assertThat(Scoring.of(folder, here.relativize(folder.resolve("in")), here.relativize(folder.resolve("out")))
                            .run(cluster)
                            .finished())
                    .isTrue();
        }
        assertThat(seen).isNotEmpty().allMatch(address -> Path.of(address).isAbsolute());
    }

    /** HDFS lets only its superuser ask for something in a file. */
    @Test
    void nobodyLooksForATableInAFile() throws Exception {
        Path in = folder.resolve("a.jsonl");
        write(in, "{\"final_response\":\"x\",\"answer\":\"x\"}\n");
        LocalStore store = new LocalStore() {
            @Override
            public boolean exists(String address) throws IOException {
                for (Path above = Path.of(address).getParent(); above != null; above = above.getParent()) {
                    if (Files.isRegularFile(above)) {
                        throw new IOException(above + " is not a directory");
                    }
                }
                return super.exists(address);
            }
        };
        try (ThreadCluster cluster = new ThreadCluster(folder, store, 1)) {
            assertThat(Scoring.of(folder, in, folder.resolve("out"))
                            .run(cluster)
                            .finished())
                    .isTrue();
        }
    }

    @Test
    void rowsOfATableAreNumberedThroughItsPartitions() throws Exception {
        List<List<String>> rows = List.of(
                List.of("{\"final_response\":\"a\",\"answer\":\"a\"}", "{\"final_response\":\"b\",\"answer\":\"a\"}"),
                List.of(),
                List.of("{\"final_response\":\"c\",\"answer\":\"c\"}"));
        Path in = folder.resolve("in/rows.jsonl");
        write(in, String.join("\n", rows.stream().flatMap(List::stream).toList()));
        OneMachine expected = OneMachine.score(Objects.requireNonNull(in.getParent()), REGISTRY, Scoring.REWARDS);
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 2)) {
            cluster.tables.put("lake.rollouts", new ThreadCluster.Rows("lake.rollouts", "v1", rows));
            ClusterScoring.End end = Scoring.table(folder, "lake.rollouts", folder.resolve("out"))
                    .run(cluster);

            assertThat(end.metrics()).isEqualTo(expected.metrics());
            assertThat(Scoring.parts(folder.resolve("out")))
                    .isEqualTo(expected.output())
                    .contains("{\"line\":3,");
            Scoring.named(folder, "table:lake.rollouts", folder.resolve("named"))
                    .run(cluster);
            assertThat(Scoring.parts(folder.resolve("named"))).isEqualTo(expected.output());
        }
    }

    @Test
    void foldersOfTablesAreKnownByWhatIsInThemAndNotByTheirNames() throws Exception {
        Path delta = folder.resolve("lake.parquet");
        Files.createDirectories(delta.resolve("_delta_log"));
        Path iceberg = folder.resolve("ice");
        write(iceberg.resolve("metadata/version-hint.text"), "1");
        List<List<String>> rows = List.of(List.of("{\"final_response\":\"a\",\"answer\":\"a\"}"));
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 2)) {
            cluster.tables.put(delta.toString(), new ThreadCluster.Rows("lake", "v1", rows));
            cluster.tables.put(iceberg.toString(), new ThreadCluster.Rows("ice", "v1", rows));
            Scoring versioned = Scoring.of(folder, delta, folder.resolve("out"));
            versioned.options = Map.of("versionAsOf", "3");
            versioned.run(cluster);
            assertThat(cluster.tableOptions).isEqualTo(Map.of("format", "delta", "versionAsOf", "3"));
            Scoring.of(folder, iceberg, folder.resolve("out2")).run(cluster);
            assertThat(cluster.tableOptions).isEqualTo(Map.of("format", "iceberg"));
        }
    }

    @Test
    void linesHaveNoOptions() throws Exception {
        Path in = folder.resolve("in/rows.jsonl");
        write(in, "{\"final_response\":\"a\",\"answer\":\"a\"}");
        Scoring scoring = Scoring.of(folder, in, folder.resolve("out"));
        scoring.options = Map.of("versionAsOf", "3");
        try (ThreadCluster cluster = new ThreadCluster(folder, new LocalStore(), 2)) {
            assertThatThrownBy(() -> scoring.run(cluster))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("versionAsOf");
        }
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void badLinesGoToTheSideWithWhatIsWrongWithThem() throws Exception {
        Path in = folder.resolve("in/below/f.jsonl");
        Files.createDirectories(in.getParent());
        byte[] good = "{\"id\":1,\"final_response\":\"x\",\"answer\":\"x\"}\n\n".getBytes(StandardCharsets.UTF_8);
        byte[] cut = "  {\"id\": \r\n".getBytes(StandardCharsets.UTF_8);
        byte[] bytes = {'{', '"', (byte) 0xFF, '"', '}'};
        try (OutputStream out = Files.newOutputStream(in)) {
            out.write(good);
            out.write(cut);
            out.write(bytes);
        }

        ClusterScoring.End end = Scoring.of(folder, folder.resolve("in"), folder.resolve("out"))
                .pieceSize(good.length + 3L)
                .run();

        assertThat(end.badLines()).isEqualTo(2);
        assertThat(end.unscored()).isEqualTo(2);
        List<Json> bad = new ArrayList<>();
        for (Path file : Scoring.files(folder.resolve("out/_bad"), "")) {
            assertThat(file.getParent()).hasFileName("below");
            Files.readAllLines(file).forEach(line -> bad.add(JsonCodec.read(line, "a record")));
        }
        assertThat(bad).hasSize(2);
        assertThat(bad.getFirst().get("file").asString()).isEqualTo("below/f.jsonl");
        assertThat(bad.getFirst().get("line").asLong()).isEqualTo(3);
        assertThat(bad.getFirst().get("offset").asLong()).isEqualTo(good.length + 2);
        assertThat(bad.getFirst().get("text").asString()).isEqualTo("{\"id\":");
        assertThat(bad.getFirst().get("reason").asString()).startsWith("line 3 is not JSON");
        assertThat(Base64.getDecoder().decode(bad.getLast().get("base64").asString()))
                .isEqualTo(bytes);
    }

    @Test
    void aLineThatIsTooLongIsReadByNoPieceButItsOwn() throws Exception {
        long longest = 64L << 20;
        String before = "{\"id\":1,\"final_response\":\"x\",\"answer\":\"x\"}\n";
        String behind = "\n{\"final_response\":\"x\",\"answer\":\"x\"}\n";
        long size = before.length() + longest + 1 + behind.length();
        Path in = folder.resolve("in/f.jsonl");
        write(in, "");
        LocalStore store = new LocalStore() {
            @Override
            public List<Entry> list(String address) {
                return List.of(new Entry(in.toString(), "f.jsonl", size, 1));
            }

            @Override
            public InputStream open(String address, long from) throws IOException {
                return address.equals(in.toString())
                        ? new LongLine(before, longest + 1, behind, from)
                        : super.open(address, from);
            }
        };
        Path out = folder.resolve("out");
        try (ThreadCluster cluster = new ThreadCluster(folder, store, 1)) {
            ClusterScoring.End end =
                    Scoring.of(folder, in, out).pieceSize(16 << 20).run(cluster);

            assertThat(end.lines()).isEqualTo(3);
            assertThat(end.badLines()).isEqualTo(1);
        }
        assertThat(Scoring.parts(out).lines().toList().get(1))
                .startsWith("{\"line\":2,")
                .contains("line 2 is longer than 64 MiB");
        assertThat(Scoring.parts(out).lines().toList().get(2)).startsWith("{\"line\":3,\"reward\":1.0");
    }

    static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** A file with a long line of x in its middle, which is nowhere. */
    private static final class LongLine extends InputStream {
        private final byte[] before;
        private final long length;
        private final byte[] behind;
        private long at;

        LongLine(String before, long length, String behind, long from) {
            this.before = before.getBytes(StandardCharsets.UTF_8);
            this.length = length;
            this.behind = behind.getBytes(StandardCharsets.UTF_8);
            this.at = from;
        }

        @Override
        public int read(byte[] target, int from, int count) {
            for (int i = 0; i < count; i++) {
                int each = read();
                if (each < 0) {
                    return i == 0 ? -1 : i;
                }
                target[from + i] = (byte) each;
            }
            return count;
        }

        @Override
        public int read() {
            long place = at++;
            if (place < before.length) {
                return before[(int) place];
            }
            if (place < before.length + length) {
                return 'x';
            }
            long last = place - before.length - length;
            return last < behind.length ? behind[(int) last] : -1;
        }
    }
}

package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.cli.spi.ClusterStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopStoreTest {

    private final HadoopStore store = new HadoopStore(new Configuration(false));

    @TempDir
    private Path folder;

    private void write(String... below) throws IOException {
        for (String each : below) {
            Path file = folder.resolve(each);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, each);
        }
    }

    private List<String> list(String below) throws IOException {
        return store.list(folder + "/" + below).stream()
                .map(ClusterStore.Entry::below)
                .toList();
    }

    @Test
    void filesOfAPatternAreNamedBelowTheFolderThatHasNoWildcard() throws IOException {
        write("a/x.jsonl", "b/x.jsonl", "b/y.jsonl", "b/deep/z.jsonl");
        assertThat(list("*/x.jsonl")).containsExactly("a/x.jsonl", "b/x.jsonl");
        assertThat(list("b*")).containsExactly("b/deep/z.jsonl", "b/x.jsonl", "b/y.jsonl");
        assertThat(list("b/*.jsonl")).containsExactly("x.jsonl", "y.jsonl");
        assertThat(list("b/?.jsonl")).containsExactly("x.jsonl", "y.jsonl");
        assertThat(list("{a,b}/[w-x].jsonl")).containsExactly("a/x.jsonl", "b/x.jsonl");
        assertThat(list("{a/x,b/y}.jsonl")).containsExactly("a/x.jsonl", "b/y.jsonl");
        assertThat(list("{b,b/deep,b/*}")).containsExactly("b/deep/z.jsonl", "b/x.jsonl", "b/y.jsonl");
        assertThat(list("b/{deep/z.jsonl,}")).containsExactly("deep/z.jsonl", "x.jsonl", "y.jsonl");
        assertThat(list("*")).containsExactly("a/x.jsonl", "b/deep/z.jsonl", "b/x.jsonl", "b/y.jsonl");
    }

    @Test
    void wildcardsPassOverHiddenNamesUnlessTheySaySo() throws IOException {
        write("a/x.jsonl", "a/.x.jsonl.crc", "a/_SUCCESS", "_bad/x.jsonl", ".tmp/x.jsonl", "_guerdon/tmp/x.jsonl");
        assertThat(list("*")).containsExactly("a/x.jsonl");
        assertThat(list("*/*")).containsExactly("a/x.jsonl");
        assertThat(list("a/*x*")).containsExactly("x.jsonl");
        assertThat(list("_*/x.jsonl")).containsExactly("_bad/x.jsonl");
        assertThat(list("_*/*.jsonl")).containsExactly("_bad/x.jsonl");
        assertThat(list("_bad")).containsExactly("x.jsonl");
        assertThatThrownBy(() -> list("_*/y*")).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void aFileIsMeantWhereItsNameLooksLikeAPattern() throws IOException {
        write("run[1].jsonl", "run1.jsonl", "days{1,2}/x.jsonl", "what?/x.jsonl", "whats/x.jsonl");
        assertThat(list("run[1].jsonl")).containsExactly("run[1].jsonl");
        assertThat(list("days{1,2}")).containsExactly("x.jsonl");
        assertThat(list("what?/x.jsonl")).containsExactly("x.jsonl");
        assertThat(list("run\\[1\\]*")).containsExactly("run[1].jsonl");
    }

    /** Every name goes all the way: listed, opened, written, moved, deleted. */
    @Test
    void anyNameIsTaken() throws IOException {
        List<String> names = List.of(
                "ts=12:00/a b.jsonl",
                "100%/%41+#é.jsonl",
                "雪/☃ [1]{2}.jsonl",
                "a&b=c;d/'\"?x=1#y.jsonl",
                "back\\slash.jsonl",
                "12:00");
        write(names.toArray(String[]::new));
        assertThat(list("")).containsExactlyInAnyOrderElementsOf(names);
        assertThat(list("*")).containsExactlyInAnyOrderElementsOf(names);
        for (ClusterStore.Entry entry : store.list(folder.toString())) {
            assertThat(read(entry.address())).isEqualTo(entry.below());
            String copy = store.resolve(folder + "/out", entry.below());
            String target = store.resolve(folder + "/moved", entry.below());
            try (OutputStream out = store.create(copy)) {
                out.write(entry.below().getBytes(StandardCharsets.UTF_8));
            }
            store.move(copy, target);
            assertThat(folder.resolve("moved/" + entry.below())).hasContent(entry.below());
            store.delete(target);
            assertThat(store.exists(target)).isFalse();
        }
    }

    @Test
    void aWholeAddressMeansTheSameEverywhere() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        String whole = "file:" + here + "/data/out";
        assertThat(List.of(
                        "data/out",
                        "./data/out/",
                        "data//x/../out",
                        here + "/data/out",
                        "file://" + here + "/data/out"))
                .allSatisfy(address -> assertThat(store.whole(address)).isEqualTo(whole));
        assertThat(store.whole("ts=12:00/x")).isEqualTo("file:" + here + "/ts=12:00/x");
        assertThat(store.whole("12:00")).isEqualTo("file:" + here + "/12:00");
        assertThat(store.whole("100% #1")).isEqualTo("file:" + here + "/100% #1");
        for (String address : List.of("", "nowhere://host/x", "file:x")) {
            assertThatThrownBy(() -> store.whole(address)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void anAddressCoversWhatItWouldTake() throws IOException {
        write("data/a/x.jsonl", "odd[1]/x.jsonl");
        assertThat(covers("data", "data/out/part.jsonl")).isTrue();
        assertThat(covers("data/a/x.jsonl", "data/a/x.jsonl")).isTrue();
        assertThat(covers("data", "database/part.jsonl")).isFalse();
        assertThat(covers("data/*", "data/out/part.jsonl")).isTrue();
        assertThat(covers("data/*", "data/out/deep/part.jsonl")).isTrue();
        assertThat(covers("data/*", "data/_out/part.jsonl")).isFalse();
        assertThat(covers("data/*/*.jsonl", "data/out/part.jsonl")).isTrue();
        assertThat(covers("data/*/x.jsonl", "data/out/part.jsonl")).isFalse();
        assertThat(covers("data/*.jsonl", "data/out/part.jsonl")).isFalse();
        assertThat(covers("{data/b,other}/*", "other/out/part.jsonl")).isTrue();
        assertThat(covers("odd[1]", "odd1/part.jsonl")).isFalse();
        assertThat(covers("odd[1]", "odd[1]/part.jsonl")).isTrue();
        assertThat(covers("never[1", "never[1/part.jsonl")).isTrue();
    }

    private boolean covers(String address, String file) throws IOException {
        return store.coversAny(folder + "/" + address, List.of(store.resolve(folder.toString(), file)));
    }

    @Test
    void whatIsThereIsListedWhereAFolderBesideItVanishes() throws IOException {
        write("a/x", "b/x", "c/x");
        Configuration vanishing = new Configuration(false);
        vanishing.setClass("fs.vanishing.impl", Vanishing.class, FileSystem.class);
        vanishing.setBoolean("fs.vanishing.impl.disable.cache", true);
        HadoopStore other = new HadoopStore(vanishing);
        assertThat(other.listAll("vanishing:" + folder))
                .extracting(ClusterStore.Entry::below)
                .containsExactly("a/x", "c/x");
        assertThat(other.list("vanishing:" + folder))
                .extracting(ClusterStore.Entry::below)
                .containsExactly("a/x", "c/x");
        assertThat(other.list("vanishing:" + folder + "/*/*"))
                .extracting(ClusterStore.Entry::below)
                .containsExactly("a/x", "c/x");
        assertThat(other.listAll("vanishing:" + folder + "/nowhere")).isEmpty();
    }

    /** A file system of which somebody removes the folder b. */
    static final class Vanishing extends RawLocalFileSystem {
        @Override
        public String getScheme() {
            return "vanishing";
        }

        @Override
        public URI getUri() {
            return URI.create("vanishing:///");
        }

        @Override
        public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
            if (path.getName().equals("b")) {
                throw new FileNotFoundException(path + " does not exist");
            }
            return super.listStatus(path);
        }
    }

    @Test
    void onlyAFolderIsAFolder() throws IOException {
        write("a/x");
        assertThat(store.isFolder(folder + "/a")).isTrue();
        assertThat(store.isFolder(folder + "/a/x")).isFalse();
        assertThat(store.isFolder(folder + "/b")).isFalse();
        assertThat(store.isFolder(folder + "/*")).isFalse();
    }

    private String read(String address) throws IOException {
        try (InputStream in = store.open(address, 0)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

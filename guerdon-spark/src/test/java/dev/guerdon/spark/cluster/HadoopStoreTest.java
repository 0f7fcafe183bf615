package dev.guerdon.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
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
    void onlyAFolderIsAFolder() throws IOException {
        write("a/x");
        assertThat(store.isFolder(folder + "/a")).isTrue();
        assertThat(store.isFolder(folder + "/a/x")).isFalse();
        assertThat(store.isFolder(folder + "/b")).isFalse();
        assertThat(store.isFolder(folder + "/*")).isFalse();
    }
}

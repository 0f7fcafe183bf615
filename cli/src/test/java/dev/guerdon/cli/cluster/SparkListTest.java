package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkListTest {

    private static final Path ROOT = Path.of(System.getProperty("guerdon.root"));
    private static final String HASH = "0".repeat(64);

    @Test
    void hasEveryJarOnceInOrder() {
        List<SparkList.Jar> jars = SparkList.jars();
        assertThat(jars).hasSize(173);
        assertThat(jars).extracting(SparkList.Jar::fileName).doesNotHaveDuplicates();
        assertThat(jars).extracting(SparkList.Jar::path).isSorted();
        assertThat(jars)
                .extracting(SparkList.Jar::fileName)
                .contains(
                        "spark-sql_2.13-" + SparkList.VERSION + ".jar",
                        "spark-core_2.13-" + SparkList.VERSION + ".jar");
    }

    @Test
    void isTheSparkThatTheBuildUses() throws IOException {
        assertThat(Files.readString(ROOT.resolve("pom.xml")))
                .contains("<spark.version>" + SparkList.VERSION + "</spark.version>");
    }

    /** What the build refuses, setup refuses, too. */
    @Test
    void agreesWithTheHashesOfTheBuild() throws IOException {
        List<String> lock = Files.readAllLines(ROOT.resolve(".mvn/checksums/checksums.sha256"));
        for (SparkList.Jar jar : SparkList.jars()) {
            assertThat(lock).contains(jar.sha256() + "  " + jar.path());
        }
    }

    @Test
    void pathsAreCoordinates() {
        SparkList.Jar jar = new SparkList.Jar(
                HASH,
                "io/netty/netty-transport-native-epoll/4.2.13.Final/netty-transport-native-epoll-4.2.13.Final-linux-x86_64.jar");
        assertThat(jar.group()).isEqualTo("io.netty");
        assertThat(jar.artifact()).isEqualTo("netty-transport-native-epoll");
        assertThat(jar.version()).isEqualTo("4.2.13.Final");
        assertThat(jar.classifier()).isEqualTo("linux-x86_64");
        assertThat(new SparkList.Jar(HASH, "org/a/b/1.0/b-1.0.jar").classifier())
                .isEmpty();
        for (SparkList.Jar each : SparkList.jars()) {
            String classifier = each.classifier().isEmpty() ? "" : "-" + each.classifier();
            assertThat(each.group().replace('.', '/') + "/" + each.artifact() + "/" + each.version() + "/"
                            + each.artifact() + "-" + each.version() + classifier + ".jar")
                    .isEqualTo(each.path());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/1/passwd.jar", "a/b/../c.jar", "a/b/1/c.txt", "c.jar", "/a/b/1/c.jar"})
    void pathsThatLeaveTheFolderAreRefused(String path) {
        assertThatThrownBy(() -> new SparkList.Jar(HASH, path)).isInstanceOf(GuerdonException.class);
    }
}

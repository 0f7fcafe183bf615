package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedJarTest {

    private static final String SEAM = "dev/guerdon/cli/spi/PieceEngine.class";

    @TempDir
    private Path folder;

    private Path lib;
    private Path cache;

    /** A distribution with two jars beside the program's, one of which the manifest does not name. */
    @BeforeEach
    void distribution() throws IOException {
        lib = Files.createDirectories(folder.resolve("a lib"));
        cache = folder.resolve("cache");
        Files.createDirectories(lib.resolve("spark"));
        jar(lib.resolve("guerdon.jar"), "guerdon-cli-1.jar other%20one.jar gone.jar", "Main.class", "main");
        jar(lib.resolve("guerdon-cli-1.jar"), "", SEAM, "seam");
        jar(lib.resolve("other one.jar"), "", "Other.class", "other");
        jar(lib.resolve("unnamed.jar"), "", "Unnamed.class", "unnamed");
        jar(lib.resolve("spark/guerdon-spark.jar"), "", "dev/guerdon/spark/SparkMain.class", "spark");
    }

    private static void jar(Path file, String classPath, String name, String content) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.putNextEntry(new ZipEntry(name));
            jar.write(content.getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
    }

    private OwnJars own() {
        return OwnJars.of(lib.resolve("guerdon.jar").toString());
    }

    private Path make() {
        return new SharedJar(cache, "1.2.3").make(own());
    }

    @Test
    void aDistributionIsItsJarAndWhatItsManifestNames() {
        assertThat(own().paths())
                .containsExactly(
                        lib.resolve("guerdon.jar"), lib.resolve("guerdon-cli-1.jar"), lib.resolve("other one.jar"));
        assertThat(own().side()).isEqualTo(lib.resolve("spark/guerdon-spark.jar"));
    }

    @Test
    void holdsTheSideTheSeamAndTheJars() throws IOException {
        Path jar = make();
        assertThat(jar.getFileName().toString()).matches("guerdon-spark-1\\.2\\.3-[0-9a-f]{16}\\.jar");
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName))
                    .contains(
                            "dev/guerdon/spark/SparkMain.class",
                            SEAM,
                            "guerdon-lib/guerdon.jar",
                            "guerdon-lib/other one.jar",
                            "guerdon-lib/jars.sha256")
                    .doesNotContain("guerdon-lib/unnamed.jar", "Main.class");
        }
    }

    @Test
    void isMadeOnceForTheSameJarsAndAnewForOthers() throws IOException {
        Path first = make();
        byte[] bytes = Files.readAllBytes(first);
        FileTime written = Files.getLastModifiedTime(first);
        assertThat(make()).isEqualTo(first).hasBinaryContent(bytes);
        assertThat(Files.getLastModifiedTime(first))
                .as("an archive of its classes fits it still")
                .isEqualTo(written);
        jar(lib.resolve("other one.jar"), "", "Other.class", "changed");
        assertThat(make()).isNotEqualTo(first);
        jar(lib.resolve("spark/guerdon-spark.jar"), "", "dev/guerdon/spark/SparkMain.class", "changed");
        make();
        assertThat(jars()).hasSize(3);
    }

    @Test
    void aJarThatChangedIsNoticedThoughItsSizeAndTimeAreTheSame() throws IOException {
        Path other = lib.resolve("other one.jar");
        Path first = make();
        FileTime time = Files.getLastModifiedTime(other);
        long size = Files.size(other);
        jar(other, "", "Other.class", "0ther");
        Files.setLastModifiedTime(other, time);
        assertThat(other).hasSize(size);
        assertThat(make()).isNotEqualTo(first);
    }

    @Test
    void thoseThatNobodyUsedForLongGo() throws IOException {
        make();
        for (int i = 0; i < 6; i++) {
            Path old = Files.createFile(cache.resolve("guerdon-spark-0.9-" + i + ".jar"));
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(10 + i, ChronoUnit.DAYS)));
        }
        Path another = Files.createFile(cache.resolve("another.jar"));
        Path kept = make();
        assertThat(jars()).hasSize(4).contains(kept).contains(cache.resolve("guerdon-spark-0.9-0.jar"));
        assertThat(another).exists();
    }

    private List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.filter(file -> file.getFileName().toString().matches("guerdon-spark.*\\.jar"))
                    .toList();
        }
    }

    @Test
    void foldersOfClassesArePacked() throws IOException {
        Path classes = folder.resolve("cli/target/classes");
        Files.createDirectories(classes.resolve(SEAM).getParent());
        Files.writeString(classes.resolve(SEAM), "seam");
        Path side = folder.resolve("serving/spark/target/classes");
        Files.createDirectories(side);
        Files.writeString(side.resolve("Side.class"), "side");
        OwnJars own = OwnJars.of(classes + File.pathSeparator + lib.resolve("unnamed.jar"));
        assertThat(own.side()).isEqualTo(side);
        Path jar = new SharedJar(cache, "development").make(own);
        assertThat(new SharedJar(cache, "development").make(own)).isEqualTo(jar);
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName))
                    .contains("Side.class", SEAM, "guerdon-lib/guerdon-cli-0.jar", "guerdon-lib/unnamed.jar");
        }
    }

    @Test
    void aDistributionWithoutTheSideSaysSo() throws IOException {
        Files.delete(lib.resolve("spark/guerdon-spark.jar"));
        assertThatThrownBy(this::make)
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("spark/guerdon-spark.jar, found nothing; a release has them there");
    }
}

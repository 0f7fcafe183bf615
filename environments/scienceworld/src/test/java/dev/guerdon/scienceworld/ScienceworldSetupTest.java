package dev.guerdon.scienceworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.core.base.Sha256;
import dev.guerdon.core.base.Sha256.PinnedDownload;
import dev.guerdon.scienceworld.ScienceworldSetup.Pip;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import dev.guerdon.scienceworld.simulator.SimulatorJar;
import dev.guerdon.scienceworld.simulator.SimulatorJarTest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScienceworldSetupTest {

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();

    private JarLocation location() {
        return new JarLocation(Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
    }

    private ScienceworldSetup setup(ScienceworldSetup.WheelSource wheels) {
        return setup(wheels, "0".repeat(64));
    }

    private ScienceworldSetup setup(ScienceworldSetup.WheelSource wheels, String sha256) {
        return new ScienceworldSetup(location(), wheels, new PinnedDownload("scienceworld==0", sha256), told::add);
    }

    private static ScienceworldSetup.WheelSource none() {
        return (name, target) -> {
            throw new ScienceworldException("no registry in this test");
        };
    }

    @Test
    @Tag("slow")
    void theWheelIsFetchedByNameUnpackedAndKept() throws IOException {
        Path official = OfficialJar.require();
        Path wheel = folder.resolve("scienceworld-0-py3-none-any.whl");
        wheel(wheel, official);
        String report = setup(
                        (name, target) -> {
                            assertThat(name).isEqualTo("scienceworld==0");
                            copy(wheel, target);
                        },
                        Sha256.hex(wheel))
                .run(null);
        String version = SimulatorJar.open(official).version();
        assertThat(report).contains(version, "30 tasks");
        assertThat(told)
                .anyMatch(line -> line.contains("with pip")
                        && line.contains(location().cacheFolder().toString()));
        Path cache = location().cacheFolder();
        try (Stream<Path> files = Files.list(cache)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("scienceworld.jar", "object_type_ids.tsv", "tasks.json", "version");
        }
        assertThat(cache.resolve("version")).hasContent(version + "\n");
        assertThat(location().find(null)).contains(location().cached());

        String again = setup(none()).run(null);
        assertThat(again).contains(version, "remove the folder to fetch it again");
    }

    @Test
    @Tag("slow")
    void aWheelOfAnotherContentIsRefusedWithBothHashesAndAUserMayTakeIt() throws IOException {
        Path wheel = folder.resolve("scienceworld-0-py3-none-any.whl");
        wheel(wheel, OfficialJar.require());
        assertThatThrownBy(() -> setup((name, target) -> copy(wheel, target)).run(null))
                .hasMessageContainingAll(
                        "scienceworld==0",
                        wheel.getFileName().toString(),
                        Sha256.hex(wheel),
                        "0".repeat(64),
                        "--from FILE");
        assertThat(location().find(null)).isEmpty();
        assertThat(setup(none()).run(wheel)).contains("30 tasks");
    }

    @Test
    @Tag("slow")
    void aJarThatIsHereIsTakenWithWhatLiesBesideIt() throws IOException {
        Path jar = Files.copy(OfficialJar.require(), folder.resolve("mine.jar"));
        Files.writeString(folder.resolve("tasks.json"), "[]");
        setup(none()).run(jar);
        assertThat(location().cached()).hasSameBinaryContentAs(jar);
        assertThat(location().cacheFolder().resolve("tasks.json")).hasContent("[]");
    }

    @Test
    void aWrongFileIsRefusedAndTheCacheStaysAsItIs() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "x");
        assertThatThrownBy(() -> setup(none()).run(text)).hasMessageContainingAll("notes.txt", ".whl");
        assertThatThrownBy(() -> setup(none()).run(folder.resolve("gone.whl")))
                .hasMessageContainingAll("gone.whl", "found nothing");
        Path noZip = Files.writeString(folder.resolve("bad.whl"), "x");
        assertThatThrownBy(() -> setup(none()).run(noZip)).hasMessageContaining("bad.whl");
        Path other = SimulatorJarTest.jar(folder.resolve("other.whl"), "1", Map.of("a/b.txt", new byte[0]));
        assertThatThrownBy(() -> setup(none()).run(other))
                .hasMessageContainingAll("expected scienceworld/scienceworld.jar in other.whl");
        Path jar = SimulatorJarTest.jar(folder.resolve("other.jar"), "1", Map.of("a/b.txt", new byte[0]));
        assertThatThrownBy(() -> setup(none()).run(jar)).hasMessageContaining("PythonInterface");
        assertThat(location().find(null)).isEmpty();
        try (Stream<Path> left = Files.list(location().cacheFolder())) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void nothingIsFetchedWhereTheUserForbidsIt() {
        JarLocation location =
                new JarLocation(Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString(), "GUERDON_INSTALL", "no"));
        ScienceworldSetup.WheelSource wheels = (name, target) -> {
            throw new AssertionError("fetched " + name);
        };
        assertThatThrownBy(() -> new ScienceworldSetup(
                                location, wheels, new PinnedDownload("scienceworld==0", ""), told::add)
                        .run(null))
                .isInstanceOf(ScienceworldException.class)
                .hasMessageContainingAll("GUERDON_INSTALL=no", "--from");
        assertThat(told).isEmpty();
    }

    @Test
    void aMissingPipIsOneClearSentence() {
        Pip pip = new Pip(List.of(List.of("no-such-python-here", "-m", "pip")));
        assertThatThrownBy(() -> setup(pip::download).run(null))
                .isInstanceOf(ScienceworldException.class)
                .hasMessageContainingAll("pip is not on this machine", "scienceworld", "give its path");
    }

    @Test
    void aPipThatFailsIsQuoted() {
        Pip pip = new Pip(List.of(List.of(
                "sh", "-c", "if [ \"$1\" = --version ]; then exit 0; fi; echo; echo no such network; exit 1", "pip")));
        assertThatThrownBy(() -> setup(pip::download).run(null))
                .hasMessageContainingAll("could not download", "no such network");
    }

    @Test
    void theJarIsLookedForByOptionVariableAndCache() {
        JarLocation location = new JarLocation(Map.of("SCIENCEWORLD_JAR", "/a/variable.jar"));
        assertThat(location.require("/an/option.jar")).hasToString("/an/option.jar");
        assertThat(location.require(null)).hasToString("/a/variable.jar");
        assertThatThrownBy(() -> location().require(null))
                .hasMessageContainingAll("SCIENCEWORLD_JAR", "guerdon setup scienceworld", "minilab");
    }

    private static void copy(Path file, Path folder) {
        try {
            Files.copy(file, folder.resolve(file.getFileName()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void wheel(Path file, Path jar) {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("scienceworld/scienceworld.jar"));
            Files.copy(jar, zip);
            zip.putNextEntry(new ZipEntry("scienceworld/object_type_ids.tsv"));
            zip.putNextEntry(new ZipEntry("scienceworld/tasks.json"));
            zip.putNextEntry(new ZipEntry("scienceworld/scienceworld.py"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

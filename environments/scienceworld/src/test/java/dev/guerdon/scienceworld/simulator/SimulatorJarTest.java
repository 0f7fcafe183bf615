package dev.guerdon.scienceworld.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guerdon.scienceworld.OfficialJar;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

public final class SimulatorJarTest {

    @TempDir
    private Path folder;

    @Test
    void aMissingJarSaysWhereItWasExpectedAndHowToGetIt() {
        assertThatThrownBy(() -> SimulatorJar.open(folder.resolve("no.jar")))
                .isInstanceOf(ScienceworldException.class)
                .hasMessageContainingAll("expected", "no.jar", "found nothing", "guerdon setup scienceworld");
        assertThatThrownBy(() -> SimulatorJar.open(folder)).hasMessageContaining("found a folder");
    }

    @Test
    void aFileThatIsNoJarSaysSo() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");
        assertThatThrownBy(() -> SimulatorJar.open(text))
                .isInstanceOf(ScienceworldException.class)
                .hasMessageContainingAll("text.jar", "not a readable jar");
    }

    @Test
    void anotherJarNamesTheClassThatIsMissing() throws IOException {
        Path other = jar("other.jar", "1.0", Map.of("a/B.class", new byte[] {1}));
        assertThatThrownBy(() -> SimulatorJar.open(other))
                .hasMessageContainingAll(
                        "other.jar", "without the class scienceworld.runtime.pythonapi.PythonInterface");
    }

    @Test
    void aJarOfRubbishClassesFailsWithItsVersionWhenItIsLoaded() throws IOException {
        Path broken = jar("broken.jar", "9.9", rubbish(List.of(SIMULATOR, SCALA)));
        SimulatorJar jar = SimulatorJar.open(broken);
        assertThat(jar.version()).isEqualTo("9.9");
        assertThatThrownBy(() -> new JarSimulator(jar))
                .isInstanceOf(ScienceworldException.class)
                .hasMessageContainingAll("expected", "found version 9.9 that does not load", "broken.jar");
    }

    @Test
    void aJarBuiltWithoutItsLibrariesSaysWhatIsMissing() throws IOException {
        Path thin = jar("thin.jar", "1.3.0", rubbish(List.of(SIMULATOR)));
        assertThatThrownBy(() -> SimulatorJar.open(thin))
                .isInstanceOf(ScienceworldException.class)
                .hasMessageContainingAll("thin.jar", "without the class scala.", "dependencies in one jar");
    }

    @Test
    void aJarThatKeepsStateInAnUnknownWayIsRefusedWhenItIsLoaded() throws IOException {
        ClassWriter writer = new ClassWriter(0);
        String name = "scienceworld/runtime/pythonapi/PythonInterface";
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_STATIC, "counter", "I", null, null).visitEnd();
        writer.visitEnd();
        Map<String, byte[]> entries = new HashMap<>(rubbish(List.of(SIMULATOR, SCALA)));
        entries.put(name + ".class", writer.toByteArray());
        Path odd = jar("odd.jar", "2.0", entries);
        assertThatThrownBy(() -> new JarSimulator(SimulatorJar.open(odd)))
                .isInstanceOf(ScienceworldException.class)
                .hasMessageContainingAll("odd.jar", "PythonInterface", "'counter'", "environments would share it");
    }

    @Test
    void aJarWithoutASpecificationVersionIsKnownByItsImplementation() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "1.3.1");
        Path built = jar(folder.resolve("built.jar"), manifest, rubbish(List.of(SIMULATOR, SCALA)));
        assertThat(SimulatorJar.open(built).version()).isEqualTo("1.3.1");
    }

    private static final List<String> SIMULATOR = List.of(
            "scienceworld/runtime/pythonapi/PythonInterface",
            "scienceworld/struct/EnvObject",
            "scienceworld/input/InputParser$",
            "util/UniqueTypeID$");
    private static final List<String> SCALA = List.of(
            "scala/sys/package$", "scala/Console$", "scala/util/Random$", "scala/util/parsing/input/Positional");

    private static Map<String, byte[]> rubbish(List<List<String>> names) {
        byte[] rubbish = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 52, 0, 1, 0, 0};
        return names.stream().flatMap(List::stream).collect(Collectors.toMap(name -> name + ".class", name -> rubbish));
    }

    @Test
    void aTruncatedJarSaysSo() throws IOException {
        byte[] whole = Files.readAllBytes(OfficialJar.require());
        Path half = Files.write(folder.resolve("half.jar"), Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> SimulatorJar.open(half)).hasMessageContainingAll("half.jar", "not a readable jar");
    }

    @Test
    void theTypeTableBesideTheJarCountsAndUnlistedClassesComeAfterIt() throws IOException {
        Path copy = Files.copy(OfficialJar.require(), folder.resolve("copy.jar"));
        Files.writeString(
                folder.resolve("object_type_ids.tsv"),
                "scienceworld.struct.EnvObject\t0\nscienceworld.objects.agent.Agent\t1\nbroken line\n");
        Map<String, Long> ids = SimulatorJar.open(copy).typeIds();
        assertThat(ids)
                .containsEntry("scienceworld.struct.EnvObject", 0L)
                .containsEntry("scienceworld.objects.agent.Agent", 1L);
        assertThat(ids.values()).doesNotHaveDuplicates();
        assertThat(ids.size()).isGreaterThan(200);
    }

    @Test
    void aJarIsReadAgainOnceItWasReplaced() throws IOException {
        Path official = OfficialJar.require();
        Path copy = Files.copy(official, folder.resolve("again.jar"));
        SimulatorJar first = SimulatorJar.open(copy);
        assertThat(SimulatorJar.open(copy)).isSameAs(first);
        Files.setLastModifiedTime(copy, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
        assertThat(SimulatorJar.open(copy)).isNotSameAs(first);
    }

    public static Path jar(Path file, String version, Map<String, byte[]> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.SPECIFICATION_VERSION, version);
        return jar(file, manifest, entries);
    }

    private static Path jar(Path file, Manifest manifest, Map<String, byte[]> entries) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        return file;
    }

    private Path jar(String name, String version, Map<String, byte[]> entries) throws IOException {
        return jar(folder.resolve(name), version, entries);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void scalasExitThrowsAndTheProcessLives() throws Throwable {
        Class<?> system = OfficialJar.pool().jar().code().loader().loadClass("scala.sys.package$");
        Throwable thrown = catchThrowable(() -> system.getMethod("exit", int.class)
                .invoke(system.getField("MODULE$").get(null), 1));
        assertThat(thrown.getCause()).isExactlyInstanceOf(Throwable.class);
    }
}

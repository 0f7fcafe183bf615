package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher of a release, with one small program instead of the real jars; {@code ./dev release-test} tries the real ones. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "this launcher is a bash script")
class ReleaseLauncherTest {

    private static final String PREPARING = "guerdon: preparing fast starts in ";

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private Path home;

    @BeforeEach
    void install() throws IOException {
        Checkout checkout = Checkout.create(folder.resolve("checkout"));
        assertThat(checkout.run().exitCode()).isZero();
        Path built = checkout.root()
                .resolve("build")
                .resolve(Files.readString(checkout.root().resolve("build/current"))
                        .strip());
        home = folder.resolve("in stalled");
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("launcher"));
        Files.createDirectories(home.resolve("lib"));
        copy(Checkout.REAL.resolve("bin/packaging/guerdon"), home.resolve("bin/guerdon"));
        copy(built.resolve("lib/guerdon.jar"), home.resolve("lib/guerdon.jar"));
        for (String name : List.of("jdk.sh", "start.sh", "archive.sh", "training.txt")) {
            copy(
                    Checkout.REAL.resolve("bin").resolve(name),
                    home.resolve("launcher").resolve(name));
        }
        Files.writeString(home.resolve("launcher/version"), "1.2.3\n");
        Files.createDirectories(folder.resolve("home"));
        environment.put("HOME", folder.resolve("home").toString());
        environment.put("XDG_CACHE_HOME", "");
    }

    @Test
    void firstStartPreparesAndLaterOnesAreQuiet() throws IOException {
        Result first = run("a b", "");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.out()).contains("arguments a b|\n");
        assertThat(first.err())
                .hasLineCount(1)
                .startsWith(PREPARING + home.toRealPath().resolve("archive"));
        assertThat(run().err()).isEmpty();
        assertThat(archives(home.resolve("archive")))
                .hasSize(1)
                .allSatisfy(file -> assertThat(file).isNotEmptyFile());
        assertThat(folder.resolve("home")).isEmptyDirectory();

        Path moved = Files.move(home, folder.resolve("elsewhere"));
        home = moved;
        assertThat(run().err()).startsWith(PREPARING);
        assertThat(run().err()).isEmpty();
    }

    @Test
    void ownRuntimeIsUsedBeforeTheMachines() throws IOException {
        Path runtime = Files.createSymbolicLink(home.resolve("runtime"), Path.of(System.getProperty("java.home")));
        environment.put("JAVA_HOME", folder.resolve("nowhere").toString());
        environment.put("GUERDON_JDK_PREFIX", folder.resolve("nowhere").toString());
        Result result = run();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("java " + runtime.toRealPath());
    }

    @Test
    void wrongGuerdonJavaHomeDoesNotHideTheOwnRuntime() throws IOException {
        Path runtime = Files.createSymbolicLink(home.resolve("runtime"), Path.of(System.getProperty("java.home")));
        environment.put("GUERDON_JAVA_HOME", folder.resolve("nowhere").toString());
        leaveOnlyAnOldJava();
        Result result = run();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("java " + runtime.toRealPath());
        assertThat(result.err()).contains("holds no JDK of version 21 or newer; looking further");
    }

    @Test
    void tooOldJavaIsOneSentence() throws IOException {
        leaveOnlyAnOldJava();
        Result result = run();
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).hasLineCount(1).contains("21 or newer");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void startsThroughLinksAndByName() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin of the user"));
        Files.createSymbolicLink(bin.resolve("first"), Path.of("../in stalled/bin/guerdon"));
        Files.createSymbolicLink(bin.resolve("guerdon"), Path.of("first"));
        environment.put("PATH", bin + ":" + System.getenv("PATH"));
        Result result = Checkout.run(folder, environment, List.of("bash", "-c", "guerdon found"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("arguments found\n").contains("folder " + folder.toRealPath() + "\n");
    }

    @Test
    void readOnlyInstallationUsesTheCacheAndNeedsNone() throws IOException {
        Path cache = folder.resolve("ca che");
        Files.createDirectories(cache);
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        environment.put("XDG_CACHE_HOME", cache.toString());
        Result first = runUnprivileged("one");
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).isEqualTo(PREPARING + cache + "/guerdon/archive, once (some seconds)\n");
        assertThat(runUnprivileged("two").err()).isEmpty();

        environment.put("XDG_CACHE_HOME", "");
        environment.put("HOME", "");
        Result homeless = runUnprivileged("three");
        assertThat(homeless.exitCode()).as(homeless.err()).isZero();
        assertThat(homeless.out()).contains("arguments three\n");
        assertThat(homeless.err()).isEmpty();
    }

    /** Hides every Java that this machine has behind one that is too old. */
    private void leaveOnlyAnOldJava() throws IOException {
        Path old = folder.resolve("old");
        Files.createDirectories(old.resolve("bin"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        Path java = Files.writeString(old.resolve("bin/java"), "#!/bin/sh\nexit 99\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        environment.put("JAVA_HOME", old.toString());
        environment.put("PATH", old.resolve("bin") + ":" + System.getenv("PATH"));
        environment.put("GUERDON_JDK_PREFIX", folder.resolve("nowhere").toString());
    }

    private Result run(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/guerdon").toString()));
        command.addAll(List.of(arguments));
        return Checkout.run(folder, environment, command);
    }

    /** Takes the right to write from everyone; the administrator, who needs no rights, becomes nobody. */
    private Result runUnprivileged(String argument) throws IOException {
        List<String> command = new ArrayList<>();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        permit("r-xr-xr-x");
        try {
            if (Files.isWritable(home)) {
                command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
                assumeThat(Checkout.run(Path.of("/"), Map.of(), List.of("bash", "-c", "command -v setpriv"))
                                .exitCode())
                        .as("setpriv, without which the administrator cannot test a read-only installation")
                        .isZero();
            }
            command.addAll(List.of(home.resolve("bin/guerdon").toString(), argument));
            return Checkout.run(Path.of("/"), environment, command);
        } finally {
            permit("rwxr-xr-x");
        }
    }

    private void permit(String permissions) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            }
        }
    }

    private static List<Path> archives(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
}

package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Checkout.Running;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher on a checkout that is built once for all tests, in a folder whose name has a space. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class LauncherTest {

    @TempDir
    static Path shared;

    private static Checkout built;

    @TempDir
    Path folder;

    @BeforeAll
    static void build() throws IOException {
        built = Checkout.create(shared.resolve("check out"));
        Result first = built.run();
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).hasLineCount(1).contains("building, for the first use");
    }

    @Test
    void startsQuietlyOnceBuilt() throws IOException {
        Result result = built.run("a", "b c", "");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("arguments a|b c|\n");
        assertThat(result.err()).isEmpty();
        assertThat(built.builds()).isOne();
    }

    @Test
    void startsThroughSymbolicLinksFromAnotherFolder() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), built.launcher());
        Path relative = Files.createSymbolicLink(folder.resolve("relative link"), link.getFileName());
        Result result = Checkout.run(folder, Map.of(), List.of(relative.toString()));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("folder " + folder.toRealPath() + "\n");
    }

    @Test
    void startsByNameFromThePath() {
        String path = built.root() + ":" + System.getenv("PATH");
        Result result = Checkout.run(folder, Map.of("PATH", path), List.of("bash", "-c", "guerdon found"));
        assertThat(result.out()).contains("arguments found\n").contains("command guerdon\n");
    }

    @Test
    void tellsWhatTheUserTyped() {
        assertThat(called(built.root(), Map.of(), "./guerdon")).isEqualTo("./guerdon");
        assertThat(called(folder, Map.of(), "'" + built.launcher() + "'"))
                .isEqualTo(built.launcher().toString());
        assertThat(called(built.root(), Map.of(), "bash guerdon")).isEqualTo("./guerdon");
        String installed = folder.resolve("tools/gd").toString();
        assertThat(called(built.root(), Map.of("GUERDON_COMMAND", installed), "./guerdon"))
                .isEqualTo(installed);
        Map<String, String> onPath =
                Map.of("GUERDON_COMMAND", installed, "PATH", folder.resolve("tools") + ":" + System.getenv("PATH"));
        assertThat(called(built.root(), onPath, "./guerdon")).isEqualTo("gd");
    }

    private static String called(Path from, Map<String, String> environment, String line) {
        return Checkout.run(from, environment, List.of("bash", "-c", line))
                .out()
                .lines()
                .filter(each -> each.startsWith("command "))
                .findFirst()
                .orElseThrow()
                .substring("command ".length());
    }

    @Test
    void heapForScoringIsBoundedUnlessTheUserSaysOtherwise() {
        assertThat(built.run("score").out()).containsPattern("heap (4\\d\\d|5[01]\\d)\n");
        Map<String, String> more = Map.of("GUERDON_JAVA_OPTS", "-Xmx700m -XX:+UseSerialGC -Dcolour=blue");
        Result result = Checkout.run(folder, more, built.command("score"));
        assertThat(result.out()).containsPattern("heap (6\\d\\d|700)\n").contains("colour blue\n");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void optionsThatDoNotSuitTheArchiveOfClassesAreNoNews() {
        Map<String, String> recorded = Map.of("GUERDON_JAVA_OPTS", "--add-modules=jdk.jfr -Dcolour=blue");
        Result result = Checkout.run(folder, recorded, built.command("score"));
        assertThat(result.out()).contains("colour blue\n");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void tellsWhichStreamsAreATerminalAndHowWideItIs() {
        assertThat(built.run().out()).contains("terminal \n").contains("columns null\n");
        assumeTrue(HelpTest.isInstalled("script"), "script is not installed, which makes a terminal for this test");
        String command = "stty cols 57; '" + built.launcher() + "'";
        Result result = Checkout.run(folder, Map.of(), List.of("script", "-qec", command, "/dev/null"));
        assertThat(result.out()).contains("terminal ioe\r\n").contains("columns 57\r\n");
        String piped = "stty cols 57; '" + built.launcher() + "' | cat";
        assertThat(Checkout.run(folder, Map.of(), List.of("script", "-qec", piped, "/dev/null"))
                        .out())
                .contains("terminal ie\r\n");
    }

    @Test
    void argumentsAreUtf8WithoutALocale() {
        // The shell makes the argument's bytes, whatever the locale of this test.
        String command = "exec \"$0\" score \"$(printf 'Z\\303\\274rich')\"";
        Result result = Checkout.run(
                folder,
                Map.of("LC_ALL", "C", "LANG", ""),
                List.of("bash", "-c", command, built.launcher().toString()));
        assertThat(result.out()).contains("arguments score|Zürich\n");
    }

    @Test
    void archiveIsMadeForEachJvm() throws IOException {
        Path other = Files.createSymbolicLink(folder.resolve("other-jdk"), javaHome());
        Result result = Checkout.run(folder, Map.of("GUERDON_JAVA_HOME", other.toString()), built.command());
        assertThat(result.exitCode()).isZero();
        assertThat(result.err()).isEmpty();
        Path distribution = built.root()
                .resolve("build")
                .resolve(Files.readString(built.root().resolve("build/current")).strip());
        try (var archives = Files.list(distribution.resolve("archive"))) {
            assertThat(archives)
                    .anySatisfy(archive ->
                            assertThat(archive.getFileName().toString()).endsWith("other-jdk"))
                    .allSatisfy(archive -> assertThat(archive).isNotEmptyFile())
                    .hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void unsuitableJavasAreLeftOut() throws IOException {
        Path old = oldJdk(folder.resolve("old"));
        Files.createDirectories(folder.resolve("root/usr/lib/jvm"));
        oldJdk(folder.resolve("root/usr/lib/jvm/a"));
        Files.createSymbolicLink(folder.resolve("root/usr/lib/jvm/b"), javaHome());
        Map<String, String> environment = Map.of(
                "JAVA_HOME", old.toString(),
                "PATH", old.resolve("bin") + ":" + System.getenv("PATH"),
                "GUERDON_JDK_PREFIX", folder.resolve("root").toString());
        Result result = Checkout.run(folder, environment, built.command());
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("java " + javaHome().toRealPath() + "\n");
    }

    @Test
    void noJdkIsOneSentence() throws IOException {
        Path old = oldJdk(folder.resolve("old"));
        Map<String, String> environment = Map.of(
                "JAVA_HOME",
                "",
                "PATH",
                old.resolve("bin") + ":" + System.getenv("PATH"),
                "GUERDON_JDK_PREFIX",
                folder.resolve("nothing").toString());
        Result result = Checkout.run(folder, environment, built.command());
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).hasLineCount(1).contains("21 or newer").contains("install");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void simultaneousFirstStartsBuildOnce() throws IOException {
        Checkout checkout = Checkout.create(folder.resolve("several"));
        List<Running> starts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            starts.add(new Running(Checkout.start(folder, Map.of(), checkout.command("start"))));
        }
        assertThat(starts)
                .map(Running::end)
                .allSatisfy(result -> assertThat(result.out()).contains("arguments start\n"));
        assertThat(checkout.builds()).isOne();
    }

    private static Path javaHome() {
        return Path.of(System.getProperty("java.home"));
    }

    /** A folder that looks like JDK 17, and fails when it is used. */
    private static Path oldJdk(Path home) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"17.0.1\"\n");
        for (String program : List.of("java", "javac")) {
            Path file = Files.writeString(home.resolve("bin").resolve(program), "#!/bin/sh\nexit 99\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        return home;
    }
}

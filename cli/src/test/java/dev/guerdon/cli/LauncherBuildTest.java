package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Checkout.Running;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** When the launcher builds, and what it does where a build cannot be. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a bash script")
class LauncherBuildTest {

    @TempDir
    Path folder;

    private Checkout checkout;

    @BeforeEach
    void create() throws IOException {
        checkout = Checkout.create(folder.resolve("checkout"));
    }

    @Test
    void changedSourcesAreBuiltAgainAndABrokenBuildIsExplained() throws IOException {
        assertThat(checkout.run().out()).contains("revision 1");

        checkout.edit("revision 1", "revision 2");
        Result changed = checkout.run();
        assertThat(changed.out()).contains("revision 2");
        assertThat(changed.err()).isEqualTo("guerdon: sources changed, building\n");
        assertThat(checkout.run().err()).isEmpty();
        assertThat(checkout.builds()).isEqualTo(2);

        String inUse = current();
        checkout.edit("out.println(\"revision 2\")", "out.println(\"revision 3\"");
        Result broken = checkout.run();
        assertThat(broken.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(broken.out()).isEmpty();
        assertThat(broken.err())
                .contains("the build failed; the log is ")
                .contains("build.log")
                .contains("App.java:8: error: ')' or ',' expected")
                .doesNotContain("Help 1");
        assertThat(current()).isEqualTo(inUse);
        assertThat(leftovers()).isEmpty();

        checkout.edit("\"revision 3\"", "\"revision 3\")");
        assertThat(checkout.run().out()).contains("revision 3");
    }

    /** What one has compiled the other need not, but classes do not change while tests are about to load them. */
    @Test
    void classFilesAreThoseOfTheDevelopersBuildUnlessOneIsAtWork() throws IOException {
        Path unchecked = checkout.root().resolve("build/unchecked");
        assertThat(checkout.run().exitCode()).isZero();
        assertThat(lastBuild()).contains("-Dtarget.folder=target ");
        assertThat(unchecked).exists();

        Files.delete(unchecked);
        Path busy = checkout.root().resolve("build/busy");
        Files.writeString(busy, ProcessHandle.current().pid() + "\n");
        checkout.edit("revision 1", "revision 2");
        assertThat(checkout.run().out()).contains("revision 2");
        assertThat(lastBuild()).contains("-Dtarget.folder=target/distribution ");
        assertThat(unchecked).doesNotExist();

        Files.writeString(busy, Long.MAX_VALUE + "\n"); // one that was killed
        checkout.edit("revision 2", "revision 3");
        assertThat(checkout.run().out()).contains("revision 3");
        assertThat(lastBuild()).contains("-Dtarget.folder=target ");
    }

    private String lastBuild() throws IOException {
        return Files.readAllLines(checkout.root().resolve("builds.log")).getLast();
    }

    @Test
    void interruptedBuildLeavesNothingBroken() throws IOException, InterruptedException {
        Path hold = checkout.root().resolve("hold");
        assertThat(Checkout.run(folder, Map.of(), List.of("mkfifo", hold.toString()))
                        .exitCode())
                .isZero();
        Process first = Checkout.start(folder, Map.of(), checkout.command());
        awaitFile(checkout.root().resolve("holding"), first);
        List<ProcessHandle> maven = first.descendants().toList();
        // Through the handle: destroying the process itself would close its streams, too.
        assertThat(first.toHandle().destroy()).isTrue();
        Result interrupted = new Running(first).end();
        assertThat(interrupted.exitCode()).isEqualTo(130);
        assertThat(leftovers()).isEmpty();
        assertThat(maven)
                .isNotEmpty()
                .allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(Duration.ofMinutes(1)));

        Files.delete(hold);
        assertThat(checkout.run("again").out()).contains("arguments again");
    }

    @Test
    void readOnlyCheckoutStartsWhatIsBuilt() throws IOException {
        assertThat(checkout.run().exitCode()).isZero();
        checkout.edit("revision 1", "revision 2");
        Result result = runUnprivileged(checkout.command("read only"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("revision 1").contains("arguments read only\n");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void readOnlyCheckoutThatIsNotBuiltSaysSo() throws IOException {
        Result result = runUnprivileged(checkout.command());
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).hasLineCount(1).contains("not built yet").contains("not writable");
    }

    private String current() throws IOException {
        return Files.readString(checkout.root().resolve("build/current"));
    }

    private List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(checkout.root().resolve("build"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("new"))
                    .toList();
        }
    }

    /** Takes the right to write from everyone; the administrator, who needs no rights, becomes nobody. */
    private Result runUnprivileged(List<String> command) throws IOException {
        permit(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            List<String> unprivileged = new ArrayList<>();
            if (Files.isWritable(folder)) {
                unprivileged.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
                assumeThat(Checkout.run(Path.of("/"), Map.of(), List.of("bash", "-c", "command -v setpriv"))
                                .exitCode())
                        .as("setpriv, without which the administrator cannot test a read-only checkout")
                        .isZero();
            }
            unprivileged.addAll(command);
            return Checkout.run(Path.of("/"), Map.of(), unprivileged);
        } finally {
            permit(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static void permit(Path tree, Set<PosixFilePermission> permissions) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(file, permissions);
            }
        }
    }

    private static void awaitFile(Path file, Process process) throws InterruptedException {
        while (!Files.exists(file)) {
            assertThat(process.waitFor(10, TimeUnit.MILLISECONDS))
                    .as("ended before " + file + " was there")
                    .isFalse();
        }
    }
}

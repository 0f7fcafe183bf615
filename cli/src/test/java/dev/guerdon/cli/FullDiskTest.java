package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Disks of a few megabytes: the message names the one that is full, and nothing half is left behind. */
@EnabledOnOs(OS.LINUX)
class FullDiskTest {

    private static final String SAYS_A_LOT = """
            import dev.guerdon.api.*;
            import java.util.Random;

            public final class Talks implements Plugin, Policy {
                @Override public void install(Registration registration) { registration.policy(this); }
                @Override public String name() { return "talks"; }
                @Override public String description() { return "says a lot"; }
                @Override public Session begin(Task task, Context context, long seed) {
                    return messages -> {
                        StringBuilder text = new StringBuilder();
                        new Random(task.id().hashCode()).ints(300_000, 33, 127).forEach(text::appendCodePoint);
                        return Message.assistant(text.toString());
                    };
                }
            }
            """;

    @TempDir
    Path folder;

    private Path disk;
    private Path cache;

    @BeforeEach
    void prepare() throws IOException {
        disk = Files.createDirectory(folder.resolve("disk"));
        cache = Files.createDirectory(folder.resolve("cache"));
        StringBuilder suite = new StringBuilder("model: policy:talks\nreward: qa_em_reward\ntasks:\n");
        for (int i = 0; i < 40; i++) {
            suite.append("  - {id: t").append(i).append(", question: \"?\", answer: x}\n");
        }
        Files.writeString(folder.resolve("suite.yaml"), suite);
        Files.writeString(folder.resolve("Talks.java"), SAYS_A_LOT);
        assumeTrue(
                small(2, "", List.of("true")).exitCode() == 0, "unshare is not allowed here, which makes a small disk");
    }

    /** Runs a command in a view of the machine in which the folder is a disk of so many megabytes, and then others there. */
    private Result small(int megabytes, String then, List<String> command) {
        List<String> inView = new ArrayList<>(List.of(
                "sh",
                "-c",
                "[ \"$(id -u)\" = 0 ] || map=--map-root-user; exec unshare $map -m --propagation private sh -c '"
                        + "mount -t tmpfs -o size=" + megabytes
                        + "m none \"$1\" && cd \"$2\" && shift 2 && { \"$@\"; code=$?; "
                        + (then.isEmpty() ? ":" : then) + "; exit $code; }' sh \"$@\"",
                "sh",
                disk.toString(),
                folder.toString()));
        inView.addAll(command);
        return Checkout.run(
                folder, Map.of("XDG_CACHE_HOME", cache.toString(), "GUERDON_NATIVE_DIR", ""), List.copyOf(inView));
    }

    @Test
    void fullDiskOfTheRunsIsNamedWhateverTheDatabaseSays() {
        Result result = small(
                4,
                "",
                Child.command("run", "suite.yaml", "--source", "Talks.java", "--parallel", "8", "--runs", "disk"));
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(ExitCode.ENDED_EARLY);
        assertThat(result.err())
                .contains("could not be stored: the disk of disk", "is full")
                .doesNotContain("no transaction is active");
    }

    @Test
    void fullFolderForTemporaryFilesIsNamedAndNotTheDatabase() throws IOException {
        Files.delete(cache);
        Files.createSymbolicLink(cache, disk);
        List<String> command = new ArrayList<>(
                Child.command("run", "suite.yaml", "--source", "Talks.java", "--limit", "2", "--runs", "runs"));
        command.add(1, "-Djava.io.tmpdir=" + disk);
        Result result = small(3, "", command);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("SQLite cannot be loaded", "the disk of " + disk + " is full");
    }

    @Test
    void bundleThatDoesNotFitIsNotLeftBehind() {
        Result run = Checkout.run(
                folder,
                Map.of(),
                Child.command("run", "suite.yaml", "--source", "Talks.java", "--limit", "20", "--runs", "runs"));
        assertThat(run.exitCode()).as(run.toString()).isLessThan(ExitCode.REFUSED);
        Result result = small(
                1, "echo left: $(ls disk/site)", Child.command("view", "--bundle", "disk/site", "--runs", "runs"));
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains("was not written into disk/site", "is full");
        assertThat(result.out()).containsPattern("left: ?\n");
    }
}

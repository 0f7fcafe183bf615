package dev.guerdon.lab.iterate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.core.PluginPath;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.LabException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CommitRunTest {

    @TempDir
    Path folder;

    private Path repository = Path.of("");

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "git",
                "-c",
                "user.name=Somebody",
                "-c",
                "user.email=somebody@example.org",
                "-c",
                "commit.gpgsign=false",
                "-c",
                "core.hooksPath=none"));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .directory(repository.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("git.log").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("git.log")))
                .isZero();
    }

    private static boolean gitIsThere() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(part -> Files.isExecutable(Path.of(part, "git")));
    }

    /** A repository whose launcher writes down how it was called. */
    @BeforeEach
    void commitALauncher() throws IOException, InterruptedException {
        assumeTrue(gitIsThere(), "needs git");
        repository = Files.createDirectories(folder.resolve("a repository"));
        Path launcher = Files.writeString(repository.resolve("guerdon"), """
                #!/bin/sh
                while [ $# -gt 0 ]; do
                  [ "$1" = --runs ] && runs=$2
                  list="$list$1
                "
                  shift
                done
                mkdir -p "$runs"
                printf '%s' "$list" >"$runs/arguments"
                printf '%s' "$GUERDON_PLUGINS" >"$runs/folders"
                pwd >"$runs/where"
                [ ! -e broken ] || { echo 'it is broken' >&2; exit 2; }
                echo '{"run":"run_1"}'
                """);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        git("init", "-q");
        git("add", ".");
        git("commit", "-q", "-m", "Add a launcher");
    }

    private CommitRun run(PluginPath plugins) {
        Candidate candidate = new Candidate("other code", Map.of("k", "v"), "", "policy:p", "HEAD");
        IterationPlan plan = new IterationPlan(
                "plan", "small", candidate, List.of(), "", 2, 7, 0, new IterationPlan.Execution(1, 0), AcceptanceRule.higherMean(), "");
        return new CommitRun(candidate, plan, List.of("t1", "t2"), folder.resolve("runs"), plugins, repository);
    }

    @Test
    void commitRunsWithThePluginsOfTheSession() throws Exception {
        PluginPath plugins = new PluginPath(
                List.of(Path.of("a house.jar"), Path.of("lib.jar")),
                List.of(Path.of("plugins"), folder),
                List.of(Path.of("Mine.java")));
        assertThat(run(plugins).run()).isEqualTo("run_1");
        List<String> arguments = Files.readAllLines(folder.resolve("runs/arguments"));
        assertThat(arguments)
                .startsWith("run", "small", "--model", "policy:p", "--set", "k=v", "--tasks", "t1,t2", "--repeat", "2")
                .containsSequence("--plugin", absolute("a house.jar"), "--plugin", absolute("lib.jar"))
                .containsSequence("--source", absolute("Mine.java"));
        assertThat(folder.resolve("runs/folders")).hasContent(absolute("plugins") + File.pathSeparator + folder);
    }

    private static String absolute(String name) {
        return Path.of(name).toAbsolutePath().toString();
    }

    @Test
    void sessionWithoutPluginsPassesNone() throws Exception {
        run(PluginPath.NONE).run();
        assertThat(Files.readAllLines(folder.resolve("runs/arguments"))).doesNotContain("--plugin", "--source");
        assertThat(folder.resolve("runs/folders")).isEmptyFile();
    }

    @Test
    void worktreeGoesAwayAndAFailureIsNamed() throws Exception {
        Files.writeString(repository.resolve("broken"), "");
        git("add", ".");
        git("commit", "-q", "-m", "Break it");
        CommitRun broken = run(PluginPath.NONE);
        assertThatThrownBy(broken::run)
                .isInstanceOf(LabException.class)
                .hasMessageContainingAll("of the commit HEAD failed with exit code 2", "it is broken");
        assertThat(Path.of(Files.readString(folder.resolve("runs/where")).strip()))
                .doesNotExist();
        assertThat(repository.resolve(".git/worktrees"))
                .satisfiesAnyOf(
                        path -> assertThat(path).doesNotExist(),
                        path -> assertThat(path).isEmptyDirectory());
    }
}

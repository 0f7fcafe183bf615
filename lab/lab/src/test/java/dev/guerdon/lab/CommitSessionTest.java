package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A session over commits of a repository that knows nothing of Guerdon. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CommitSessionTest {

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

    private void commit(String name, String body) throws IOException, InterruptedException {
        Path program = Files.writeString(repository.resolve("evaluate"), "#!/bin/sh\n" + body);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        git("add", ".");
        git("commit", "-q", "-m", name);
        git("tag", name);
    }

    /** Writes a reward for each task that it is asked for: 1 for those whose number is a multiple of the given one, else 0. */
    private static String rewards(int multiple) {
        return """
                for t in $(echo "$1" | tr , ' '); do
                  n=${t#t}
                  if [ $((n %% %d)) = 0 ]; then r=1; else r=0; fi
                  echo "{\\"task\\":\\"$t\\",\\"reward\\":$r}" >>"$2"
                done
                """.formatted(multiple);
    }

    @BeforeEach
    void writeSuiteAndRepository() throws IOException, InterruptedException {
        assumeTrue(
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                        .anyMatch(part -> Files.isExecutable(Path.of(part, "git"))),
                "needs git");
        repository = Files.createDirectories(folder.resolve("other repository"));
        git("init", "-q", "-b", "trunk");
        commit("first", rewards(4));
        commit("better", rewards(1));
        commit("broken", "echo 'Traceback: no module' >&2\nexit 1\n");
        commit("worse", rewards(7));
        Files.writeString(
                folder.resolve("suite.yaml"),
                "name: other\nagent: graded\nmodel: policy:math-calculator\nreward: assistantbench_reward\ntasks:\n"
                        + IntStream.range(0, 16)
                                .mapToObj(i -> "  - {id: t" + i + ", question: 'what?', answer: '1'}\n")
                                .collect(Collectors.joining()));
        Files.writeString(folder.resolve("plan.yaml"), """
                suite: suite.yaml
                repository: other repository
                command: [./evaluate, '{tasks}', '{results}']
                champion: {name: first, commit: first}
                candidates:
                  - {name: better, commit: better}
                  - {name: broken, commit: broken}
                  - {name: worse, commit: worse}
                accept: {holdout: none}
                """);
    }

    @Test
    @Tag("slow")
    void commitsOfAnyRepositoryAreTriedByAnyCommand() throws Exception {
        RunStore store = new RunStore(folder.resolve("runs"));
        IterationPlan plan = IterationSession.plan(folder.resolve("plan.yaml"));
        IterationSession.Result result =
                IterationSession.start(Registry.discover(), store, plan).run(new IterationSession.Listener() {});
        assertThat(result.decisions().stream().map(Decision::verdict))
                .containsExactly(Verdict.START, Verdict.KEPT, Verdict.FAILED, Verdict.ROLLED_BACK);
        assertThat(result.decisions().get(2).reason()).contains("exit code 1", "Traceback: no module");
        try (Run first = store.open(result.decisions().getFirst().run());
                Run better = store.open(result.champion())) {
            assertThat(first.metrics().averageReward()).isEqualTo(0.25);
            assertThat(better.metrics().averageReward()).isEqualTo(1);
            assertThat(better.episodes().stream().map(Episode::task))
                    .hasSize(16)
                    .contains("t15");
            assertThat(better.info().commit())
                    .matches("[0-9a-f]{40,64}")
                    .isNotEqualTo(first.info().commit());
            assertThat(better.info().suite()).isEqualTo("other");
        }
        assertThat(result.confirmation().orElseThrow().confirmed()).isTrue();
        assertThat(result.report()).isPresent();
    }
}

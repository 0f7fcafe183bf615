package dev.guerdon.lab.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.Json;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.session.CommitRun.CommitCommand;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
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
import java.util.stream.Stream;
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
        Files.createDirectories(folder.resolve("runs"));
        program("guerdon", """
            #!/bin/sh
            seen='%s'
            printf '%%s\\n' "$@" >"$seen/arguments"
            cp "$3" "$seen/parameters.json"
            printf '%%s' "$GUERDON_PLUGINS" >"$seen/folders"
            pwd >"$seen/where"
            [ ! -e broken ] || { echo 'it is broken' >&2; exit 2; }
            echo '{"run":"run_1"}'
            """.formatted(folder.resolve("runs")));
        git("init", "-q", "-b", "trunk");
        git("add", ".");
        git("commit", "-q", "-m", "Add a launcher");
    }

    private void program(String name, String text) throws IOException {
        Path file = Files.writeString(repository.resolve(name), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static Candidate candidate(String commit) {
        return new Candidate("other code", Map.of("k", "v; rm -rf $HOME"), "", "policy:p", commit);
    }

    private CommitRun run(String commit, PluginPath plugins, String... command) {
        IterationPlan plan = new IterationPlan(
                "plan",
                "small",
                candidate(commit),
                List.of(),
                "",
                2,
                7,
                0,
                new IterationPlan.Execution(1, 0),
                AcceptanceRule.of(AcceptanceRule.Test.MEAN),
                new IterationPlan.Code(repository.toString(), List.of(command)),
                "");
        return new CommitRun(candidate(commit), plan, List.of("t1", "t2"), 7, folder.resolve("runs"), plugins);
    }

    private Json parameters() throws IOException {
        return JsonCodec.read(Files.readString(folder.resolve("runs/parameters.json")), "parameters");
    }

    @Test
    void launcherOfTheCommitReadsItsParametersFromAFile() throws Exception {
        assertThat(run("HEAD", PluginPath.NONE).run().run()).isEqualTo("run_1");
        assertThat(Files.readAllLines(folder.resolve("runs/arguments")))
                .hasSize(5)
                .startsWith("run", "--parameters")
                .endsWith("--json", "--quiet");
        Json read = parameters();
        assertThat(read.get("suite").asString()).isEqualTo("small");
        assertThat(read.get("model").asString()).isEqualTo("policy:p");
        assertThat(read.get("settings").get("k").asString()).isEqualTo("v; rm -rf $HOME");
        assertThat(read.get("tasks").asList().stream().map(Json::asString)).containsExactly("t1", "t2");
        assertThat(read.get("repeat").asInt()).isEqualTo(2);
        assertThat(read.get("seed").asInt()).isEqualTo(7);
        assertThat(folder.resolve("runs/folders")).isEmptyFile();
    }

    @Test
    void commitRunsWithThePluginsOfTheSession() throws Exception {
        PluginPath plugins = new PluginPath(
                List.of(Path.of("a house.jar"), Path.of("lib.jar")),
                List.of(Path.of("plugins"), folder),
                List.of(Path.of("Mine.java")));
        run("HEAD", plugins).run();
        assertThat(parameters().get("plugins").asList().stream().map(Json::asString))
                .containsExactly(absolute("a house.jar"), absolute("lib.jar"));
        assertThat(parameters().get("sources").asList().stream().map(Json::asString))
                .containsExactly(absolute("Mine.java"));
        assertThat(folder.resolve("runs/folders")).hasContent(absolute("plugins") + File.pathSeparator + folder);
    }

    private static String absolute(String name) {
        return Path.of(name).toAbsolutePath().toString();
    }

    /** A repository that knows nothing of Guerdon, with two commits that earn different rewards. */
    @Test
    void anyCommandRunsTheCodeOfEachCommitAndItsResultsAreRead() throws Exception {
        program("evaluate", "#!/bin/sh\nprintf '%s' \"$1\" >reward.txt\nsh ./score \"$2\" \"$3\"\n");
        Files.writeString(repository.resolve("score"), score("0.25"));
        git("add", ".");
        git("commit", "-q", "-m", "Evaluate");
        Files.writeString(repository.resolve("score"), score("0.75"));
        git("commit", "-q", "-a", "-m", "Earn more");
        Files.writeString(repository.resolve("score"), score("9"));

        String[] command = {"./evaluate", "{suite} at {seed}", "{results}", "{tasks}"};
        CommitRun.Output before = run("HEAD~1", PluginPath.NONE, command).run();
        CommitRun.Output after = run("trunk", PluginPath.NONE, command).run();
        assertThat(before.run()).isEmpty();
        assertThat(before.episodes().stream().map(Episode::key)).containsExactly("t1#0", "t1#1", "t2#0", "t2#1");
        assertThat(before.episodes().stream().map(Episode::reward)).containsOnly(0.25);
        assertThat(after.episodes().stream().map(Episode::reward)).containsOnly(0.75);
        assertThat(after.episodes().getFirst().steps()).isEqualTo(3);
        assertThat(before.commit()).matches("[0-9a-f]{40,64}").isNotEqualTo(after.commit());
        assertThat(repository.resolve("score"))
                .as("the user's own changes stay")
                .content()
                .contains("9");
        assertThat(worktrees()).isTrue();
    }

    private static String score(String reward) {
        return "for t in $(echo \"$2\" | tr , ' '); do for r in 0 1; do\n"
                + "echo \"{\\\"task\\\":\\\"$t\\\",\\\"repeat\\\":$r,\\\"reward\\\":" + reward
                + ",\\\"steps\\\":3}\" >>\"$1\"\ndone; done\n";
    }

    @Test
    void commandMayReadEverythingFromTheEnvironment() throws Exception {
        program("evaluate", """
            #!/bin/sh
            cp "$GUERDON_PARAMETERS" '%s/parameters.json'
            for t in t1 t2; do for r in 0 1; do
            echo '{"task":"'$t'","repeat":'$r',"reward":null,"error":"no luck"}' >>"$GUERDON_RESULTS"
            done; done
            """.formatted(folder.resolve("runs")));
        git("add", ".");
        git("commit", "-q", "-m", "Evaluate");
        CommitRun.Output output = run("trunk", PluginPath.NONE, "./evaluate").run();
        assertThat(output.episodes()).hasSize(4).noneMatch(Episode::scored);
        assertThat(parameters().get("commit").asString()).isEqualTo("trunk");
    }

    @Test
    void resultsThatAreNotWhatWasAskedForAreRefused() throws Exception {
        String[][] cases = {
            {"{\"task\":\"t1\",\"reward\":1}", "have 1 of 4 episodes"},
            {"{\"task\":\"t9\",\"reward\":1}", "line 1 of the results: the episode t9#0 was not asked for"},
            {"{\"task\":\"t1\",\"reward\":1}\n{\"task\":\"t1\",\"reward\":1}", "line 2 of the results", "twice"},
            {"{\"task\":\"t1\",\"reward\":\"high\"}", "expected a number or null as the reward"},
            {"{\"reward\":1}", "line 1 of the results", "task"},
            {"task t1 earned 1", "line 1 of the results"},
        };
        for (String[] each : cases) {
            Path file = Files.writeString(folder.resolve("results.jsonl"), each[0]);
            assertThatThrownBy(() -> ResultsFile.read(file, List.of("t1", "t2"), 2, 7))
                    .as(each[0])
                    .isInstanceOf(LabException.class)
                    .hasMessageContainingAll(Arrays.copyOfRange(each, 1, each.length));
        }
    }

    @Test
    void commandThatDeliversNothingSaysWhatWasExpected() throws Exception {
        assertThatThrownBy(() -> run("HEAD", PluginPath.NONE, "echo", "hello").run())
                .hasMessageContainingAll("wrote no results to {results}", "hello");
        assertThatThrownBy(() -> run("HEAD", PluginPath.NONE, "false").run()).hasMessageContaining("exit code 1");
        assertThatThrownBy(() -> run("no-such-branch", PluginPath.NONE).run())
                .hasMessageContainingAll("no-such-branch", "failed with exit code");
    }

    @Test
    void unknownPlaceholderIsNamed() {
        assertThat(CommitCommand.check(List.of("./evaluate", "{parameters}", "{\"json\": 1}")))
                .isEmpty();
        assertThat(CommitCommand.check(List.of("{parameter}")).orElseThrow()).contains("did you mean 'parameters'");
    }

    @Test
    void worktreeGoesAwayAndAFailureIsNamed() throws Exception {
        Files.writeString(repository.resolve("broken"), "");
        git("add", ".");
        git("commit", "-q", "-m", "Break it");
        CommitRun broken = run("HEAD", PluginPath.NONE);
        assertThatThrownBy(broken::run)
                .isInstanceOf(LabException.class)
                .hasMessageContainingAll("of the commit HEAD failed with exit code 2", "it is broken");
        assertThat(Path.of(Files.readString(folder.resolve("runs/where")).strip()))
                .doesNotExist();
        assertThat(worktrees()).isTrue();
        assertThat(run("HEAD~1", PluginPath.NONE).run().run())
                .as("the commit before it")
                .isEqualTo("run_1");
    }

    /** Whether no worktree is left. */
    private boolean worktrees() throws IOException {
        Path all = repository.resolve(".git/worktrees");
        if (!Files.isDirectory(all)) {
            return true;
        }
        try (Stream<Path> entries = Files.list(all)) {
            return entries.findAny().isEmpty();
        }
    }
}

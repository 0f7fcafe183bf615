package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent {@code command}, with scripts that behave and misbehave as programs do. */
@Timeout(60)
class ProgramAgentTest {

    private static final Task TASK =
            Task.of("t1", "How much is 6 times 7?", Map.of("answer", "42", "hint", "multiply", "gold_url", "secret"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeEach
    void aShellIsNeeded() {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "skipped: the programs of this test need /bin/sh");
    }

    private Rollout run(String script, Map<String, String> more) throws IOException {
        return run(script, more, new RolloutLimits(9, 0, 0, Duration.ZERO));
    }

    private Rollout run(String script, Map<String, String> more, RolloutLimits limits) throws IOException {
        Path work = Files.createDirectories(folder.resolve("with a space"));
        Files.writeString(work.resolve("agent.sh"), script);
        Map<String, String> settings =
                new HashMap<>(Map.of("command", "/bin/sh \"agent.sh\"", "folder", work.toString()));
        settings.putAll(more);
        Registry registry = Registry.discover();
        registry.reward(
                "is_42",
                sample -> dev.guerdon.api.RewardResult.of(sample.finalResponse().equals("42") ? 1 : 0));
        return AgentRunner.of(registry, ModelFactory.open(registry, ModelFactory.NONE, null, null))
                .agent(AgentCatalogue.create(registry, "command", settings))
                .reward("is_42")
                .limits(limits)
                .run(TASK, limits.turns());
    }

    private static void failed(Rollout rollout, String... words) {
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.ERROR);
        assertThat(rollout.trajectory().reward()).isEmpty();
        assertThat(rollout.score()).isInstanceOf(Score.Unscored.class);
        assertThat(rollout.error()).contains(words);
    }

    @Test
    void theAnswerIsScoredAndWhatWasSaidIsKept() throws Exception {
        Rollout rollout = run("""
                cat > input.json
                echo '{"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"times","arguments":"{\\"a\\":6}"}}]}'
                echo '{"role":"tool","tool_call_id":"1","content":"42"}'
                echo
                echo '{"role":"assistant","content":"It is 42."}'
                echo '{"answer":"42"}'
                echo 'notes go here' >&2
                """, Map.of());
        assertThat(rollout.error()).isEmpty();
        assertThat(rollout.trajectory().reward()).hasValue(1.0);
        assertThat(rollout.finalResponse()).isEqualTo("42");
        assertThat(rollout.trajectory().segments().getFirst())
                .extracting(Message::role)
                .containsExactly("user", "assistant", "tool", "assistant");
        assertThat(rollout.turns()).hasSize(2);
        assertThat(rollout.turns().getFirst().action()).isEqualTo("times({\"a\":6})");
        assertThat(rollout.turns().getFirst().observation()).isEqualTo("42");
        assertThat(rollout.turns().getFirst().prompt()).contains("6 times 7");
    }

    /** A program that could read the gold answer would be improved into reading it. */
    @Test
    void theProgramSeesTheTaskAndNoFieldThatNobodyNamed() throws Exception {
        run("cat > input.json\necho '{\"answer\":\"42\"}'", Map.of("fields", "hint"));
        String input = Files.readString(folder.resolve("with a space/input.json"));
        Json task = JsonCodec.read(input, "input");
        assertThat(task.get("id").asString()).isEqualTo("t1");
        assertThat(task.get("messages").asList()).hasSize(1);
        assertThat(task.get("max_steps").asInt()).isEqualTo(9);
        assertThat(task.get("fields").value()).isEqualTo(Map.of("hint", "multiply"));
        assertThat(input).doesNotContain("secret", "answer");
        failed(run("echo '{\"answer\":\"42\"}'", Map.of("fields", "hnt")), "hnt", "hint");
    }

    @Test
    void theLastMessageIsTheAnswerWhereNoneIsNamed() throws Exception {
        assertThat(run("echo '{\"role\":\"assistant\",\"content\":\" 42 \"}'", Map.of())
                        .trajectory()
                        .reward())
                .hasValue(1.0);
        assertThat(run("echo '{\"answer\":42}'", Map.of()).trajectory().reward())
                .hasValue(1.0);
        assertThat(run("echo '{\"answer\":\"\"}'", Map.of()).trajectory().reward())
                .hasValue(0.0);
    }

    @Test
    void aProgramThatCrashesHasNoScore() throws Exception {
        failed(run("echo '{\"answer\":\"42\"}'; echo 'Traceback: boom' >&2; exit 3", Map.of()), "exit code 3", "boom");
        failed(run("kill -9 $$", Map.of()), "exit code 137");
        failed(run("exit 1", Map.of()), "exit code 1", "nothing to standard error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain words",
                "[1]",
                "null",
                "{\"role\":\"assistant\"",
                "{\"role\":\"assistant\",\"content\":\"\"}",
                "{\"role\":\"judge\",\"content\":\"42\"}",
                "{\"content\":\"42\"}",
                "{\"answer\":null}",
                "{\"answer\":\"42\"}\n{\"answer\":\"43\"}",
                "{\"reward\":1}"
            })
    void outputThatSaysNothingIsAnErrorAndNoZero(String output) throws Exception {
        Files.createDirectories(folder.resolve("with a space"));
        Files.writeString(folder.resolve("with a space/out"), output + "\n");
        failed(run("cat out", Map.of()), "the agent's program wrote");
    }

    @Test
    void aLineThatIsNotJsonIsNamed() throws Exception {
        failed(
                run("echo '{\"role\":\"assistant\",\"content\":\"x\"}'; echo 'Loading model...'", Map.of()),
                "line 2",
                "Loading model...",
                "standard error");
    }

    @Test
    @Tag("slow")
    void aProgramThatTakesTooLongIsEndedWithItsChildren() throws Exception {
        Rollout rollout = run("sleep 300 & echo $! > child; sleep 300", Map.of("timeout", "5s"));
        failed(rollout, "within 5s");
        long child = Long.parseLong(
                Files.readString(folder.resolve("with a space/child")).strip());
        assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive).isPresent() && !isZombie(child))
                .isFalse();
    }

    private static boolean isZombie(long process) throws IOException {
        Path status = Path.of("/proc/" + process + "/stat");
        return Files.exists(status) && Files.readString(status).contains(") Z");
    }

    @Test
    void aProgramThatWritesWithoutEndIsEnded() throws Exception {
        failed(run("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxx; done", Map.of("max_output", "5000")), "5000 bytes");
    }

    @Test
    void theLimitOfTheRolloutHoldsToo() throws Exception {
        Rollout rollout = run("sleep 300", Map.of(), new RolloutLimits(9, 0, 0, Duration.ofMillis(300)));
        assertThat(rollout.trajectory().finishReason()).isEqualTo(FinishReason.TIME_LIMIT);
    }

    @Test
    void theEnvironmentIsCleanButForWhatIsNamed() throws Exception {
        String all = run("env | sed 's/=.*//' | tr '\\n' ' ' | sed 's/^/{\"answer\":\"/;s/$/\"}/'", Map.of())
                .finalResponse();
        for (String name : all.strip().split(" ", -1)) {
            assertThat(name)
                    .isIn(
                            "PATH",
                            "HOME",
                            "LANG",
                            "LC_ALL",
                            "TMPDIR",
                            "TEMP",
                            "TMP",
                            "USER",
                            "JAVA_HOME",
                            "PWD",
                            "SHLVL",
                            "_",
                            "OLDPWD",
                            "GUERDON_CLI_CALL");
        }
        String named = System.getenv().keySet().stream()
                .filter(name -> name.matches("[A-Z]{3,}") && !all.contains(name))
                .findFirst()
                .orElse("");
        if (!named.isEmpty()) {
            assertThat(run("env | grep -c '^" + named + "=' | sed 's/^/{\"answer\":/;s/$/}/'", Map.of("env", named))
                            .finalResponse())
                    .isEqualTo("1");
        }
    }

    @Test
    void wrongSettingsAreToldBeforeAnythingRuns() {
        Registry registry = Registry.discover();
        for (Map<String, String> wrong : List.of(
                Map.<String, String>of(),
                Map.of("command", "   "),
                Map.of("command", "python3 'agent.py"),
                Map.of("command", "x", "folder", "/no/such/folder"),
                Map.of("command", "x", "timeout", "0s"),
                Map.of("command", "x", "max_output", "1"))) {
            assertThatThrownBy(() -> AgentCatalogue.create(registry, "command", wrong))
                    .as(wrong.toString())
                    .isInstanceOf(GuerdonException.class);
        }
    }

    @Test
    void aProgramThatIsNotThereIsNamed() throws Exception {
        failed(run("", Map.of("command", "no-such-program-here 1")), "no-such-program-here", "PATH");
    }

    @Test
    void commandLinesAreSplitWithoutAShell() {
        assertThat(CommandKind.words("python3 \"my agent.py\" --x='a b' $HOME;ls"))
                .containsExactly("python3", "my agent.py", "--x=a b", "$HOME;ls");
    }
}

package dev.guerdon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file of {@code guerdon serve}. */
class ServeConfigTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static final ServeConfig.Surroundings AROUND = new ServeConfig.Surroundings() {
        @Override
        public PluginPath path() {
            return PluginPath.NONE;
        }

        @Override
        public Isolation isolation() {
            return Isolation.FOREIGN;
        }

        @Override
        public @Nullable String variable(String name) {
            return name.equals("TRAINER_TOKEN") ? "0123456789abcdef" : null;
        }
    };

    private ServeConfig read(String text) throws IOException {
        return ServeConfig.read(Files.writeString(folder.resolve("serve.yaml"), text), AROUND);
    }

    @Test
    void everythingIsRead() throws IOException {
        ServeConfig config = read("""
                host: 127.0.0.1
                port: 0
                deadline: 7s
                fallback: 0.5
                rewards:
                  qa: qa_f1_reward
                  mapped:
                    reward: qa_f1_reward
                    fields: {answer: gold}
                    deadline: 500ms
                    fallback: -1
                    isolate: true
                    at_once: 3
                  mixed:
                    parts:
                      - {reward: qa_f1_reward, weight: 0.5}
                    clip: [0, 1]
                isolation: {rewards: none, memory: 64m, env: [A_KEY]}
                limits: {body: 1m, batch: 5, queue_samples: 10, queue_bytes: 2m, batch_deadline: 3s, slow: 9s, drain: 1s, threads: 1}
                tokens: {trainer: "${TRAINER_TOKEN}"}
                """);
        assertThat(config.port()).isZero();
        assertThat(config.definition().rewards())
                .startsWith(
                        new RewardDefinition("qa", "qa_f1_reward", Map.of(), Duration.ofSeconds(7), 0.5, null, 0),
                        new RewardDefinition(
                                "mapped",
                                "qa_f1_reward",
                                Map.of("answer", "gold"),
                                Duration.ofMillis(500),
                                -1.0,
                                true,
                                3));
        assertThat(config.definition().limits().body()).isEqualTo(1 << 20);
        assertThat(config.definition().limits().batchDeadline()).isEqualTo(Duration.ofSeconds(3));
        assertThat(config.definition().isolation().isNone()).isTrue();
        assertThat(config.definition().tokens().getFirst().token()).isEqualTo("0123456789abcdef");
        assertThat(config.definition().tokens().toString()).doesNotContain("0123456789abcdef");
        try (RewardServer server = RewardServer.start(config.definition(), config.host(), config.port())) {
            assertThat(server.rewards()).hasSize(3);
            assertThat(server.rewards().get(1).isolated()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rewords: {a: qa_f1_reward} | serve.yaml:1 | did you mean 'rewards'",
                "port: 1 | serve.yaml:1 | needs 'rewards'",
                "rewards: {} | serve.yaml:1 | at least one reward",
                "rewards: {a: qa_f1_rewrd} | serve.yaml:1 | did you mean 'qa_f1_reward'",
                "rewards: {a: {reward: qa_f1_reward, dedline: 5s}} | serve.yaml:1 | did you mean 'deadline'",
                "rewards: {a: {deadline: 5s}} | serve.yaml:1 | needs one of",
                "rewards: {a: {reward: qa_f1_reward, recipe: r1}} | serve.yaml:1 | found 2",
                "rewards: {a: {recipe: r2}} | serve.yaml:1 | no recipe",
                "rewards: {a: {reward: qa_f1_reward, deadline: soon}} | serve.yaml:1 | soon",
                "rewards: {a: {reward: qa_f1_reward, deadline: 0s}} | serve.yaml:1 | above 0",
                "rewards: {a: {reward: qa_f1_reward, fields: {anser: gold}}} | serve.yaml:1 | did you mean 'answer'",
                "rewards: {a: {reward: qa_f1_reward, isolate: perhaps}} | serve.yaml:1 | true or false",
                "rewards: {a: {reward: qa_f1_reward, at_once: -1}} | serve.yaml:1 | at_once",
                "rewards: {a: {reward: qa_f1_reward, fallback: none}} | serve.yaml:1 | number",
                "{rewards: {a: qa_f1_reward}, port: 70000} | serve.yaml:1 | 65535",
                "{rewards: {a: qa_f1_reward}, limits: {body: big}} | serve.yaml:1 | size such as",
                "{rewards: {a: qa_f1_reward}, limits: {threads: 0}} | serve.yaml:1 | limits.threads",
                "{rewards: {a: qa_f1_reward}, isolation: {rewards: some}} | serve.yaml:1 | own, all or none",
                "{rewards: {a: qa_f1_reward}, tokens: {t: '${NOT_SET}'}} | serve.yaml:1 | NOT_SET is not set",
                "{rewards: {a: qa_f1_reward}, sources: Missing.java} | Missing.java | Missing.java",
            })
    void whatIsWrongIsToldWithFileAndLine(String text, String where, String told) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(where)
                .hasMessageContaining(told);
    }

    @Test
    void aTokenInTheFileIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> read("{rewards: {a: qa_f1_reward}, tokens: {t: my-secret-token-0123}}"))
                .hasMessageContaining("environment variable")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("my-secret"));
    }

    @Test
    void environmentsAreRead() throws IOException {
        Files.writeString(
                folder.resolve("tasks.jsonl"),
                "{\"id\":\"t1\",\"question\":\"Boil water.\",\"task_name\":\"boil\",\"variation_idx\":0}\n");
        ServeConfig config = read("""
                rewards:
                  solved: minilab_solved_reward
                environments:
                  house: alfworld
                  lab:
                    environment: minilab
                    settings: {queries: none}
                    tasks:
                      train: tasks.jsonl
                      dev: {split: dev}
                    show: [task_name]
                    client_tasks: true
                    tools: minilab_explorer
                    reward: solved
                    max_sessions: 3
                    idle: 30s
                    deadline: 5s
                    port: 8123
                """);
        List<EnvironmentDefinition> all = config.definition().environments();
        assertThat(all.getFirst()).isEqualTo(EnvironmentDefinition.of("house", "alfworld", Map.of()));
        EnvironmentDefinition lab = all.get(1);
        assertThat(lab.ownPort()).isEqualTo(8123);
        assertThat(lab.settings()).containsExactly(Map.entry("queries", "none"));
        assertThat(lab.splits()).extracting(EnvironmentDefinition.Split::name).containsExactly("train", "dev");
        assertThat(lab.splits().getFirst().tasks())
                .singleElement()
                .satisfies(task -> assertThat(task.id()).isEqualTo("t1"));
        assertThat(lab.maxSessions()).isEqualTo(3);
        assertThat(lab.idle()).isEqualTo(Duration.ofSeconds(30));
        assertThat(lab.deadline()).isEqualTo(Duration.ofSeconds(5));
        assertThat(lab.reward()).isEqualTo("solved");
        assertThat(lab.clientTasks()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "environments: {house: alfwold} | serve.yaml:1: ",
                "environments: {house: alfwold} | did you mean 'alfworld'",
                "environments: {v1: alfworld} | an address of the server",
                "environments: {a/b: alfworld} | it stands in addresses",
                "environments: {a: {environment: alfworld, max_sessions: 0}} | 'max_sessions' of 'a' must be from 1",
                "environments: {a: {environment: alfworld, idle: 0s}} | must be above 0",
                "environments: {a: {environment: alfworld, port: 70000}} | 'port' of 'a' must be from 0 to 65535",
                "environments: {a: {environment: alfworld, port: -7}} | 'port' of 'a' must be from 0 to 65535",
                "environments: {a: {environment: alfworld, settings: {max_steps: 3}}} | has no setting 'max_steps'",
                "environments: {a: {environment: alfworld, tasks: {train: none.jsonl}}} | there is no data file",
                "environments: {a: {environment: alfworld, tools: [alfworld_jump]}} | alfworld_jump",
                "environments: {a: {environment: alfworld, reward: qa}} | not among the served rewards",
                "environments: {a: {environment: alfworld, gold: x}} | gold",
                "environments: {} | at least one reward or environment"
            })
    void whatIsWrongWithAnEnvironmentIsSaidWithItsLine(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(message);
    }
}

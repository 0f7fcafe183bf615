package dev.guerdon.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is stored of an episode is read as it was, or noticed not to be. */
class StoredDataTest {

    private static final String LOOKS_LIKE_ONE =
            "password: hunter2hunter2 at https://user:pw@host/ or sk-abcdefgh12345678";

    private static final String KEY = "known-key-of-stored-data-0123";

    static {
        SecretFilter.known().learn(KEY);
    }

    @TempDir
    Path root;

    private String name = "";

    @BeforeEach
    void storeARun() {
        name = store(List.of("one", "two", "three", "four"), LOOKS_LIKE_ONE, Map.of());
    }

    private String store(List<String> tasks, String answer, Map<String, Object> facts) {
        RunInfo info = new RunInfo(
                "",
                "",
                new RunInfo.Setup("suite", "agent", "model", "reward", Map.of(), tasks, 1, 1, 5),
                RunInfo.Progress.since(Instant.EPOCH),
                new RunInfo.Origin("", false, Map.of()));
        try (RunWriter writer = new RunStore(root).create(info)) {
            for (String task : tasks) {
                writer.add(episode(task, answer), detail(task, answer, facts));
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    private static Episode episode(String task, String answer) {
        return new Episode(
                task,
                0,
                1,
                "domain",
                LOOKS_LIKE_ONE,
                new Score.Scored(RewardResult.of(0.5)),
                new Episode.Ending(FinishReason.TERMINAL, true, answer, ""),
                new Episode.Effort(1, Usage.NONE, Instant.EPOCH, Duration.ofSeconds(1)));
    }

    private static EpisodeDetail detail(String task, String answer, Map<String, Object> facts) {
        Turn turn = Turn.builder()
                .prompt("prompt")
                .reply(answer)
                .info(new java.util.LinkedHashMap<>(facts))
                .build();
        return new EpisodeDetail(
                Task.of(task, LOOKS_LIKE_ONE, Map.of("answer", LOOKS_LIKE_ONE, "password", "tiny")),
                Trajectory.of(List.of(Message.user("?"), Message.assistant(answer))),
                List.of(turn),
                Optional.empty());
    }

    private Run open() {
        return new RunStore(root).open(name);
    }

    @Test
    void whatLooksLikeASecretIsStoredAsItIs() {
        try (Run run = open()) {
            Episode episode = run.episode("one", 0).orElseThrow();
            assertThat(episode.answer()).isEqualTo(LOOKS_LIKE_ONE);
            assertThat(episode.gold()).isEqualTo(LOOKS_LIKE_ONE);
            EpisodeDetail detail = run.detail(episode);
            assertThat(detail.altered()).isFalse();
            assertThat(detail.trajectory().finalResponse()).isEqualTo(LOOKS_LIKE_ONE);
            assertThat(detail.task().fields())
                    .containsEntry("answer", LOOKS_LIKE_ONE)
                    .containsEntry("password", "tiny");
        }
    }

    @Test
    void knownKeyIsNotStoredAndTheEpisodeSaysSo() throws IOException {
        name = store(List.of("secret"), "it is " + KEY, Map.of());
        try (Run run = open()) {
            Episode episode = run.episode("secret", 0).orElseThrow();
            assertThat(episode.answer()).isEqualTo("it is ***");
            assertThat(run.detail(episode).altered()).isTrue();
        }
        assertThat(new String(
                        Files.readAllBytes(root.resolve(name).resolve("results.db")), StandardCharsets.ISO_8859_1))
                .doesNotContain(KEY);
        assertThatThrownBy(() -> store(List.of("a-" + KEY), "", Map.of()))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("'a-***' holds a key of this machine");
    }

    @Test
    void longNamesInWhatIsKnownOfATurnAreReadAgain() {
        String longName = "n".repeat(2_000_000);
        name = store(List.of("long"), "", Map.of(longName, 1));
        try (Run run = open()) {
            assertThat(run.detail(run.episodes().getFirst()).turns().getFirst().info())
                    .containsOnlyKeys(longName);
        }
    }

    @Test
    @Tag("slow")
    void everyFlippedBitOfAStoredValueIsNoticedAndCostsItsEpisodeAlone() throws Exception {
        List<Episode> whole;
        List<EpisodeDetail> details = new ArrayList<>();
        try (Run run = open()) {
            whole = run.episodes();
            whole.forEach(each -> details.add(run.detail(each)));
        }
        Path file = root.resolve(name).resolve("results.db");
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(5);
        int noticed = 0;
        for (int i = 0; i < 1_500; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bad);
            try (Run run = open()) {
                for (Episode episode : run.episodes()) {
                    int at = whole.indexOf(episode);
                    assertThat(at)
                            .as("an episode that nobody stored: %s", episode)
                            .isNotNegative();
                    try {
                        assertThat(run.detail(episode)).isEqualTo(details.get(at));
                    } catch (LabException e) {
                        assertThat(e).hasMessageContaining("results.db");
                        noticed++;
                    }
                }
                noticed += run.episodes().size() < whole.size() ? 1 : 0;
                assertThat(run.metrics().episodes()).isEqualTo(run.episodes().size());
            } catch (LabException e) {
                assertThat(String.valueOf(e.getMessage())).contains("results.db");
                noticed++;
            }
        }
        assertThat(noticed).isPositive();
    }

    @Test
    void damagedEpisodeIsMissingAndPlayedAgain() throws SQLException {
        try (Connection connection = ResultsDatabase.write(root.resolve(name));
                Statement statement = connection.createStatement()) {
            statement.execute("update episode set reward = 1 where task = 'two'");
            statement.execute("update detail set body = x'00' where episode = 3");
        }
        try (Run run = open()) {
            assertThat(run.episodes()).extracting(Episode::task).containsExactly("one", "four");
            assertThat(run.metrics().averageReward()).isEqualTo(0.5);
            assertThat(run.episode("two", 0)).isEmpty();
            assertThat(run.count(Run.Choice.ALL)).isEqualTo(2);
            assertThat(run.stream().toList()).hasSize(2);
        }
        try (RunWriter writer = new RunStore(root).resume(name)) {
            writer.add(episode("two", "again"), detail("two", "again", Map.of()));
            writer.finish(RunInfo.Status.COMPLETE);
        }
        try (Run run = open()) {
            assertThat(run.episodes()).extracting(Episode::task).containsExactly("one", "two", "four");
        }
    }

    @Test
    void starsThatAnEarlierBuildStoredAreNotTakenForAnAnswer() throws SQLException {
        name = store(List.of("stars", "plain"), "***", Map.of());
        try (Run run = open()) {
            assertThat(run.detail(run.episode("stars", 0).orElseThrow()).altered())
                    .as("an answer of three stars, stored by this build")
                    .isFalse();
        }
        try (Connection connection = ResultsDatabase.write(root.resolve(name));
                Statement statement = connection.createStatement()) {
            statement.execute("update episode set checksum = null");
            statement.execute("update detail set checksum = null");
            statement.execute("update episode set answer = 'x', gold = 'y' where task = 'plain'");
        }
        try (Run run = open()) {
            assertThat(run.detail(run.episode("stars", 0).orElseThrow()).altered())
                    .isTrue();
            assertThat(run.detail(run.episode("plain", 0).orElseThrow()).altered())
                    .isFalse();
        }
    }

    @Test
    void rowsWithoutWhatTheyNeedAreASentence() throws SQLException {
        try (Connection connection = ResultsDatabase.write(root.resolve(name));
                Statement statement = connection.createStatement()) {
            statement.execute("update episode set checksum = null, reward = null where task = 'two'");
        }
        try (Run run = open()) {
            assertThatThrownBy(run::episodes)
                    .isInstanceOf(LabException.class)
                    .hasMessageContaining("results.db is damaged")
                    .hasMessageContaining("two");
        }
    }
}

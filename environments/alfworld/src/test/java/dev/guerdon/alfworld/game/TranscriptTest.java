package dev.guerdon.alfworld.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.alfworld.AlfworldEnvironment;
import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.alfworld.OfficialData;
import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Plays again what was recorded from the reference. */
final class TranscriptTest {

    @Test
    void everyRecordedLineIsReproduced() throws IOException {
        Path data = OfficialData.folder();
        GameEpisode episode = null;
        String game = "";
        List<String> missing = new ArrayList<>();
        int compared = 0;
        for (Json line : lines()) {
            if (line.get("type").asString().equals("reset")) {
                game = line.get("game").asString();
                Path file = data.resolve(game);
                episode = Files.isRegularFile(file) ? new GameEpisode(GameReader.read(file)) : null;
                if (episode == null) {
                    missing.add(game);
                }
            } else if (episode != null) {
                episode.step(line.get("command").asString());
            }
            if (episode != null) {
                compare(line, episode, game);
                compared++;
            }
        }
        assumeTrue(compared > 0, "skipped: none of the recorded games is in " + data);
        assertThat(missing).as("games of the transcripts that %s lacks", data).isEmpty();
        assertThat(compared).isEqualTo(3110);
    }

    /** The command line plays them in this way: {@code env play alfworld --json --game FILE --max-steps 0}. */
    @Test
    void theEnvironmentReproducesThemAsRecorded() throws IOException {
        Path data = OfficialData.folder();
        AlfworldProvider provider = new AlfworldProvider();
        Map<String, String> options = provider.asRecorded(Map.of("max-steps", "0"));
        assertThat(options).containsEntry("compat", "true");
        try (AlfworldEnvironment environment = provider.open(options)) {
            int compared = 0;
            for (Json line : lines()) {
                Step step;
                if (line.get("type").asString().equals("reset")) {
                    String file = data.resolve(line.get("game").asString()).toString();
                    step = environment.reset(Task.of("t", "", Map.of("game", file)), compared);
                } else {
                    step = environment.step(line.get("command").asString());
                    assertThat(step.reward()).isEqualTo(line.get("score").asDouble());
                    assertThat(step.done()).isEqualTo(line.get("done").asBoolean());
                }
                assertThat(step.observation().text())
                        .isEqualTo(line.get("observation").asString());
                assertThat(step.observation().attributes())
                        .containsEntry("won", line.get("won").asBoolean());
                compared++;
            }
            assertThat(compared).isEqualTo(3110);
        }
    }

    private static void compare(Json line, GameEpisode episode, String game) {
        String where =
                game + " after " + line.find("command").map(Json::asString).orElse("reset");
        assertThat(episode.text()).as(where).isEqualTo(line.get("observation").asString());
        assertThat(episode.commands())
                .as(where)
                .containsExactlyElementsOf(line.get("admissible_commands").asList().stream()
                        .map(Json::asString)
                        .toList());
        assertThat(episode.isWon()).as(where).isEqualTo(line.get("won").asBoolean());
        line.find("score")
                .ifPresent(score -> assertThat(episode.isWon() ? 1 : 0).isEqualTo(score.asInt()));
        line.find("done").ifPresent(done -> assertThat(episode.isWon()).isEqualTo(done.asBoolean()));
    }

    private static List<Json> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                        TranscriptTest.class.getResourceAsStream("/vectors/transcripts.jsonl.gz"));
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            return reader.lines()
                    .map(text -> JsonCodec.read(text, "transcript"))
                    .toList();
        }
    }
}

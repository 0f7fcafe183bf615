package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The shape and the rules of the original's batch environment. */
final class AlfworldBatchTest {

    private static List<Task> games(int count) {
        return LongStream.range(0, count)
                .mapToObj(seed -> Task.of("g" + seed, "", Map.of("task_id", "bundled-" + seed)))
                .toList();
    }

    private static List<Object> values(Map<String, List<Object>> infos, String key) {
        return Objects.requireNonNull(infos.get(key));
    }

    @Test
    void everyAnswerIsAListAndEveryKeyAListOfValues() {
        try (AlfworldBatch batch =
                new AlfworldBatch(games(6), 4, List.of("won", "admissible_commands", "extra.gamefile"), Map.of())) {
            AlfworldBatch.Start start = batch.reset();
            assertThat(start.observations()).hasSize(4).allMatch(text -> text.contains("Your task is to"));
            assertThat(start.infos().keySet())
                    .containsExactlyInAnyOrder("won", "admissible_commands", "extra.gamefile");
            assertThat(start.infos().get("won")).containsExactly(false, false, false, false);
            assertThat(start.infos().get("extra.gamefile")).doesNotContainNull().doesNotHaveDuplicates();
            AlfworldBatch.Turn turn = batch.step(List.of("look", "nonsense", "", "inventory"));
            assertThat(turn.observations().subList(1, 3)).containsExactly("Nothing happens.", "Nothing happens.");
            assertThat(turn.scores()).containsExactly(0, 0, 0, 0);
            assertThat(turn.dones()).containsExactly(false, false, false, false);
            assertThat(turn.infos().get("extra.gamefile")).containsOnlyNulls();
            assertThat(turn.infos().get("admissible_commands"))
                    .allSatisfy(list -> assertThat((List<?>) list).isNotEmpty());
        }
    }

    @Test
    void aGameThatIsOverStaysAsItIs() {
        try (AlfworldBatch batch =
                new AlfworldBatch(games(3), 3, List.of("won", "policy_commands"), Map.of("max-steps", "20"))) {
            List<List<String>> plans = new ArrayList<>();
            for (Object plan : values(batch.reset().infos(), "policy_commands")) {
                plans.add(((List<?>) plan).stream().map(String::valueOf).toList());
            }
            int longest = plans.stream().mapToInt(List::size).max().orElseThrow();
            AlfworldBatch.Turn turn = null;
            for (int i = 0; i < longest; i++) {
                List<String> commands = new ArrayList<>();
                for (List<String> plan : plans) {
                    commands.add(i < plan.size() ? plan.get(i) : "look");
                }
                turn = batch.step(commands);
                for (int game = 0; game < 3; game++) {
                    boolean over = i >= plans.get(game).size() - 1;
                    assertThat(turn.dones().get(game)).isEqualTo(over);
                    assertThat(turn.scores().get(game)).isEqualTo(over ? 1 : 0);
                }
            }
            assertThat(batch.step(List.of("look", "sing", "help")))
                    .as("the last answer again")
                    .isEqualTo(turn);
        }
    }

    @Test
    void theStepLimitEndsAGameWithScoreZero() {
        try (AlfworldBatch batch = new AlfworldBatch(games(2), 2, List.of("won"), Map.of("max-steps", "2"))) {
            batch.reset();
            assertThat(batch.step(List.of("look", "x")).dones()).containsExactly(false, false);
            AlfworldBatch.Turn last = batch.step(List.of("look", "x"));
            assertThat(last.dones()).containsExactly(true, true);
            assertThat(last.scores()).containsExactly(0, 0);
            assertThat(batch.step(List.of("inventory", "look"))).isEqualTo(last);
            batch.reset();
            assertThat(batch.step(List.of("look", "x")).dones()).containsExactly(false, false);
        }
    }

    /** Recorded from the original: four games in four processes, a step limit of 11, with nonsense and commands after the end. */
    @Test
    void aRecordedBatchIsReproduced() throws IOException {
        Path data = OfficialData.folder();
        Json recorded;
        try (InputStream in =
                new GZIPInputStream(Objects.requireNonNull(getClass().getResourceAsStream("/vectors/batch.json.gz")))) {
            recorded = JsonCodec.read(in.readAllBytes(), "batch.json");
        }
        List<String> names = texts(recorded.get("games"));
        List<Task> games = names.stream()
                .map(name -> Task.of(name, "", Map.of("game", data.resolve(name).toString())))
                .toList();
        List<String> keys = List.of("won", "lost", "score", "feedback", "admissible_commands");
        List<String> all =
                Stream.concat(keys.stream(), Stream.of("extra.gamefile")).toList();
        try (AlfworldBatch batch = new AlfworldBatch(games, games.size(), all, Map.of("max-steps", "11"))) {
            AlfworldBatch.Start start = batch.reset();
            // Ours are shuffled in another order.
            List<Integer> theirs = values(start.infos(), "extra.gamefile").stream()
                    .map(file -> names.indexOf(
                            data.relativize(Path.of(String.valueOf(file))).toString()))
                    .toList();
            assertThat(start.observations())
                    .isEqualTo(inOrder(recorded.get("start").get("observations"), theirs));
            for (String key : keys) {
                assertThat(start.infos().get(key))
                        .as(key)
                        .isEqualTo(inOrder(recorded.get("start").get("infos").get(key), theirs));
            }
            for (Json turn : recorded.get("turns").asList()) {
                List<String> commands = inOrder(turn.get("commands"), theirs).stream()
                        .map(String::valueOf)
                        .toList();
                AlfworldBatch.Turn ours = batch.step(commands);
                assertThat(ours.observations()).isEqualTo(inOrder(turn.get("observations"), theirs));
                assertThat(ours.scores()).isEqualTo(inOrder(turn.get("scores"), theirs));
                assertThat(ours.dones()).isEqualTo(inOrder(turn.get("dones"), theirs));
                for (String key : keys) {
                    assertThat(ours.infos().get(key))
                            .as(key)
                            .isEqualTo(inOrder(turn.get("infos").get(key), theirs));
                }
                assertThat(ours.infos().get("extra.gamefile")).containsOnlyNulls();
            }
        }
    }

    private static List<String> texts(Json list) {
        return list.asList().stream().map(Json::asString).toList();
    }

    /** Recorded values in the order of our games; numbers as the batch has them. */
    private static List<@Nullable Object> inOrder(Json list, List<Integer> order) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int place : order) {
            Object value = list.asList().get(place).value();
            values.add(value instanceof Number number ? (Object) number.intValue() : value);
        }
        return values;
    }

    @Test
    void eachPassPlaysEveryGameOnceAndTheSeedDecidesTheOrder() {
        List<Object> first = new ArrayList<>();
        try (AlfworldBatch batch = new AlfworldBatch(games(9), 3, List.of("extra.gamefile"), Map.of())) {
            for (int i = 0; i < 6; i++) {
                first.addAll(values(batch.reset().infos(), "extra.gamefile"));
            }
            assertThat(new HashSet<>(first.subList(0, 9))).hasSize(9);
            assertThat(new HashSet<>(first.subList(9, 18))).hasSize(9);
            assertThat(first.subList(9, 18)).isNotEqualTo(first.subList(0, 9));
            batch.seed(AlfworldBatch.DEFAULT_SEED);
            batch.skip(3);
            assertThat(values(batch.reset().infos(), "extra.gamefile")).isEqualTo(first.subList(3, 6));
            batch.seed(7);
            assertThat(values(batch.reset().infos(), "extra.gamefile")).isNotEqualTo(first.subList(0, 3));
        }
    }

    @Test
    void expertPlansComeWhenTheyAreRequested() {
        try (AlfworldBatch batch = new AlfworldBatch(games(2), 2, List.of("extra.expert_plan"), Map.of())) {
            assertThat(values(batch.reset().infos(), "extra.expert_plan"))
                    .isEqualTo(Collections.nCopies(2, List.of("look")));
            assertThat(values(batch.step(List.of("look", "look")).infos(), "extra.expert_plan"))
                    .allSatisfy(plan -> assertThat((List<?>) plan)
                            .singleElement()
                            .asString()
                            .startsWith("go to "));
        }
    }

    @Test
    void misuseIsExplained() {
        assertThatThrownBy(() -> new AlfworldBatch(games(1), 1, List.of("admisible_commands"), Map.of()))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("did you mean 'admissible_commands'");
        assertThatThrownBy(() -> new AlfworldBatch(List.of(), 1, List.of(), Map.of()))
                .hasMessageContaining("at least one game");
        assertThatThrownBy(() -> new AlfworldBatch(games(1), 1, List.of(), Map.of("max-steps", "few")))
                .hasMessageContaining("--max-steps");
        assertThatThrownBy(
                        () -> new AlfworldBatch(games(1), 1, List.of("policy_commands"), Map.of("expert", "handcoded")))
                .hasMessageContaining("planner");
        try (AlfworldBatch batch = new AlfworldBatch(games(2), 2, List.of(), Map.of())) {
            assertThatThrownBy(() -> batch.step(List.of("look", "look"))).hasMessageContaining("reset");
            batch.reset();
            assertThatThrownBy(() -> batch.step(List.of("look"))).hasMessageContaining("2");
        }
    }
}

package dev.guerdon.alfworld.household;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.alfworld.AlfworldEnvironment;
import dev.guerdon.alfworld.AlfworldProvider;
import dev.guerdon.alfworld.logic.AlfworldException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders in the official layout, filled with bundled games. */
final class GameFolderTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    private Path add(String split, String task, String trial, String type, Map<String, @Nullable Object> changes)
            throws IOException {
        Path folder = Files.createDirectories(
                data.resolve("json_2.1.1").resolve(split).resolve(task).resolve(trial));
        Map<String, @Nullable Object> game =
                new LinkedHashMap<>(HouseholdGame.of(trial.hashCode()).json().asMap());
        game.putAll(changes);
        game.values().removeIf("absent"::equals);
        Files.writeString(folder.resolve(GameFolder.GAME), JsonCodec.write(new Json(game)));
        Files.writeString(folder.resolve(GameFolder.TRAJECTORY), "{\"images\": [], \"task_type\": \"" + type + "\"}");
        return folder;
    }

    private Path addGood(String split, String trial) throws IOException {
        return add(split, "look-Book-None-Lamp-1", trial, "look_at_obj_in_light", Map.of());
    }

    private List<String> collected(List<String> problems) {
        return new GameFolder(data)
                .games("train", problems::add)
                .map(FoundGame::taskId)
                .toList();
    }

    @Test
    void onlyWhatTheReferenceWouldPlayIsCollected() throws IOException {
        addGood("train", "trial_2");
        addGood("train", "trial_1");
        addGood("valid_seen", "trial_3");
        add("train", "pick-Sliced-1", "trial_sliced", "pick_and_place_simple", Map.of());
        add("train", "pick_with_movable_recep-1", "trial_movable", "pick_and_place_simple", Map.of());
        add("train", "t", "trial_type", "pick_and_place_with_movable_recep", Map.of());
        add("train", "t", "trial_unsolvable", "pick_and_place_simple", Map.of("solvable", false));
        add("train", "t", "trial_unknown", "pick_and_place_simple", Map.of("solvable", "absent"));
        Files.delete(addGood("train", "trial_no_game").resolve(GameFolder.GAME));
        Files.delete(addGood("train", "trial_no_type").resolve(GameFolder.TRAJECTORY));
        List<String> problems = new ArrayList<>();
        assertThat(collected(problems)).containsExactly("trial_1", "trial_2");
        assertThat(problems).isEmpty();
    }

    @Test
    void aBrokenFileIsReportedWithItsPlaceAndTheRestStillLoads() throws IOException {
        addGood("train", "trial_1");
        Path broken = addGood("train", "trial_2").resolve(GameFolder.GAME);
        Files.writeString(broken, "{\"solvable\": true,\n nonsense");
        List<String> problems = new ArrayList<>();
        assertThat(collected(problems)).containsExactly("trial_1");
        assertThat(problems).singleElement().asString().contains(broken.toString(), "line 2");
    }

    @Test
    void aGameWithABrokenInsideIsSkippedByTheSuite() throws IOException {
        addGood("train", "trial_1");
        add("train", "t", "trial_2", "pick_and_place_simple", Map.of("pddl_problem", "(define"));
        assertThat(new AlfworldProvider()
                        .tasks("train", Map.of("data", data.toString()))
                        .map(Task::id))
                .containsExactly("trial_1");
    }

    @Test
    void aTrialIsFoundByItsIdAlsoWhenItCameLater() throws IOException {
        addGood("train", "trial_1");
        AlfworldProvider provider = new AlfworldProvider();
        Map<String, String> options = Map.of("data", data.toString());
        try (AlfworldEnvironment environment = provider.open(options)) {
            Task later = Task.of("t", "", Map.of("task_id", "trial_2", "split", "train"));
            assertThatThrownBy(() -> environment.reset(later))
                    .isInstanceOf(AlfworldException.class)
                    .hasMessageContaining("'trial_2'")
                    .hasMessageContaining("did you mean 'trial_1'");
            addGood("train", "trial_2");
            assertThat(environment.reset(later).info()).containsEntry("task_id", "trial_2");
            assertThat(environment.taskType()).isEqualTo("look_at_obj_in_light");
        }
    }

    @Test
    void withoutASplitTheTrialIsLookedForInAll() throws IOException {
        addGood("train", "trial_1");
        addGood("valid_unseen", "trial_9");
        Task task = new AlfworldProvider().task(Map.of("data", data.toString(), "task", "trial_9"));
        assertThat(task.fields()).containsEntry("split", "valid_unseen");
    }

    @Test
    void aBrokenNeighbourDoesNotKeepAGameFromBeingPlayed() throws IOException {
        Path trial = addGood("train", "trial_1");
        Files.writeString(trial.resolve(GameFolder.TRAJECTORY), "{");
        String game = trial.resolve(GameFolder.GAME).toString();
        assertThat(new AlfworldProvider().task(Map.of("game", game)).id()).isEqualTo("trial_1");
    }

    @Test
    void anUnknownSplitNamesTheSplitsThereAre() throws IOException {
        addGood("valid_seen", "trial_1");
        for (String split : List.of("valid_sen", "..", "../json_2.1.1/valid_seen", "")) {
            assertThatThrownBy(() -> new GameFolder(data).games(split, problem -> {}))
                    .isInstanceOf(AlfworldException.class)
                    .hasMessageContaining("valid_seen");
        }
    }

    @Test
    void withoutDataTheMessageSaysWhatToDo() {
        assertThatThrownBy(() -> new AlfworldProvider()
                        .task(Map.of("data", data.toString(), "task", "trial_1", "split", "valid_seen")))
                .isInstanceOf(AlfworldException.class)
                .hasMessageContaining("ALFWORLD_DATA");
    }

    @Test
    void aSplitAloneWithASeedPicksOneOfItsGames() throws IOException {
        addGood("train", "trial_1");
        addGood("train", "trial_2");
        AlfworldProvider provider = new AlfworldProvider();
        assertThat(provider.task(Map.of("data", data.toString(), "split", "train", "seed", "3"))
                        .id())
                .isEqualTo("trial_2");
    }
}

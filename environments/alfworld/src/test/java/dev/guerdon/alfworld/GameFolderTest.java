package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.guerdon.alfworld.game.AlfworldException;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
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
                .map(GameEntry::taskId)
                .toList();
    }

    @Test
    void whatTheReferenceWouldNotPlayIsLeftOut() throws IOException {
        addGood("train", "trial_2");
        addGood("train", "trial_1");
        addGood("valid_seen", "trial_3");
        add("train", "pick-Sliced-1", "trial_sliced", "pick_and_place_simple", Map.of());
        add("train", "pick_with_movable_recep-1", "trial_movable", "pick_and_place_simple", Map.of());
        add("train", "t", "trial_type", "pick_and_place_with_movable_recep", Map.of());
        add("train", "t", "trial_unsolvable", "pick_and_place_simple", Map.of("solvable", false));
        add("train", "t", "trial_unknown", "pick_and_place_simple", Map.of("solvable", "absent"));
        Files.delete(addGood("train", "trial_no_game").resolve(GameFolder.GAME));
        List<String> problems = new ArrayList<>();
        assertThat(collected(problems)).containsExactly("trial_1", "trial_2");
        assertThat(problems).isEmpty();
    }

    @Test
    void withoutTrajectoryTheFolderNameSaysTheType() throws IOException {
        String task = "pick_heat_then_place_in_recep-Mug-None-Cabinet-6";
        Files.delete(add("train", task, "trial_1", "", Map.of()).resolve(GameFolder.TRAJECTORY));
        Files.delete(
                add("train", "pick_two_obj_and_place", "trial_2", "", Map.of()).resolve(GameFolder.TRAJECTORY));
        List<String> problems = new ArrayList<>();
        assertThat(new GameFolder(data).games("train", problems::add).map(GameEntry::taskType))
                .containsExactly("pick_heat_then_place_in_recep", "pick_two_obj_and_place");
        assertThat(problems).isEmpty();
        AlfworldProvider provider = new AlfworldProvider();
        try (AlfworldEnvironment environment = provider.open(Map.of("data", data.toString()))) {
            environment.reset(Task.of("t", "", Map.of("task_id", "trial_1")));
            assertThat(environment.taskType()).isEqualTo("pick_heat_then_place_in_recep");
            assertThat(environment.step("look").observation().text()).isNotBlank();
        }
    }

    @Test
    void namesThatAreNearlyATypeAreNoneAndSaySo() throws IOException {
        List<String> odd = List.of(
                "pick_and_place_simpler-Mug-None-Desk-1",
                "Pick_And_Place_Simple-Mug-None-Desk-1",
                " pick_and_place_simple-Mug",
                "-pick_and_place_simple-Mug",
                "pick_and_place_with_things-Mug",
                "household 7");
        for (int i = 0; i < odd.size(); i++) {
            Files.delete(add("train", odd.get(i), "trial_" + i, "", Map.of()).resolve(GameFolder.TRAJECTORY));
        }
        List<String> problems = new ArrayList<>();
        assertThat(collected(problems)).isEmpty();
        assertThat(problems).hasSize(odd.size()).allMatch(problem -> problem.contains("no traj_data.json beside it"));
        AlfworldProvider provider = new AlfworldProvider();
        Task task = provider.task(Map.of("data", data.toString(), "task", "trial_5"));
        assertThat(task.fields()).as("asked for by its id it is played").containsEntry("task_type", "");
    }

    @Test
    void aTrajectoryThatNamesAnUnknownTypeOrNoneIsLeftOut() throws IOException {
        String task = "pick_and_place_simple-Mug-None-Desk-1";
        add("train", task, "trial_1", "dance_in_the_rain", Map.of());
        Path list = add("train", task, "trial_2", "", Map.of());
        Files.writeString(list.resolve(GameFolder.TRAJECTORY), "{\"task_type\": [\"pick_and_place_simple\"]}");
        Path empty = add("train", task, "trial_3", "", Map.of());
        Files.writeString(empty.resolve(GameFolder.TRAJECTORY), "{}");
        Path wrong = add("train", task, "trial_4", "", Map.of());
        Files.writeString(wrong.resolve(GameFolder.TRAJECTORY), "[1, 2]");
        Path folder = add("train", task, "trial_5", "", Map.of());
        Files.delete(folder.resolve(GameFolder.TRAJECTORY));
        Files.createDirectory(folder.resolve(GameFolder.TRAJECTORY));
        List<String> problems = new ArrayList<>();
        assertThat(collected(problems)).isEmpty();
        assertThat(problems).hasSize(2).anyMatch(problem -> problem.contains("trial_4"));
    }

    @Test
    void aLinkedFolderAndATrailingSlashLeadToTheSameGames(@TempDir Path elsewhere) throws IOException {
        Path trial = addGood("train", "trial_1");
        Path split =
                Objects.requireNonNull(Objects.requireNonNull(trial.getParent()).getParent());
        Path root = Files.createDirectories(elsewhere.resolve("json_2.1.1"));
        try {
            Files.createSymbolicLink(root.resolve("train"), split.toAbsolutePath());
            Files.createSymbolicLink(split.resolve("circle"), split.toAbsolutePath());
        } catch (IOException | UnsupportedOperationException e) {
            abort("skipped: no symbolic links here");
        }
        List<String> problems = new ArrayList<>();
        assertThat(collected(problems)).containsExactly("trial_1");
        assertThat(problems).as("the circle").singleElement().asString().contains("circle");
        for (String folder : List.of(elsewhere + "/", elsewhere + "/./", elsewhere + "/json_2.1.1/")) {
            AlfworldProvider provider = new AlfworldProvider();
            assertThat(provider.tasks("train", Map.of("data", folder)).map(Task::id))
                    .as(folder)
                    .containsExactly("trial_1");
            assertThat(provider.task(Map.of("data", folder, "task", "trial_1")).id())
                    .isEqualTo("trial_1");
        }
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
    void aFileThatIsNoGameIsNeverListedAndSaysWhyWhenItIsPlayed() throws IOException {
        addGood("train", "trial_0");
        List<String> contents = List.of(
                "",
                " ",
                "null",
                "[]",
                "\"game\"",
                "{",
                "{} {}",
                "{\"solvable\": \"true\"}",
                "{\"solvable\": 1, \"pddl_domain\": 7}",
                "{\"pddl_domain\": [], \"grammar\": {}, \"pddl_problem\": null}",
                "\u0000\u0001",
                "{\"pddl_domain\": \"(define\", \"grammar\": \"\", \"pddl_problem\": \"\"}");
        AlfworldProvider provider = new AlfworldProvider();
        for (int i = 0; i < contents.size(); i++) {
            Path game = addGood("train", "trial_x" + i).resolve(GameFolder.GAME);
            Files.writeString(game, contents.get(i));
            assertThatThrownBy(() -> provider.task(Map.of("game", game.toString())))
                    .as(contents.get(i))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining(game.toString());
        }
        assertThat(collected(new ArrayList<>())).containsExactly("trial_0");
        assertThat(provider.tasks("train", Map.of("data", data.toString())).map(Task::id))
                .containsExactly("trial_0");
    }

    @Test
    void aFolderOrAMissingFileInPlaceOfTheGameSaysSo() throws IOException {
        Path trial = addGood("train", "trial_1");
        Files.delete(trial.resolve(GameFolder.GAME));
        Files.createDirectory(trial.resolve(GameFolder.GAME));
        AlfworldProvider provider = new AlfworldProvider();
        for (Path named : List.of(trial, trial.resolve(GameFolder.GAME), trial.resolve("other"))) {
            assertThatThrownBy(() -> provider.task(Map.of("game", named.toString())))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining(named.toString());
        }
        assertThat(collected(new ArrayList<>())).isEmpty();
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
        Map<String, String> split = Map.of("data", data.toString(), "split", "train");
        assertThat(LongStream.range(0, 4)
                        .mapToObj(seed -> provider.task(split, seed).id()))
                .containsExactly("trial_1", "trial_2", "trial_1", "trial_2");
        assertThat(provider.task(Map.of("max-steps", "30"), 7).id()).isEqualTo("bundled-7");
        assertThat(provider.task(Map.of("seed", "3"), 7).id()).isEqualTo("bundled-3");
    }
}

package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words of the task, and what an expert would do. */
final class GoalsAndExpertsTest {

    private static final List<String> ANNOTATIONS = List.of(
            "Put the thing; away | <now>. ",
            "Bring \"it\" home,\n then [rest] {a bit} #task#.",
            "   ",
            "Put it where it belongs");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final AlfworldProvider provider = new AlfworldProvider();

    private String game() throws IOException {
        Path trial = Files.createDirectories(folder.resolve("pick_and_place_simple-Mug-None-Desk-1/trial_1"));
        Files.writeString(
                trial.resolve("traj_data.json"),
                JsonCodec.write(Map.of(
                        "task_type",
                        "pick_and_place_simple",
                        "turk_annotations",
                        Map.of(
                                "anns",
                                Stream.concat(
                                                ANNOTATIONS.stream().map(text -> (Object) Map.of("task_desc", text)),
                                                Stream.of(7, Map.of("votes", 1)))
                                        .toList()))));
        return Files.writeString(
                        trial.resolve(GameFolder.GAME),
                        JsonCodec.write(HouseholdGame.of(6).json()))
                .toString();
    }

    private static String sentence(Step first) {
        String text = first.observation().text();
        return text.substring(text.indexOf("Your task is to: "));
    }

    @Test
    void humanWordsStandAsTheyWereWritten() throws IOException {
        String game = game();
        Set<String> seen = new HashSet<>();
        try (AlfworldEnvironment environment = provider.open(Map.of("goals", "human"))) {
            for (long seed = 0; seed < 40; seed++) {
                Task task = Task.of("t", "", Map.of("game", game));
                Step first = environment.reset(task, seed);
                seen.add(sentence(first));
                assertThat(sentence(first)).isEqualTo("Your task is to: " + environment.objective() + ".");
                assertThat(environment.reset(task, seed)).isEqualTo(first);
            }
        }
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        "Your task is to: Put the thing; away | <now>.",
                        "Your task is to: Bring \"it\" home, then [rest] {a bit} #task#.",
                        "Your task is to: Put it where it belongs.");
    }

    @Test
    void theTaskOfTheOptionsNamesTheAnnotationThatItsPromptShows() throws IOException {
        Map<String, String> options = Map.of("game", game(), "goals", "human", "seed", "5");
        Task task = provider.task(options);
        assertThat(task.fields()).containsKey("annotation");
        try (AlfworldEnvironment environment = provider.open(Map.of())) {
            for (long seed = 0; seed < 10; seed++) {
                Step first = environment.reset(task, seed);
                assertThat(task.messages().getFirst().text())
                        .endsWith(first.observation().text());
                assertThat(first.info()).containsKey("annotation");
            }
        }
    }

    @Test
    void aProbabilityMixesBothKindsOfWords() throws IOException {
        Task task = Task.of("t", "", Map.of("game", game(), "goals", 0.5));
        int human = 0;
        try (AlfworldEnvironment environment = provider.open(Map.of())) {
            for (long seed = 0; seed < 400; seed++) {
                human += environment.reset(task, seed).info().containsKey("annotation") ? 1 : 0;
            }
        }
        assertThat(human).isBetween(140, 260);
    }

    @Test
    void withoutAnnotationsTheGameKeepsItsOwnWords() {
        try (AlfworldEnvironment environment = provider.open(Map.of("goals", "human"))) {
            Step first = environment.reset(Task.of("t", "", Map.of("task_id", "bundled-6")), 3);
            assertThat(sentence(first))
                    .isEqualTo("Your task is to: " + HouseholdGame.of(6).sentence() + ".");
            assertThat(first.info()).doesNotContainKey("annotation");
        }
    }

    @Test
    void wrongGoalsAndExpertsAreNamed() throws IOException {
        for (String goals : List.of("humans", "1.5", "-0.1", "NaN", "")) {
            assertThatThrownBy(() -> provider.open(Map.of("goals", goals)))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("'" + goals + "'");
        }
        assertThatThrownBy(() -> provider.open(Map.of("expert", "planer")))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("planner, handcoded");
        Task task = Task.of("t", "", Map.of("game", game(), "annotation", 3));
        assertThatThrownBy(() -> provider.open(Map.of()).reset(task, 0))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("below 3");
    }

    @Test
    void officialAnnotationsAreRead() {
        Task task = Task.of(
                "t",
                "",
                Map.of(
                        "task_id",
                        "trial_T20190908_225453_272533",
                        "split",
                        "valid_unseen",
                        "data",
                        OfficialData.folder().toString()));
        Set<String> seen = new HashSet<>();
        try (AlfworldEnvironment environment = provider.open(Map.of("goals", "human"))) {
            for (long seed = 0; seed < 30; seed++) {
                environment.reset(task, seed);
                seen.add(environment.objective());
            }
            assertThat(seen).hasSizeBetween(2, 10).allMatch(words -> words.contains(" ") && !words.endsWith("."));
            Alfworld game = Alfworld.of(environment);
            game.walkthrough().orElseThrow().forEach(game::step);
            assertThat(game.won()).as("other words, the same game").isTrue();
        }
    }

    @Test
    void withoutAnExpertThereIsNoPlan() {
        try (AlfworldEnvironment environment = provider.open(Map.of())) {
            assertThat(environment.reset(Task.of("t", "", Map.of()), 0).info()).doesNotContainKey("expert_plan");
        }
    }

    @Test
    void thePlannersPlanWinsFromWhereverThePlayerStands() {
        Random random = new Random(3);
        for (long seed = 0; seed < 6; seed++) {
            try (AlfworldEnvironment environment = provider.open(Map.of("expert", "planner"))) {
                Step step = environment.reset(Task.of("t", "", Map.of()), seed);
                for (int i = 0; i < 10 && !step.done(); i++) {
                    List<String> commands = environment.actions();
                    step = environment.step(commands.get(random.nextInt(commands.size())));
                }
                while (!step.done()) {
                    step = environment.step(plan(step).getFirst());
                }
                assertThat(environment.isWon()).as("seed %d", seed).isTrue();
                assertThat(plan(step)).isEmpty();
            }
        }
    }

    @Test
    void theHandcodedExpertWinsMostGamesAlsoAfterSomebodyElsesMoves() {
        Random random = new Random(4);
        int won = 0;
        for (long seed = 0; seed < 30; seed++) {
            try (AlfworldEnvironment environment = provider.open(Map.of("expert", "handcoded", "max-steps", "200"))) {
                Step step = environment.reset(Task.of("t", "", Map.of()), seed);
                assertThat(plan(step)).containsExactly("look");
                for (int i = 0; i < 200 && !step.done(); i++) {
                    assertThat(plan(step)).hasSize(1);
                    assertThat(environment.actions()).contains(plan(step).getFirst());
                    List<String> commands = environment.actions();
                    step = environment.step(
                            i < 8
                                    ? commands.get(random.nextInt(commands.size()))
                                    : plan(step).getFirst());
                }
                won += environment.isWon() ? 1 : 0;
            }
        }
        assertThat(won).isGreaterThanOrEqualTo(24);
    }

    @Test
    void theHandcodedExpertWinsOfficialGamesOfBothGenerations() throws IOException {
        int played = 0;
        for (Path file : OfficialData.games()) {
            String name = file.toString();
            if (name.contains("debug_multi-agent") || name.contains("textworld_test")) {
                continue; // two players; commands that end with a blank
            }
            try (AlfworldEnvironment environment = provider.open(Map.of("expert", "handcoded", "max-steps", "200"))) {
                Step step = environment.reset(Task.of("t", "", Map.of("game", name)), 0);
                while (!step.done()) {
                    step = environment.step(plan(step).getFirst());
                }
                assertThat(environment.isWon()).as(name).isTrue();
                played++;
            }
        }
        assertThat(played).isPositive();
    }

    @SuppressWarnings("unchecked")
    private static List<String> plan(Step step) {
        return (List<String>) Objects.requireNonNull(step.info().get("expert_plan"));
    }
}

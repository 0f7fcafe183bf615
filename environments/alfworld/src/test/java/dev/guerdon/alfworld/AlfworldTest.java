package dev.guerdon.alfworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AlfworldTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Alfworld begin(Map<String, Object> fields) {
        AlfworldEnvironment environment = new AlfworldProvider().open(Map.of("max-steps", "0", "compat", "true"));
        environment.reset(Task.of("t", "", Map.copyOf(fields)));
        return Alfworld.of(environment);
    }

    private static Alfworld bundled(long seed) {
        return begin(Map.of("task_id", "bundled-" + seed));
    }

    @Test
    void theSubgoalsAllHoldExactlyWhereTheGameIsWon() {
        Random random = new Random(7);
        for (long seed = 0; seed < 18; seed++) {
            Alfworld game = bundled(seed);
            for (int i = 0; i < 30; i++) {
                check(game);
                List<String> commands = game.admissibleCommands();
                game.step(commands.get(random.nextInt(commands.size())));
            }
            game.expertPlan().orElseThrow().forEach(command -> {
                check(game);
                game.step(command);
            });
            assertThat(game.won()).isTrue();
            check(game);
            assertThat(game.expertPlan()).contains(List.of());
        }
    }

    private static void check(Alfworld game) {
        List<Alfworld.Subgoal> subgoals = game.subgoals();
        assertThat(subgoals).isNotEmpty();
        assertThat(subgoals.stream().allMatch(Alfworld.Subgoal::holds))
                .as("%s: %s", game.taskId(), subgoals)
                .isEqualTo(game.won());
        assertThat(game.progress() == 1).isEqualTo(game.won());
    }

    @Test
    void everyListedFactHoldsAndCanBeAskedFor() {
        Alfworld game = bundled(2);
        assertThat(game.facts())
                .hasSizeGreaterThan(50)
                .allSatisfy(fact -> assertThat(
                                game.holds(fact.predicate(), fact.arguments().toArray(String[]::new)))
                        .as(fact.toString())
                        .isTrue());
        assertThat(game.facts("lies"))
                .isNotEmpty()
                .allMatch(fact -> fact.predicate().equals("lies"));
    }

    @Test
    void takingAThingMovesItFromTheFurnitureIntoTheHand() {
        Alfworld game = bundled(0);
        String take;
        while (true) {
            take = game.expertPlan().orElseThrow().getFirst();
            if (take.startsWith("take ")) {
                break;
            }
            game.step(take);
        }
        String thing = take.substring(5, take.indexOf(" from "));
        String place = take.substring(take.indexOf(" from ") + 6);
        assertThat(game.holds("lies", thing, place)).isTrue();
        assertThat(game.facts("carries")).isEmpty();
        game.step("  " + take + "\n");
        assertThat(game.holds("LIES", thing, place)).isFalse();
        assertThat(game.facts("carries"))
                .singleElement()
                .satisfies(fact -> assertThat(fact.arguments()).contains(thing));
        assertThat(game.history().getLast()).isEqualTo(new Alfworld.Turn(take, true));
        assertThat(game.observation()).contains(thing);
    }

    @Test
    void aMistypedPredicateIsAnErrorAndAThingThatIsNotThereIsNot() {
        Alfworld game = bundled(0);
        assertThatThrownBy(() -> game.holds("lie", "apple 1", "fridge 1"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("'lies'?")
                .hasMessageContaining("carries");
        assertThatThrownBy(() -> game.holds("lies", "apple 1"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("takes 2 arguments, found 1");
        assertThatThrownBy(() -> game.facts("")).isInstanceOf(GuerdonException.class);
        assertThat(game.holds("lies", "elephant 1", "fridge 1")).isFalse();
        assertThat(game.holds("lies", "", "")).isFalse();
    }

    @Test
    void whatWasGivenIsRememberedWithinBounds() {
        Alfworld game = bundled(0);
        game.step("x".repeat(10_000));
        game.step("look");
        assertThat(game.history()).hasSize(2);
        assertThat(game.history().getFirst().command()).hasSize(200);
        assertThat(game.history().getFirst().understood()).isFalse();
        assertThat(game.history().getLast()).isEqualTo(new Alfworld.Turn("look", true));
        for (int i = 0; i < 3_000; i++) {
            game.step(i % 2 == 0 ? "look" : "no " + i);
        }
        assertThat(game.history()).hasSizeBetween(500, 1_000);
        assertThat(game.history().getLast()).isEqualTo(new Alfworld.Turn("no 2999", false));
        assertThat(game.history())
                .allMatch(turn -> turn.understood() == turn.command().equals("look"));
        assertThat(game.steps()).isEqualTo(3_002);
        game.restart();
        assertThat(game.history()).isEmpty();
    }

    @Test
    void everyOfficialGameHasSubgoalsThatHoldWhenItIsWon() throws IOException {
        for (Path file : OfficialData.games()) {
            Alfworld game = begin(Map.of("game", file.toString()));
            assertThat(game.facts()).as(file.toString()).isNotEmpty();
            assertThat(game.goalFormula()).startsWith("(");
            check(game);
            for (String command : game.walkthrough().orElse(List.of())) {
                game.step(command);
                check(game);
            }
            assertThat(game.won()).isEqualTo(game.walkthrough().isPresent());
        }
    }

    @Test
    void aGoalOfAlternativesAndExceptionsShowsTheNearest() {
        Alfworld game =
                play("(or (and (in t1 b1) (in t2 b1)) (and (in t1 b2) (not (open b2))))", "(in t1 b2) (open b2)");
        assertThat(game.subgoals())
                .containsExactly(new Alfworld.Subgoal("in(t1, b2)", true), new Alfworld.Subgoal("not open(b2)", false));
        game.step("shut b2");
        assertThat(game.won()).isTrue();
        assertThat(game.progress()).isEqualTo(1);
    }

    @Test
    void aGoalThatSpeaksOfThingsThatAreNotThereHasNoSubgoals() {
        Alfworld game = play("(exists (?t - thing) (and (red ?t) (in ?t b1)))", "(in t1 b2)");
        assertThat(game.subgoals()).isEmpty();
        assertThat(game.progress()).isZero();
        assertThat(game.expertPlan()).isEmpty();
    }

    /** A game with two boxes and two things; boxes can be opened and shut, and things are where they are. */
    private Alfworld play(String goal, String init) {
        String actions = """
                (:action shut :parameters (?b - box) :precondition (open ?b) :effect (not (open ?b)))
                (:action free :parameters (?b - box) :precondition (not (open ?b)) :effect (open ?b))
                (:action drop :parameters (?t - thing ?b - box) :precondition (and (in ?t ?b) (open ?b)) :effect (not (in ?t ?b)))
                """;
        String texts = """
                action shut { template :: "shut {b.id}"; feedback :: "Shut."; }
                action free { template :: "free {b.id}"; feedback :: "Free."; }
                action drop { template :: "drop {t.id} {b.id}"; feedback :: "Gone."; }
                """;
        try {
            Path file = Files.writeString(
                    folder.resolve("game.tw-pddl"),
                    JsonCodec.write(Games.json(actions, texts, "b1 b2 - box t1 t2 - thing", init, goal)));
            return begin(Map.of("game", file.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anOfficialGameShowsItsFactsAndGoal() {
        Path file = OfficialData.folder()
                .resolve("json_2.1.1/valid_unseen/pick_heat_then_place_in_recep-Tomato-None-GarbageCan-10")
                .resolve("trial_T20190908_225453_272533/game.tw-pddl");
        Alfworld game = begin(Map.of("game", file.toString()));
        assertThat(game.taskType()).isEqualTo("pick_heat_then_place_in_recep");
        assertThat(game.goalFormula()).contains("(ishot ?o)", "garbagecantype").doesNotContain("\n");
        assertThat(game.subgoals()).extracting(Alfworld.Subgoal::holds).containsOnly(false);
        List<String> walkthrough = game.walkthrough().orElseThrow();
        walkthrough.subList(0, walkthrough.size() - 1).forEach(game::step);
        assertThat(game.subgoals())
                .anyMatch(part -> part.holds() && part.text().startsWith("ishot(tomato "))
                .anyMatch(part -> !part.holds() && part.text().matches("inreceptacle\\(tomato \\d, garbagecan 1\\)"));
        assertThat(game.progress()).isEqualTo(0.5);
        String tomato = game.facts("holds").getFirst().arguments().getLast();
        game.step(walkthrough.getLast());
        assertThat(game.holds("inReceptacle", tomato, "garbagecan 1")).isTrue();
        assertThat(game.won()).isTrue();
        assertThat(game.progress()).isEqualTo(1);
    }
}

package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.GameReader;
import dev.guerdon.alfworld.game.PlanningGame;
import dev.guerdon.api.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Small games for tests of single rules. */
public final class Games {

    private Games() {}

    public static final String GRAMMAR = """
            grammar :: \"""
            { "intro": [{"rhs": "Hello. #task#"}], "task": [{"rhs": "Your task is to: test."}],
              "list_empty": [{"rhs": "nothing"}], "list_separator": [{"rhs": ", "}],
              "list_last_separator": [{"rhs": ", and "}] }
            \""";
            """;

    /** The game file of a bundled game. */
    public static Json house(long seed) {
        return HouseholdGame.of(seed).json();
    }

    /** The same with the walkthrough that the planner finds. */
    static Json houseWithWalkthrough(long seed) {
        Json plain = house(seed);
        PlanningGame game = GameReader.read(plain, "bundled-" + seed);
        Map<String, @Nullable Object> file = new LinkedHashMap<>(plain.asMap());
        file.put("walkthrough", GamePlanner.plan(game, game.initial()).orElseThrow());
        return new Json(file);
    }

    /** The task of a bundled game. */
    public static String sentence(long seed) {
        return HouseholdGame.of(seed).sentence();
    }

    /** A game of one domain with the given actions; each action's grammar is a line of its own. */
    public static PlanningGame game(String actions, String texts, String objects, String init, String goal) {
        return GameReader.read(json(actions, texts, objects, init, goal), "test game");
    }

    static Json json(String actions, String texts, String objects, String init, String goal) {
        return new Json(Map.of(
                "pddl_domain",
                "(define (domain d) (:types box thing)\n" + actions + ")",
                "grammar",
                GRAMMAR + texts,
                "pddl_problem",
                "(define (problem p) (:domain d)\n(:objects " + objects + ")\n(:init " + init + ")\n(:goal " + goal
                        + "))"));
    }
}

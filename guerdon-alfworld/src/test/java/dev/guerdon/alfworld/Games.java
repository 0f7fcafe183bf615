package dev.guerdon.alfworld;

import dev.guerdon.alfworld.game.Game;
import dev.guerdon.alfworld.game.GameReader;
import dev.guerdon.api.Json;
import java.util.Map;

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

    /** A game of one domain with the given actions; each action's grammar is a line of its own. */
    public static Game game(String actions, String texts, String objects, String init, String goal) {
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
